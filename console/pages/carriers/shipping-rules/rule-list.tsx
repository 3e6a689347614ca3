/**
 * The rules in their order. They are dragged by their handle, or moved with the arrow keys while it has the focus; each
 * move is announced to screen readers. Buttons move them where nothing can be dragged.
 */
import { ActionIcon, Button, Modal, Switch } from "@mantine/core";
import { type KeyboardEvent, useRef, useState } from "react";
import {
  IconArrowDown,
  IconArrowNarrowRight,
  IconArrowsSplit2,
  IconArrowUp,
  IconGripVertical,
  IconPlus,
  IconTrash,
} from "#icons";
import { Tag } from "../../../parts/badge.tsx";
import { toSentence } from "../../../parts/errors.ts";
import { Empty } from "../../../parts/states.tsx";
import { describeChoice, describeConditions, type Names } from "./describe-rule.ts";
import type { DraftRule } from "./shipping-rules.tsx";
import { text } from "./text.ts";

interface RowError {
  /** `rules/0/then/carrier_account` */
  pointer: string;
  message: string;
}

export function RuleList({
  drafts,
  names,
  may_write,
  errors,
  change,
  edit,
  add,
}: {
  drafts: readonly DraftRule[];
  names: Names;
  may_write: boolean;
  errors: readonly RowError[];
  change: (drafts: DraftRule[]) => void;
  edit: (draft: DraftRule) => void;
  add: () => void;
}) {
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const [leaving, setLeaving] = useState<DraftRule | null>(null);
  const [spoken, setSpoken] = useState("");

  const move = (from: number, to: number) => {
    const moved = drafts[from];
    if (moved === undefined || to < 0 || to >= drafts.length || to === from) return;
    const rest = drafts.filter((_draft, index) => index !== from);
    change([...rest.slice(0, to), moved, ...rest.slice(to)]);
    setSpoken(text.moved({ name: moved.rule.name, position: to + 1, of: drafts.length }));
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const steps: Record<string, number> = {
      ArrowUp: index - 1,
      ArrowDown: index + 1,
      Home: 0,
      End: drafts.length - 1,
    };
    const to = steps[event.key];
    if (to === undefined) return;
    event.preventDefault();
    move(index, Math.max(0, Math.min(drafts.length - 1, to)));
    // The row moves in the DOM, so the focus has to be set again.
    requestAnimationFrame(() =>
      list.current?.querySelectorAll<HTMLElement>(".shipping-rule-handle")[to]?.focus(),
    );
  };
  if (drafts.length === 0)
    return (
      <Empty
        icon={IconArrowsSplit2}
        title={text.none}
        action={
          may_write ? (
            <Button leftSection={<IconPlus size={16} />} onClick={add}>
              {text.add}
            </Button>
          ) : null
        }
      >
        {text.none_about}
      </Empty>
    );
  return (
    <>
      <ol className="list" aria-label={text.title} ref={list}>
        {drafts.map((draft, index) => {
          const { key, rule } = draft;
          const { name, is_enabled = true } = rule;
          const errors_here = errors.filter(({ pointer }) => pointer.startsWith(`rules/${index}/`));
          return (
            <li
              key={key}
              className="shipping-rule"
              data-dragged={dragged === key || undefined}
              data-off={!is_enabled || undefined}
              onDragOver={(event) => {
                if (dragged === null) return;
                event.preventDefault();
                move(
                  drafts.findIndex((one) => one.key === dragged),
                  index,
                );
              }}
              onDrop={(event) => {
                event.preventDefault();
                setDragged(null);
              }}
            >
              {may_write ? (
                <button
                  type="button"
                  className="shipping-rule-handle"
                  aria-label={text.move({ name, position: index + 1, of: drafts.length })}
                  title={text.drag}
                  draggable
                  onDragStart={(event) => {
                    event.dataTransfer.effectAllowed = "move";
                    event.dataTransfer.setData("text/plain", name);
                    setDragged(key);
                  }}
                  onDragEnd={() => setDragged(null)}
                  onKeyDown={(event) => onKeyDown(event, index)}
                >
                  <IconGripVertical size={16} aria-hidden />
                </button>
              ) : null}
              <span className="num dim shipping-rule-position" aria-hidden>
                {index + 1}
              </span>
              <div className="grow stack" style={{ gap: 3 }}>
                <span className="row tight">
                  {may_write ? (
                    <button
                      type="button"
                      className="shipping-rule-name"
                      aria-label={text.edit({ name })}
                      onClick={() => edit(draft)}
                    >
                      {name}
                    </button>
                  ) : (
                    <span className="strong">{name}</span>
                  )}
                  {is_enabled ? null : <Tag tone="grey">{text.off}</Tag>}
                </span>
                <span className="small dim">{describeConditions(rule, names)}</span>
                <span className="small shipping-rule-choice">
                  <IconArrowNarrowRight size={16} aria-hidden />
                  <span>{describeChoice(rule, names)}</span>
                </span>
                {errors_here.map(({ pointer, message }) => (
                  <span key={pointer} className="small shipping-rule-error" role="alert">
                    {toSentence(message)}
                  </span>
                ))}
              </div>
              <Switch
                aria-label={text.enable({ name })}
                checked={is_enabled}
                disabled={!may_write}
                onChange={(event) => {
                  const { checked } = event.currentTarget;
                  change(
                    drafts.map((one) =>
                      one.key === key ? { key, rule: { ...rule, is_enabled: checked } } : one,
                    ),
                  );
                }}
              />
              {may_write ? (
                <span className="shipping-rule-tools">
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={text.move_up({ name })}
                    disabled={index === 0}
                    onClick={() => move(index, index - 1)}
                  >
                    <IconArrowUp size={16} />
                  </ActionIcon>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={text.move_down({ name })}
                    disabled={index === drafts.length - 1}
                    onClick={() => move(index, index + 1)}
                  >
                    <IconArrowDown size={16} />
                  </ActionIcon>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={text.delete({ name })}
                    onClick={() => setLeaving(draft)}
                  >
                    <IconTrash size={16} />
                  </ActionIcon>
                </span>
              ) : null}
            </li>
          );
        })}
        <li className="shipping-rule shipping-rule-last">
          <div className="grow stack" style={{ gap: 3 }}>
            <span className="strong">{text.otherwise}</span>
            <span className="small dim">{text.otherwise_about}</span>
          </div>
        </li>
      </ol>
      <p className="sr" role="status">
        {spoken}
      </p>
      <Modal
        opened={leaving !== null}
        onClose={() => setLeaving(null)}
        title={text.delete_title({ name: leaving?.rule.name ?? "" })}
      >
        <div className="stack">
          <p>{text.delete_about}</p>
          <div className="row" style={{ justifyContent: "flex-end" }}>
            <Button variant="default" onClick={() => setLeaving(null)}>
              {text.keep}
            </Button>
            <Button
              color="red.8"
              onClick={() => {
                change(drafts.filter(({ key }) => key !== leaving?.key));
                setLeaving(null);
              }}
            >
              {text.confirm_delete}
            </Button>
          </div>
        </div>
      </Modal>
    </>
  );
}
