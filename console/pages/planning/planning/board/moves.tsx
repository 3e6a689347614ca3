/**
 * Moves orders between routes, and undoes it. Every move names the versions of the routes that were seen: what
 * somebody else changed meanwhile is reported and not overwritten.
 */
import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useMemo, useState } from "react";
import { ApiError } from "../../../../api/client.ts";
import { notifyFailure, notifySuccess, notifyWarning } from "../../../../parts/toast.ts";
import {
  moveOrders,
  type RouteSchedule,
  receiveOrders,
  type ScheduledRoute,
  scheduleQuery,
} from "../../routes/queries.ts";
import { text } from "../text.ts";
import { describeStep, type Undo, useUndo } from "./undo.tsx";

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
  /** The vehicle does not carry that much, or the goods are in it. */
  because: "over_capacity" | "goods_aboard";
}

/** What somebody says to a refused move; `receive`: the goods are at their warehouse. */
type Reply = "leave" | "anyway" | "receive";

export interface Moves {
  move: (move: Move) => void;
  undo: Undo;
  busy: boolean;
  /** A move that is only done when somebody says more about it. */
  refused: Refused | null;
  answer: (reply: Reply) => void;
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
  const reread = () => {
    void client.invalidateQueries({ queryKey: ["routes"] });
    void client.invalidateQueries({ queryKey: ["route-changes"] });
  };
  const tell = (error: unknown, title: string) => {
    const conflict = error instanceof ApiError && error.error_code === "VERSION_CONFLICT";
    if (!conflict) notifyFailure(error, title);
    else notifyWarning(text.moves.changed({ why: error.message }), title);
    reread();
  };
  const moving = useMutation({
    mutationFn: ({ move, anyway }: { move: Move; anyway?: Refused["because"] }) =>
      moveOrders({
        order_ids: [...move.order_ids],
        route_id: move.to?.id ?? null,
        ...(move.position === undefined ? {} : { position: move.position }),
        versions: listVersions(client.getQueryData<RouteSchedule>(key)?.routes ?? [], move),
        ...(anyway === "over_capacity" ? { allow_over_capacity: true } : {}),
        ...(anyway === "goods_aboard" ? { goods_stay_aboard: true } : {}),
      }),
    onSuccess: ({ change_id, routes }, { move: { order_ids, to } }) => {
      const step = { change_id, order_ids, to, route_ids: routes.map(({ id }) => id) };
      show(routes);
      undo.record(step);
      notifySuccess(text.moves.done({ step: describeStep(step) }));
    },
    onError: (error, { move }) => {
      if (error instanceof ApiError && error.error_code === "OVER_CAPACITY")
        setRefused({ move, reason: error.message, because: "over_capacity" });
      else if (error instanceof ApiError && error.errors.some(({ code }) => code === "goods_aboard"))
        setRefused({ move, reason: "", because: "goods_aboard" });
      else tell(error, text.moves.not_moved);
    },
  });
  const receiving = useMutation({
    mutationFn: receiveOrders,
    onSuccess: ({ done, errors: [first] }) => {
      if (done > 0) notifySuccess(text.moves.received({ n: done }));
      if (first !== undefined) notifyWarning(first.message, text.moves.not_received);
      void client.invalidateQueries({ queryKey: ["orders"] });
      void client.invalidateQueries({ queryKey: ["routes"] });
    },
    onError: (error) => tell(error, text.moves.not_received),
  });
  const is_busy = moving.isPending || receiving.isPending;
  const undo = useUndo(date, { is_busy, show, reread, tell });
  const busy = is_busy || undo.is_reverting;
  const { mutate } = moving;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the functions read the latest state.
  return useMemo(
    () => ({
      move: (move) => mutate({ move }),
      undo,
      busy,
      refused,
      answer: (reply) => {
        setRefused(null);
        if (refused === null) return;
        if (reply === "anyway") mutate({ move: refused.move, anyway: refused.because });
        if (reply === "receive") receiving.mutate(refused.move.order_ids);
      },
    }),
    [undo.history, undo.stuck, busy, refused],
  );
}

/** What is asked before a vehicle is loaded beyond its capacity, or a stop is taken off whose goods are in the vehicle. */
export function RefusedQuestion({ moves }: { moves: Moves }): ReactNode {
  if (moves.refused === null) return null;
  if (moves.refused.because === "goods_aboard")
    return (
      <section className="overload" role="alertdialog" aria-label={text.moves.aboard}>
        <p className="strong">{text.moves.aboard}</p>
        <p>{text.moves.aboard_about({ n: moves.refused.move.order_ids.length })}</p>
        <div className="row tight">
          <Button size="xs" variant="default" data-autofocus onClick={() => moves.answer("leave")}>
            {text.moves.leave}
          </Button>
          <Button size="xs" onClick={() => moves.answer("receive")}>
            {text.moves.receive}
          </Button>
          <Button size="xs" variant="default" onClick={() => moves.answer("anyway")}>
            {text.moves.stay_aboard}
          </Button>
        </div>
      </section>
    );
  return (
    <section className="overload" role="alertdialog" aria-label={text.moves.over}>
      <p className="strong">{text.moves.over}</p>
      <p>{text.moves.over_about({ why: moves.refused.reason })}</p>
      <div className="row tight">
        <Button size="xs" variant="default" data-autofocus onClick={() => moves.answer("leave")}>
          {text.moves.leave}
        </Button>
        <Button size="xs" color="red.8" onClick={() => moves.answer("anyway")}>
          {text.moves.anyway}
        </Button>
      </div>
    </section>
  );
}
