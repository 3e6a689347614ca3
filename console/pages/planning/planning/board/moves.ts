/**
 * Moves stops between routes and within one. After each move, success or not, the routes are read again from
 * the service.
 */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { addToRoute, removeFromRoute, resequenceRoute, type ScheduledRoute } from "../../../../api/routes.ts";
import { count } from "../../../../parts/format.ts";
import { failed, notifySuccess } from "../../../../parts/toast.ts";
import { isUnvisited } from "./timeline.ts";

export interface Moves {
  toRoute: (order_ids: number[], to: { id: number; name: string }, position?: number) => void;
  offRoute: (route: ScheduledRoute, order_ids: number[]) => void;
  reorder: (route: ScheduledRoute, stop_ids: number[]) => void;
  busy: boolean;
}

/** The stops of a route that are not visited yet, in sequence. */
export function unvisited(route: ScheduledRoute): number[] {
  return route.stops.filter(isUnvisited).map(({ id }) => id);
}

export function useMoves(): Moves {
  const client = useQueryClient();
  const fresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ["routes"] }),
      client.invalidateQueries({ queryKey: ["orders"] }),
    ]);
  const to = useMutation({
    mutationFn: ({
      order_ids,
      id,
      position,
    }: {
      order_ids: number[];
      id: number;
      name: string;
      position?: number;
    }) => addToRoute(id, order_ids, position),
    onSuccess: (_answer, { order_ids, name }) =>
      notifySuccess(`${count(order_ids.length, "order")} moved to ${name}.`),
    onError: (error) => failed(error, "It was not moved"),
    onSettled: fresh,
  });
  const off = useMutation({
    mutationFn: ({ id, order_ids }: { id: number; order_ids: number[] }) => removeFromRoute(id, order_ids),
    onSuccess: (_answer, { order_ids }) =>
      notifySuccess(`${count(order_ids.length, "order")} taken off the route.`),
    onError: (error) => failed(error, "It was not taken off"),
    onSettled: fresh,
  });
  const order = useMutation({
    mutationFn: ({ route, stop_ids }: { route: ScheduledRoute; stop_ids: number[] }) =>
      resequenceRoute(route, stop_ids),
    onError: (error) => failed(error, "The sequence stays as it was"),
    onSettled: fresh,
  });
  return {
    toRoute: (order_ids, { id, name }, position) => to.mutate({ order_ids, id, name, position }),
    offRoute: ({ id }, order_ids) => off.mutate({ id, order_ids }),
    reorder: (route, stop_ids) => order.mutate({ route, stop_ids }),
    busy: to.isPending || off.isPending || order.isPending,
  };
}
