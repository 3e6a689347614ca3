/** What a family says of each kind of exception that it declares: `attention/attention.ts` beside its pages, found by folder. */
import type { Client, DispatchBoardOutput } from "../../../../packages/client/client.gen.ts";
import type { RecordKind } from "../../../../packages/client/record-kinds.gen.ts";
import type { CallOptions } from "../../../api/client.ts";
import type { Rules } from "../../../parts/form-rules.ts";
import { money } from "../../../parts/format.ts";
import type { Times } from "../../../parts/times.ts";
import type { Command } from "../../orders/orders/order-commands.ts";
import { text } from "./text.ts";

export type Item = DispatchBoardOutput["items"][number];
type Facts = Readonly<Record<string, unknown>>;

export interface Say {
  times: Pick<Times, "moment">;
  /** Of the business. */
  currency: string;
}

/** Labels follow the language. */
interface Labelled {
  label: () => string;
}

/** A command on orders, with its dialog; also for all items of a group. */
export interface CommandAction extends Labelled {
  do: "command";
  command: Command;
}

/** One call with a preview. */
export interface CallAction extends Labelled {
  do: "call";
  /** As the decision records it. */
  operation: keyof Client;
  danger?: true;
  /** Whoever calls it says why; the rules of its reason. */
  needs_reason?: () => Rules<string>;
  /** Whether the item has what the call is about; always when absent. */
  applies?: (item: Item) => boolean;
  run: (item: Item, reason: string, options: CallOptions) => Promise<object>;
}

/** Another driver for the route. */
interface DriverAction extends Labelled {
  do: "driver";
}

/** A record, or a page: `linkOptions({ to: "/plan" })`. */
export type Opened = readonly [kind: RecordKind, id: number] | { to: string; search?: object };

/** The page where it is done; the item ends by itself. */
export interface OpenAction extends Labelled {
  do: "open";
  /** Null when the item has no such record. */
  page: (item: Item) => Opened | null;
}

export type ItemAction = CommandAction | CallAction | DriverAction | OpenAction;

interface AttentionKind {
  /** What an item without an order, a route or a driver is about; its kind of record and number when absent. */
  name?: (facts: Facts) => string | null;
  /** Its facts in one sentence. Pure. */
  why: (facts: Facts, say: Say) => string;
  /** The two or three that help, the likeliest first. */
  actions: readonly ItemAction[];
}

export type Attention = Readonly<Record<string, AttentionKind>>;

export function findDriverId({ subject_type, subject_id, facts }: Item): number | null {
  if (subject_type === "driver") return subject_id;
  return typeof facts["driver_id"] === "number" ? facts["driver_id"] : null;
}

const openRecord = (
  kind: RecordKind,
  label: () => string,
  findId: (item: Item) => number | null,
): OpenAction => ({
  do: "open",
  label,
  page: (item) => {
    const id = findId(item);
    return id === null ? null : [kind, id];
  },
});

export const openRoute = openRecord(
  "route",
  () => text.actions.open_route,
  ({ route_id }) => route_id,
);
export const openOrder = openRecord(
  "order",
  () => text.actions.open_order,
  ({ order_id }) => order_id,
);
export const openDriver = openRecord("driver", () => text.actions.open_driver, findDriverId);

export const readString = (value: unknown): string | null =>
  typeof value === "string" && value !== "" ? value : null;
export const readNumber = (value: unknown): number => (typeof value === "number" ? value : 0);

type DescribeDifference = (values: { expected: string; received: string; difference: string }) => string;

/** Amounts in minor units. */
export function describeDifference(
  { expected, received, currency }: { expected: number; received: number; currency: string },
  say: { less: DescribeDifference; more: DescribeDifference },
): string {
  return say[received < expected ? "less" : "more"]({
    expected: money(expected, currency),
    received: money(received, currency),
    difference: money(Math.abs(received - expected), currency),
  });
}
