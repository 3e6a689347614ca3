/**
 * Moves orders between routes, and undoes it. Every move names the versions of the routes that were seen: what
 * somebody else changed meanwhile is told and not overwritten.
 */
import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { ApiError } from "../../../../api/client.ts";
import {
  moveOrders,
  type RouteSchedule,
  type ScheduledRoute,
  scheduleQuery,
  undoRouteChange,
} from "../../../../api/routes.ts";
import { failed, notifySuccess, notifyWarning } from "../../../../parts/toast.ts";
import { text } from "../text.ts";
import {
  EMPTY_HISTORY,
  type History,
  readUndoKey,
  record,
  recordRedo,
  recordUndo,
  type Step,
} from "./history.ts";

export interface Move {
  order_ids: readonly number[];
  /** Null: off their routes. */
  to: { id: number; name: string } | null;
  /** Among the other unvisited stops of the route, from 1. */
  position?: number | undefined;
}

interface Refused {
  move: Move;
  reason: string;
}

export interface Moves {
  move: (move: Move) => void;
  undo: () => void;
  redo: () => void;
  history: History;
  busy: boolean;
  /** A move that the vehicle does not carry: done only when somebody says so. */
  refused: Refused | null;
  /** Does the refused move all the same, or leaves it. */
  answer: (anyway: boolean) => void;
}

/** The routes at the versions that are shown, of those that a move changes. */
function listVersions(routes: readonly ScheduledRoute[], { order_ids, to }: Move) {
  const moved = new Set(order_ids);
  return routes
    .filter(
      ({ id, stops }) =>
        id === to?.id || stops.some(({ orders }) => orders.some((order) => moved.has(order.id))),
    )
    .map(({ id, version }) => ({ route_id: id, version }));
}

export function useMoves(date: string): Moves {
  const client = useQueryClient();
  const [history, setHistory] = useState(EMPTY_HISTORY);
  const [refused, setRefused] = useState<Refused | null>(null);
  const key = scheduleQuery(date).queryKey;
  const show = (changed: readonly ScheduledRoute[]) => {
    const by_id = new Map(changed.map((route) => [route.id, route]));
    client.setQueryData<RouteSchedule>(
      key,
      (before) => before && { ...before, routes: before.routes.map((route) => by_id.get(route.id) ?? route) },
    );
    void client.invalidateQueries({ queryKey: ["orders"] });
    void client.invalidateQueries({ queryKey: ["route-changes"] });
    void client.invalidateQueries({ queryKey: ["routes", "list"] });
    void client.invalidateQueries({ queryKey: ["routes", "one"] });
  };
  const tell = (error: unknown, title: string) => {
    const conflict =
      error instanceof ApiError && ["VERSION_CONFLICT", "CHANGED_SINCE"].includes(error.error_code);
    if (!conflict) failed(error, title);
    else notifyWarning(text.moves.changed(error.message), title);
    void client.invalidateQueries({ queryKey: ["routes"] });
    void client.invalidateQueries({ queryKey: ["route-changes"] });
  };
  const stepOf = (change_id: number, label: string): Step => ({
    label,
    revert: async () => {
      const answer = await undoRouteChange(change_id);
      show(answer.routes);
      return stepOf(answer.change_id, label);
    },
  });
  const moving = useMutation({
    mutationFn: ({ move, anyway }: { move: Move; anyway: boolean }) =>
      moveOrders({
        order_ids: [...move.order_ids],
        route_id: move.to?.id ?? null,
        ...(move.position === undefined ? {} : { position: move.position }),
        versions: listVersions(client.getQueryData<RouteSchedule>(key)?.routes ?? [], move),
        ...(anyway ? { allow_over_capacity: true } : {}),
      }),
    onSuccess: ({ change_id, routes }, { move: { order_ids, to } }) => {
      const label =
        to === null ? text.moves.taken_off(order_ids.length) : text.moves.moved(order_ids.length, to.name);
      show(routes);
      setHistory((before) => record(before, stepOf(change_id, label)));
      notifySuccess(text.moves.done(label));
    },
    onError: (error, { move }) => {
      if (error instanceof ApiError && error.error_code === "OVER_CAPACITY")
        setRefused({ move, reason: error.message });
      else tell(error, text.moves.not_moved);
    },
  });
  const reverting = useMutation({
    mutationFn: ({ step }: { step: Step; on: "undo" | "redo" }) => step.revert(),
    onSuccess: (opposite, { on }) => {
      setHistory((before) => (on === "undo" ? recordUndo : recordRedo)(before, opposite));
      notifySuccess(on === "undo" ? text.moves.undone(opposite.label) : text.moves.redone(opposite.label));
    },
    onError: (error, { on }) => tell(error, on === "undo" ? text.moves.not_undone : text.moves.not_redone),
  });
  const busy = moving.isPending || reverting.isPending;
  const revert = (on: "undo" | "redo") => {
    const step = (on === "undo" ? history.done : history.undone).at(-1);
    if (step !== undefined && !busy) reverting.mutate({ step, on });
  };
  const latest = useRef(revert);
  latest.current = revert;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const on = readUndoKey(event);
      const { target } = event;
      if (on === null || (target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)))
        return;
      event.preventDefault();
      latest.current(on);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  const { mutate } = moving;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the functions read the latest state.
  return useMemo(
    () => ({
      move: (move) => mutate({ move, anyway: false }),
      undo: () => latest.current("undo"),
      redo: () => latest.current("redo"),
      history,
      busy,
      refused,
      answer: (anyway) => {
        setRefused(null);
        if (anyway && refused !== null) mutate({ move: refused.move, anyway: true });
      },
    }),
    [history, busy, refused],
  );
}

/** What is asked before a vehicle is loaded beyond its capacity. */
export function OverloadQuestion({ moves }: { moves: Moves }): ReactNode {
  if (moves.refused === null) return null;
  return (
    <section className="overload" role="alertdialog" aria-label={text.moves.over}>
      <p className="strong">{text.moves.over}</p>
      <p>{text.moves.over_about(moves.refused.reason)}</p>
      <div className="row tight">
        <Button size="xs" variant="default" data-autofocus onClick={() => moves.answer(false)}>
          {text.moves.leave}
        </Button>
        <Button size="xs" color="red.8" onClick={() => moves.answer(true)}>
          {text.moves.anyway}
        </Button>
      </div>
    </section>
  );
}
