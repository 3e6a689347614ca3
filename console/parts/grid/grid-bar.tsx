/**
 * The two lines over a grid: search, filters and tools; below, what the filters leave and which are set, or what can be done
 * with the selected rows. Neither line changes its height.
 */
import { ActionIcon, Button } from "@mantine/core";
import type { ReactNode } from "react";
import { IconX } from "#icons";
import { text } from "./text.ts";

export interface FilterChip {
  label: string;
  remove: () => void;
}

export function GridState({
  summary,
  chips,
  clear,
  actions,
}: {
  summary: ReactNode;
  chips: readonly FilterChip[];
  clear: () => void;
  /** Shown instead while rows are selected. */
  actions: ReactNode;
}) {
  return (
    <div className="grid-state" data-selected={actions ? true : undefined}>
      {actions ? (
        actions
      ) : (
        <>
          <span className="dim num nowrap" role="status">
            {summary}
          </span>
          {chips.length === 0 ? null : (
            <ul className="grid-chips" aria-label={text.filters.set}>
              {chips.map(({ label, remove }) => (
                <li key={label} className="grid-chip">
                  {label}
                  <ActionIcon
                    variant="transparent"
                    color="gray"
                    size={24}
                    aria-label={text.filters.remove({ filter: label })}
                    onClick={remove}
                  >
                    <IconX size={13} />
                  </ActionIcon>
                </li>
              ))}
            </ul>
          )}
          {chips.length > 0 ? (
            <Button variant="subtle" color="gray" size="xs" onClick={clear}>
              {text.filters.clear}
            </Button>
          ) : null}
        </>
      )}
    </div>
  );
}
