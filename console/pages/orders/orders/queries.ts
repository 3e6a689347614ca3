/** Queries and commands of orders. */
import { queryOptions } from "@tanstack/react-query";
import type { ClientOrdersInput, OrderDetail, Place } from "../../../../packages/client/client.gen.ts";
import { type CallOptions, client, type Written } from "../../../api/client.ts";

export type { OrderDetail, OrderDraft, OrderSummary, Place } from "../../../../packages/client/client.gen.ts";
export type OrderPin = NonNullable<Awaited<ReturnType<typeof client.clientOrder>>["pin"]>;
export type OrderFilters = ClientOrdersInput;

/** Every order that matches the filters, read page by page: for maps. The planner itself reads the database. */
export const allOrdersQuery = (filters: OrderFilters, most = 4000) => {
  const countPages = ({ total }: { total: number }) => Math.max(1, Math.ceil(Math.min(total, most) / 200));
  return queryOptions({
    queryKey: ["orders", "all", filters, most],
    meta: { live: ["order"], requests: countPages },
    queryFn: async ({ signal }) => {
      const read = (page: number) => client.clientOrders({ ...filters, page, per_page: 200 }, { signal });
      const first = await read(1);
      const pages = countPages(first);
      const rest = await Promise.all(Array.from({ length: pages - 1 }, (_, index) => read(index + 2)));
      return { total: first.total, orders: [first, ...rest].flatMap(({ orders }) => orders) };
    },
    staleTime: 30_000,
  });
};

export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: ["orders", "search", q],
    meta: { live: ["order"] },
    queryFn: async ({ signal }) => {
      const { orders } = await client.clientOrdersSearch({ q, limit: 100 }, { signal });
      return { orders: orders.map(({ order }) => order) };
    },
    staleTime: 5000,
  });

export const orderQuery = (order_id: number) =>
  queryOptions({
    queryKey: ["orders", "one", order_id],
    meta: { live: [{ order: order_id }] },
    queryFn: ({ signal }) => client.clientOrder({ order_id }, { signal }),
  });

export const historyQuery = (order_id: number) =>
  queryOptions({
    queryKey: ["orders", "history", order_id],
    meta: { live: [{ order: order_id }] },
    queryFn: ({ signal }) => client.clientOrderHistory({ order_id }, { signal }),
  });

/** Proofs captured at delivery or pickup: each proof once, although several events may refer to it. */
export const proofsQuery = (order_id: number) =>
  queryOptions({
    queryKey: ["orders", "proofs", order_id],
    meta: { live: [{ order: order_id }] },
    queryFn: async ({ signal }) => {
      const { events } = await client.trackingOperationevents(
        { order_ids: [order_id], per_page: 200 },
        { signal },
      );
      return [
        ...new Map(events.flatMap((event) => event.proofs).map((proof) => [proof.proof_id, proof])).values(),
      ];
    },
  });

export type OrderCommand =
  | { trigger: "hold"; reason: string }
  | { trigger: "release"; reason?: string }
  | { trigger: "cancel"; reason?: string }
  | { trigger: "note"; note: string }
  | { trigger: "instruction"; delivery_instruction: string }
  | { trigger: "reroute"; address: Place };

export interface CommandAnswer {
  order_id: number;
  order: OrderDetail;
}

/** Sends the version that was shown, so that a concurrent change by somebody else is not overwritten. */
export function commandOrder(
  order: { id: number; version: number },
  command: OrderCommand,
  options: CallOptions,
): Promise<Written<CommandAnswer>> {
  const order_id = order.id;
  const with_version = { ...options, if_match: order.version };
  switch (command.trigger) {
    case "hold":
      return client.clientOrderHold({ order_id, reason: command.reason }, with_version);
    case "release":
      return client.clientOrderRelease(
        { order_id, ...(command.reason ? { reason: command.reason } : {}) },
        with_version,
      );
    case "cancel":
      return client.clientOrderCancel(
        { order_id, ...(command.reason ? { reason: command.reason } : {}) },
        with_version,
      );
    case "note":
      return client.clientOrderNote({ order_id, note: command.note }, with_version);
    case "instruction":
      return client.clientOrderDeliveryInstruction(
        { order_id, delivery_instruction: command.delivery_instruction },
        with_version,
      );
    case "reroute":
      return client.clientOrderReroute({ order_id, address: command.address }, with_version);
  }
}
