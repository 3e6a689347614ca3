/**
 * Undoes the steps of the board and does them again. The tab keeps them over a reload, for each day. A step that can no
 * longer be undone is shown with the reason, and may be skipped; one that failed because of the connection or
 * the service stays.
 */
import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { ApiError } from "../../../../api/client.ts";
import { useMe } from "../../../../api/session.ts";
import { readTabValue, writeTabValue } from "../../../../offline/tab-values.ts";
import { notifySuccess } from "../../../../parts/toast.ts";
import { type ScheduledRoute, undoRouteChange } from "../../routes/queries.ts";
import { text } from "../text.ts";
import {
  type Direction,
  decodeHistory,
  encodeHistory,
  findNext,
  findObstacle,
  findSkipped,
  type History,
  readUndoKey,
  record,
  recordRevert,
  type Step,
  skip,
} from "./history.ts";
import { routeName } from "./movable-stops.ts";

/** A step that can no longer be undone or done again. */
interface Stuck {
  on: Direction;
  step: Step;
  why: readonly string[];
}

export interface Undo {
  history: History;
  record: (step: Step) => void;
  revert: (on: Direction) => void;
  is_reverting: boolean;
  stuck: Stuck | null;
  /** What is done about a step that is stuck: it is forgotten and the next one tried, or it stays. */
  answer: (reply: "skip" | "keep") => void;
}

/** "2 orders moved to Maria Silva": for the button and the message. */
export function describeStep({ order_ids, to }: Step): string {
  return to === null
    ? text.moves.taken_off({ n: order_ids.length })
    : text.moves.moved({ n: order_ids.length, name: to.name });
}

/** Messages about single orders that are listed. */
const WHY_MAX = 3;

function describeObstacle(error: ApiError): readonly string[] | null {
  const obstacle = findObstacle(error);
  if (obstacle === null) return null;
  if (obstacle === "gone") return [text.undo.gone];
  if (obstacle !== "orders") return [error.message];
  const orders = error.errors;
  return [
    error.message,
    ...orders
      .slice(0, WHY_MAX)
      .map(({ order_id, message }) =>
        order_id === undefined ? message : `${text.order({ id: order_id })}: ${message}`,
      ),
    ...(orders.length > WHY_MAX ? [text.undo.more_orders({ n: orders.length - WHY_MAX })] : []),
  ];
}

export function useUndo(
  date: string,
  {
    is_busy,
    show,
    reread,
    tell,
  }: {
    /** Something else is being done. */
    is_busy: boolean;
    show: (changed: readonly ScheduledRoute[]) => void;
    reread: () => void;
    tell: (error: unknown, title: string) => void;
  },
): Undo {
  const { business, user } = useMe();
  const key = `board.${business?.id ?? 0}.${user.id}.${date}`;
  const [history, setHistory] = useState(() => decodeHistory(readTabValue(key)));
  const [stuck, setStuck] = useState<Stuck | null>(null);
  useEffect(() => writeTabValue(key, encodeHistory(history)), [key, history]);
  const reverting = useMutation({
    mutationFn: ({ step }: { step: Step; on: Direction }) => undoRouteChange(step.change_id),
    onSuccess: ({ change_id, routes }, { step, on }) => {
      show(routes);
      setHistory((before) => recordRevert(before, on, change_id));
      const label = describeStep(step);
      notifySuccess(on === "undo" ? text.moves.undone({ step: label }) : text.moves.redone({ step: label }));
    },
    onError: (error, { step, on }) => {
      const why = error instanceof ApiError ? describeObstacle(error) : null;
      if (why === null) return tell(error, on === "undo" ? text.moves.not_undone : text.moves.not_redone);
      setStuck({ on, step, why });
      reread();
    },
  });
  const is_reverting = reverting.isPending;
  const start = (from: History, on: Direction) => {
    setStuck(null);
    const step = findNext(from, on);
    if (step !== undefined && !is_busy && !is_reverting) reverting.mutate({ step, on });
  };
  const latest = useRef(start);
  latest.current = start;
  const current = useRef(history);
  current.current = history;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const on = readUndoKey(event);
      const { target } = event;
      if (on === null || (target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)))
        return;
      event.preventDefault();
      latest.current(current.current, on);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  return {
    history,
    is_reverting,
    stuck,
    record: (step) => {
      setStuck(null);
      setHistory((before) => record(before, step));
    },
    revert: (on) => latest.current(current.current, on),
    answer: (reply) => {
      setStuck(null);
      if (stuck === null || reply === "keep") return;
      const rest = skip(history, stuck.on);
      setHistory(rest);
      start(rest, stuck.on);
    },
  };
}

/** What stands against a step, and whether it is skipped. */
export function StuckStep({ undo, routes }: { undo: Undo; routes: readonly ScheduledRoute[] }) {
  const { stuck } = undo;
  return stuck === null ? null : <Question key={stuck.step.change_id} {...{ undo, stuck, routes }} />;
}

function Question({
  undo,
  stuck: { on, step, why },
  routes,
}: {
  undo: Undo;
  stuck: Stuck;
  routes: readonly ScheduledRoute[];
}) {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    first.current?.focus();
    return () => {
      if (before instanceof HTMLElement && document.activeElement === document.body) before.focus();
    };
  }, []);
  const next = findNext(skip(undo.history, on), on);
  const with_it = findSkipped(undo.history, on).length - 1;
  const names = routes.filter(({ id }) => step.route_ids.includes(id)).map(routeName);
  const title = on === "undo" ? text.undo.not_undone : text.undo.not_redone;
  return (
    <section
      className="sheet stuck-step"
      role="alertdialog"
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key === "Escape") undo.answer("keep");
      }}
    >
      <div className="grow">
        <p className="strong">{title}</p>
        <p>
          {describeStep(step)}
          {names.length === 0 ? null : <span className="dim"> · {names.join(", ")}</span>}
        </p>
        {why.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {with_it > 0 ? (
          <p className="dim small">
            {on === "undo" ? text.undo.with_earlier({ n: with_it }) : text.undo.with_later({ n: with_it })}
          </p>
        ) : null}
        {next === undefined ? null : (
          <p className="dim small">
            {on === "undo"
              ? text.undo.before({ step: describeStep(next) })
              : text.undo.after({ step: describeStep(next) })}
          </p>
        )}
      </div>
      <div className="row tight">
        <Button ref={first} size="xs" onClick={() => undo.answer("skip")}>
          {next === undefined ? text.undo.skip : on === "undo" ? text.undo.skip_undo : text.undo.skip_redo}
        </Button>
        <Button size="xs" variant="default" onClick={() => undo.answer("keep")}>
          {text.undo.keep}
        </Button>
      </div>
    </section>
  );
}
