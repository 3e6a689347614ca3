/** A filter of a list: a button that opens its choices. Its height is the same with and without a choice. */
import { Button, Popover } from "@mantine/core";
import type { ReactNode } from "react";
import { IconChevronDown } from "#icons";

export function FilterButton({
  label,
  chosen,
  width = 250,
  disabled = false,
  children,
}: {
  label: string;
  /** How many values are chosen. */
  chosen: number;
  width?: number;
  disabled?: boolean;
  children: ReactNode;
}) {
  return (
    <Popover position="bottom-start" width={width} trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          rightSection={<IconChevronDown size={14} />}
          disabled={disabled}
          data-chosen={chosen > 0 || undefined}
        >
          {label}
          {chosen > 0 ? <span className="filter-count">{chosen}</span> : null}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>{children}</Popover.Dropdown>
    </Popover>
  );
}
