/**
 * Shortcuts in their order. They are dragged by their handle, or moved with the arrow keys while it has the
 * focus; each move is announced to screen readers.
 */
import { Switch } from "@mantine/core";
import { type KeyboardEvent, useRef, useState } from "react";
import { IconGripVertical } from "#icons";
import { nameCode } from "../../../parts/labels.ts";
import { QUICK_ACTION_ICON } from "./labels.ts";
import type { QuickAction } from "./queries.ts";
import { text } from "./text.ts";

export function QuickActions({
  actions,
  change,
  disabled,
}: {
  actions: readonly QuickAction[];
  change: (actions: QuickAction[]) => void;
  disabled: boolean;
}) {
  const list = useRef<HTMLUListElement>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const [spoken, setSpoken] = useState("");

  const move = (from: number, to: number) => {
    const moved = actions[from];
    if (moved === undefined || to < 0 || to >= actions.length || to === from) return;
    const rest = actions.filter((_action, index) => index !== from);
    change([...rest.slice(0, to), moved, ...rest.slice(to)]);
    setSpoken(text.order.moved({ shortcut: text.shortcuts[moved.id], place: to + 1, of: actions.length }));
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const steps: Record<string, number> = {
      ArrowUp: index - 1,
      ArrowDown: index + 1,
      Home: 0,
      End: actions.length - 1,
    };
    const to = steps[event.key];
    if (to === undefined) return;
    event.preventDefault();
    move(index, to);
    // The row moves in the DOM, so the focus has to be set again.
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLElement>(".shortcut-handle")[to]?.focus());
  };
  return (
    <>
      <ul className="shortcuts" aria-label={text.order.label} ref={list}>
        {actions.map((action, index) => {
          const label = text.shortcuts[action.id];
          const Icon = QUICK_ACTION_ICON[action.id];
          return (
            <li
              key={action.id}
              className="shortcut"
              data-dragged={dragged === action.id || undefined}
              onDragOver={(event) => {
                if (dragged === null) return;
                event.preventDefault();
                move(
                  actions.findIndex(({ id }) => id === dragged),
                  index,
                );
              }}
              onDrop={(event) => {
                event.preventDefault();
                setDragged(null);
              }}
            >
              <button
                type="button"
                className="shortcut-handle"
                aria-label={text.order.move({ shortcut: label, place: index + 1, of: actions.length })}
                title={text.order.move_about}
                disabled={disabled}
                draggable={!disabled}
                onDragStart={(event) => {
                  event.dataTransfer.effectAllowed = "move";
                  event.dataTransfer.setData("text/plain", action.id);
                  setDragged(action.id);
                }}
                onDragEnd={() => setDragged(null)}
                onKeyDown={(event) => onKeyDown(event, index)}
              >
                <IconGripVertical size={16} aria-hidden />
              </button>
              <Icon size={18} stroke={1.6} aria-hidden />
              <span className="grow">
                <span className="strong">{label}</span>
                {action.is_on ? null : (
                  <span className="dim small">
                    {" "}
                    {text.order.needs({ capability: nameCode(text.capabilities, action.capability) })}
                  </span>
                )}
              </span>
              <Switch
                aria-label={text.order.show({ shortcut: label })}
                checked={!action.is_hidden}
                disabled={disabled}
                onChange={(event) => {
                  const is_hidden = !event.currentTarget.checked;
                  change(actions.map((one) => (one.id === action.id ? { ...one, is_hidden } : one)));
                }}
              />
            </li>
          );
        })}
      </ul>
      <p className="sr" role="status">
        {spoken}
      </p>
    </>
  );
}
