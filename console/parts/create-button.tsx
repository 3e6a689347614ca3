/** A button that opens the form of a new row. */
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { IconPlus } from "#icons";

export function CreateButton({
  label,
  size,
  children,
}: {
  label: string;
  /** Small in the head of a sheet. */
  size?: "xs";
  children: (close: () => void) => ReactNode;
}) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        size={size}
        leftSection={<IconPlus size={size === "xs" ? 14 : 16} />}
        onClick={() => setOpened(true)}
      >
        {label}
      </Button>
      {opened ? children(() => setOpened(false)) : null}
    </>
  );
}
