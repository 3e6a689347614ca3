/** The layout of the pages of an app: the app's own frame, or the console's for somebody of the office at a desk. */
import { useMediaQuery } from "@mantine/hooks";
import { isStaff, useMe } from "../api/session.ts";
import { Shell } from "../shell/shell.tsx";
import { FieldShell } from "./field-shell.tsx";

const NOW = { getInitialValueInEffect: false };

export function FieldLayout() {
  const is_staff = isStaff(useMe());
  const is_wide = useMediaQuery("(min-width:861px)", undefined, NOW);
  const is_browser = useMediaQuery("(display-mode:browser)", undefined, NOW);
  return is_staff && is_wide && is_browser ? <Shell /> : <FieldShell />;
}
