/**
 * The same command for up to 500 orders. Each is decided on its own and reports its actual status.
 *
 * All changes carry one batch id. Source: docs/contract/rest.md, "Limits"; the list of commands is our choice.
 */
import Type from "typebox";
import { findWarehouse, listReach } from "#domain/warehouse/warehouses/public.ts";
import type { Context } from "#operation/define/context.ts";
import { defineOperation } from "#operation/define/define.ts";
import { addResults, insertBatch } from "#operation/records/batch.ts";
import { refusals } from "#operation/response/platform-messages.ts";
import { CalendarDate, Id, Nullable, OrderId, StringEnum } from "#vocabulary/basics.ts";
import { bulkAnswer, bulkMembers } from "#vocabulary/bulk.ts";
import { TimeWindow } from "#vocabulary/place.ts";
import { Ref } from "#vocabulary/ref.ts";
import { getWorkingDay } from "../intake/insert.ts";
import {
  commandOrders,
  EXCEPTION_REASONS,
  type PersonCommand,
  REFUSAL_MESSAGES,
} from "../lifecycle/commands.ts";
import { addDayOfWindow, findAttemptFaults, type NextAttempt } from "../lifecycle/next-attempt.ts";
import { ORDER_STATUSES } from "../lifecycle/status.ts";
import { messages } from "../messages.ts";

const BULK_MAX = 500;
const ACTIVITIES = [
  "hold",
  "release",
  "cancel",
  "note",
  "start_return",
  "receive",
  "raise_exception",
  "reattempt",
  "reschedule",
] as const;
/** Activities that take a day and a window. */
const WITH_NEXT_ATTEMPT: readonly (typeof ACTIVITIES)[number][] = ["reattempt", "receive", "reschedule"];

export const commandOrdersBulk = defineOperation({
  name: "clientOrdersBulkActivity",
  summary: "Apply one command to many orders",
  description:
    "Each order is decided on its own. reattempt, receive and reschedule take the day and the window of the next attempt: " +
    "without window the present one keeps its times on the new day, null removes it. An order that is rescheduled leaves " +
    "its planned route; one on a released route is refused.",
  risk: "high",
  access: { scopes: ["orders:write"] },
  rest: { method: "POST", path: "/api/v1/client/orders/bulk-activity" },
  input: Type.Object({
    order_ids: Type.Array(Ref("order", OrderId), { minItems: 1, maxItems: BULK_MAX }),
    activity: StringEnum(ACTIVITIES),
    reason: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: "Required to hold and to raise an exception.",
      }),
    ),
    incident_reason: Type.Optional(
      StringEnum(EXCEPTION_REASONS, { description: "Reason of an exception as shown in tracking." }),
    ),
    note: Type.Optional(
      Type.String({ maxLength: 1000, description: "The internal note that replaces the current one." }),
    ),
    location: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: "Where the goods were received." }),
    ),
    warehouse_id: Type.Optional(
      Ref("warehouse", {
        ...Id,
        description:
          "The warehouse that received the goods: by default the caller's only one, else the one where each order started.",
      }),
    ),
    scheduled_date: Type.Optional({
      ...CalendarDate,
      description:
        "Day of the next attempt, for `reattempt`, `receive` and `reschedule`: today or later. An order whose goods a driver still has keeps its status until they are back, unless the day is today.",
    }),
    window: Type.Optional(Nullable(TimeWindow)),
  }),
  output: Type.Object({
    result: Type.Boolean({ description: "True when at least one order was changed." }),
    batch_id: Type.Integer(),
    ...bulkMembers,
    orders: Type.Array(
      Type.Object({
        order_id: Ref("order", OrderId),
        result: Type.Boolean(),
        status: Nullable(
          StringEnum(ORDER_STATUSES, {
            description: "The current status, also when the command was refused.",
          }),
        ),
        error_code: Nullable(Type.String()),
        message: Nullable(Type.String()),
      }),
      { description: "One entry per order, in the sequence of the request." },
    ),
  }),

  async run(context, input) {
    const { refuse, say } = context;
    const next = readNextAttempt(context, input);
    const warehouse_id =
      input.activity === "receive" ? await chooseWarehouse(context, input.warehouse_id) : undefined;
    const command = buildCommand({
      ...input,
      ...(warehouse_id === undefined ? {} : { warehouse_id }),
      ...(next === undefined ? {} : { next }),
    });
    if (typeof command === "string") {
      throw refuse("invalid_request", {
        message: refusals.invalid_request,
        errors: [
          {
            field: command,
            message: messages.required_to.with({ activity: input.activity.replaceAll("_", " ") }),
          },
        ],
      });
    }
    const ids = [...new Set(input.order_ids)];
    const { id: batch_id } = await insertBatch(context, {
      operation: "clientOrdersBulkActivity",
      state: "COMPLETED",
      total: ids.length,
    });
    const results = await commandOrders(context, ids, command, { batch_id });
    const refused = results.filter(({ refusal }) => refusal !== null).length;
    const done_count = results.length - refused;
    await addResults(context, batch_id, { done: done_count, failed: refused, is_last: true });
    context.emit({
      subject: { type: "batch", id: batch_id, is_new: true },
      kind: "batch.finished",
      payload: {
        operation: "clientOrdersBulkActivity",
        activity: input.activity,
        done: done_count,
        failed: refused,
      },
      batch_id,
    });
    const orders = results.map(({ order_id, order, refusal }) => ({
      order_id,
      result: refusal === null,
      status: order?.status ?? null,
      error_code: refusal === null ? null : refusal.toUpperCase(),
      message: refusal === null ? null : say(REFUSAL_MESSAGES[refusal], { status: order?.status ?? "" }),
    }));
    return { batch_id, ...bulkAnswer(orders, ({ order_id }) => order_id), orders };
  },
});

