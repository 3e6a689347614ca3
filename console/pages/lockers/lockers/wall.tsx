/**
 * The compartments of a locker as they stand. Each is drawn by its status with an icon, a word and a pattern besides the
 * colour. Arrows move, Enter opens.
 */
import { type KeyboardEvent, type ReactNode, useRef } from "react";
import {
  IconAlertTriangle,
  IconArrowDown,
  IconArrowUp,
  IconBookmark,
  IconCircle,
  IconCircleX,
  IconClockX,
  IconEye,
  IconLockOpen,
  IconPackage,
} from "#icons";
import { findLabel } from "../../../parts/labels.ts";
import { COMPARTMENT_STATUS } from "./labels.ts";
import type { Compartment } from "./queries.ts";
import { text } from "./text.ts";
import { findNeighbour, groupColumns, measureCompartment } from "./wall.ts";
import "./wall.css";

const ICONS = {
  FREE: IconCircle,
  RESERVED: IconBookmark,
  LOADING: IconArrowDown,
  OCCUPIED: IconPackage,
  UNLOADING: IconArrowUp,
  OVERDUE: IconClockX,
  VERIFY: IconEye,
  OUT_OF_SERVICE: IconCircleX,
} as const;

export function Wall({
  label,
  compartments,
  chosen_id,
  choose,
  marked_ids,
}: {
  label: string;
  compartments: readonly Compartment[];
  /** The one whose panel is open. */
  chosen_id: number | undefined;
  choose: (id: number) => void;
  /** Marked for an action on many; undefined while none is asked for. */
  marked_ids?: ReadonlySet<number> | undefined;
}) {
  const wall = useRef<HTMLDivElement>(null);
  const columns = groupColumns(compartments);
  const current_id = compartments.some(({ id }) => id === chosen_id) ? chosen_id : columns[0]?.[0]?.id;
  const move = (event: KeyboardEvent, id: number) => {
    const to = findNeighbour(columns, id, event.key);
    if (to === undefined) return;
    event.preventDefault();
    wall.current?.querySelector<HTMLElement>(`[data-compartment="${to}"]`)?.focus();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form.
    <div ref={wall} className="wall" role="group" aria-label={label} aria-describedby="wall-keys">
      <span id="wall-keys" className="sr">
        {text.wall_keys}
      </span>
      {columns.map((column) => (
        <div key={column[0]?.wall_column} className="wall-column">
          {column.map((compartment) => {
            const { id, code, size, status, door, fault_code } = compartment;
            const { height, is_tall } = measureCompartment(compartment);
            const { label: word, tone } = findLabel(COMPARTMENT_STATUS, status);
            const Icon = ICONS[status];
            return (
              <button
                key={id}
                type="button"
                data-compartment={id}
                className={`compartment tone-${tone}${is_tall ? " is-tall" : ""}`}
                data-status={status}
                data-door={door}
                style={{ flexGrow: height, flexBasis: height }}
                {...(marked_ids === undefined
                  ? { "aria-current": id === chosen_id ? ("true" as const) : undefined }
                  : { "aria-pressed": marked_ids.has(id) })}
                tabIndex={id === current_id ? 0 : -1}
                onClick={() => choose(id)}
                onKeyDown={(event) => move(event, id)}
              >
                <Icon size={16} stroke={2} aria-hidden />
                <span className="compartment-words">
                  <span className="compartment-code">
                    {code} <span className="compartment-size">{size}</span>
                  </span>{" "}
                  <span className="compartment-status">{word}</span>
                </span>
                {door === "OPEN" ? (
                  <Mark label={text.door_open}>
                    <IconLockOpen size={15} aria-hidden />
                  </Mark>
                ) : null}
                {fault_code === null ? null : (
                  <Mark label={fault_code === "door_stuck" ? text.problems.door_stuck : text.problems.fault}>
                    <IconAlertTriangle size={15} aria-hidden />
                  </Mark>
                )}
              </button>
            );
          })}
        </div>
      ))}
    </div>
  );
}

function Mark({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span className="compartment-mark" title={label}>
      {" "}
      {children}
      <span className="sr">{label}</span>
    </span>
  );
}

/** How many compartments there are of each status. */
export function WallLegend({ compartments }: { compartments: readonly Compartment[] }) {
  const by_status = Map.groupBy(compartments, ({ status }) => status);
  return (
    <ul className="wall-legend" aria-label={text.legend}>
      {(Object.keys(ICONS) as (keyof typeof ICONS)[]).flatMap((status) => {
        const count = by_status.get(status)?.length ?? 0;
        if (count === 0) return [];
        const Icon = ICONS[status];
        const { label, tone } = COMPARTMENT_STATUS[status];
        return [
          <li key={status} className={`tone-${tone}`}>
            <Icon size={14} stroke={2} aria-hidden /> {label} <span className="num">{count}</span>
          </li>,
        ];
      })}
    </ul>
  );
}
