/** What a point of interest is, and whether it is open. */
import { StatusBadge } from "../../../parts/badge.tsx";
import type { Poi } from "./queries.ts";
import { text } from "./text.ts";

export const listKinds = () =>
  (Object.keys(text.kinds) as Poi["kind"][]).map((kind) => ({ value: kind, label: text.kinds[kind] }));

export function OpenBadge({ opening: { is_open } }: Pick<Poi, "opening">) {
  return is_open === null ? null : (
    <StatusBadge
      badge={{ label: is_open ? text.is_open : text.is_closed, tone: is_open ? "good" : "grey" }}
    />
  );
}