/** When the orders go out again; undefined when the request says nothing about it. */
function readNextAttempt(
  context: Context<"invalid_request">,
  { activity, scheduled_date, window }: NextAttempt & { activity: (typeof ACTIVITIES)[number] },
): NextAttempt | undefined {
  const next: NextAttempt = {
    ...(scheduled_date === undefined ? {} : { scheduled_date }),
    ...(window === undefined ? {} : { window }),
  };
  const [only_member] = Object.keys(next);
  if (only_member === undefined) return undefined;
  const day = getWorkingDay(context);
  const errors = WITH_NEXT_ATTEMPT.includes(activity)
    ? findAttemptFaults(next, day)
    : [{ field: only_member, message: messages.not_with_activity }];
  if (errors.length > 0)
    throw context.refuse("invalid_request", { message: refusals.invalid_request, errors });
  return addDayOfWindow(next, day);
}

/** The open warehouse that receives: the named one, or the only one that the caller works at. */
async function chooseWarehouse(
  context: Context<"invalid_request">,
  warehouse_id: number | undefined,
): Promise<number | undefined> {
  const reach = listReach(context);
  const chosen_warehouse_id = warehouse_id ?? (reach?.length === 1 ? reach[0] : undefined);
  const fault =
    chosen_warehouse_id === undefined
      ? reach === null
        ? null
        : messages.say_which_warehouse
      : (await findWarehouse(context, chosen_warehouse_id))?.status === "open"
        ? null
        : messages.no_own_open_warehouse;
  if (fault === null) return chosen_warehouse_id;
  throw context.refuse("invalid_request", {
    message: refusals.invalid_request,
    errors: [{ field: "warehouse_id", message: fault }],
  });
}

/** Build the command; returns the name of the missing member when one is required. */
function buildCommand(input: {
  activity: (typeof ACTIVITIES)[number];
  reason?: string;
  incident_reason?: (typeof EXCEPTION_REASONS)[number];
  note?: string;
  location?: string;
  warehouse_id?: number;
  next?: NextAttempt;
}): PersonCommand | "reason" | "note" | "scheduled_date" {
  const { activity: trigger, reason, incident_reason, note, location, warehouse_id, next } = input;
  const optional_reason = reason === undefined ? {} : { reason };
  switch (trigger) {
    case "hold":
      return reason === undefined ? "reason" : { trigger, reason };
    case "raise_exception":
      return reason === undefined
        ? "reason"
        : { trigger, reason, ...(incident_reason === undefined ? {} : { incident_reason }) };
    case "note":
      return note === undefined ? "note" : { trigger, note };
    case "receive":
      return {
        trigger,
        ...(location === undefined ? {} : { location }),
        ...(warehouse_id === undefined ? {} : { warehouse_id }),
        ...(next === undefined ? {} : { next }),
      };
    case "reschedule":
      return next === undefined ? "scheduled_date" : { trigger, ...optional_reason, next };
    case "reattempt":
      return { trigger, ...optional_reason, ...(next === undefined ? {} : { next }) };
    default:
      return { trigger, ...optional_reason };
  }
}
