/**
 * Have a carrier collect the packages of labels: on a day, in a window of it, at one place.
 *
 * The pickup is stored with its labels before the carrier is asked. A lost answer leaves it `pending`: a job looks for it at
 * the carrier by its reference, and nothing is scheduled twice. A carrier that refuses leaves it `failed`, and its labels
 * are on no pickup.
 *
 * Source: docs/contract/rest.md, "Other routes"; the body is our choice.
 */
import Type from "typebox";
import { findAccount } from "#domain/carriers/carrier-accounts/public.ts";
import { findWarehouse } from "#domain/warehouse/warehouses/public.ts";
import type { Context } from "#operation/define/context.ts";
import { defineOperation } from "#operation/define/define.ts";
import type { Message } from "#operation/response/messages.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { CalendarDate, Id } from "#vocabulary/basics.ts";
import { Place } from "#vocabulary/place.ts";
import { Ref } from "#vocabulary/ref.ts";
import { buildOriginKey } from "../manifests/start.ts";
import { messages } from "../messages.ts";
import { recordScheduling } from "../pickups/record.ts";
import { findCarrierPickup, requestPickup } from "../pickups/request-pickup.ts";
import { COLLECTABLE, decideWindow } from "../pickups/rules.ts";
import { answerPickup, pickupAnswerMembers } from "../pickups/shapes.ts";
import { startPickup } from "../pickups/start.ts";
import { UNAVAILABLE } from "../purchase/buy.ts";
import { type LabelOrderRow, lockLabels, lockManifested } from "../records/label.ts";
import { PickupRecord } from "../records/label-pickup.ts";

const LABELS_MAX = 500;
const MANIFESTS_MAX = 50;
const Time = Type.String({
  pattern: "^([01]\\d|2[0-3]):[0-5]\\d$",
  maxLength: 5,
  description: "HH:MM in the business's time zone.",
});

const input = Type.Object({
  manifest_ids: Type.Optional(
    Type.Array(Ref("label_manifest"), {
      minItems: 1,
      maxItems: MANIFESTS_MAX,
      uniqueItems: true,
      description: "Their labels that are on no pickup yet. This or label_order_ids is required.",
    }),
  ),
  label_order_ids: Type.Optional(
    Type.Array(Ref("label_order"), { minItems: 1, maxItems: LABELS_MAX, uniqueItems: true }),
  ),
  warehouse_id: Type.Optional(
    Ref("warehouse", {
      ...Id,
      description: "Where they are collected; where they are handed over if absent.",
    }),
  ),
  address: Type.Optional({ ...Place, description: "Instead of a warehouse." }),
  date: CalendarDate,
  window_start: Time,
  window_end: Time,
  instructions: Type.Optional(Type.String({ maxLength: 200, description: "For the driver." })),
});

const refusals = {
  unknown_warehouse: "invalid",
  not_collectable: "conflict",
  nothing_to_collect: "conflict",
  several_carriers: "invalid",
  several_origins: "invalid",
  past_cut_off: "conflict",
  carrier_refused: "invalid",
  carrier_unavailable: "unavailable",
} as const;

type Input = Type.Static<typeof input>;
type Refusing = Context<keyof typeof refusals>;

export const schedulePickup = defineOperation({
  name: "labelservicePickupSchedule",
  summary: "Schedule a pickup by a carrier",
  description:
    "Has the carrier collect the packages of manifests or labels, all of one carrier account and carrier, in a window of a day. With " +
    "pending true the carrier has not answered; it is asked again, and nothing is scheduled twice.",
  risk: "high",
  access: { scopes: ["labels:write"] },
  rest: { method: "POST", path: "/api/v1/labelservice/pickups", pending: "pending" },
  input,
  output: Type.Object(pickupAnswerMembers),
  refusals,

  async run(context, pickup_request) {
    const { business, now, refuse } = context;
    const where = await findPlace(context, pickup_request);
    const labels = await lockCollectable(context, pickup_request);
    const [first] = labels;
    if (first === undefined) throw refuse("nothing_to_collect", { message: messages.nothing_to_collect });
    if (
      labels.some(
        (one) => one.carrier_account_id !== first.carrier_account_id || one.carrier !== first.carrier,
      )
    )
      throw refuse("several_carriers", { message: messages.several_carriers });
    const origin = buildOriginKey(first.shipment.from);
    if (where === null && labels.some(({ shipment }) => buildOriginKey(shipment.from) !== origin))
      throw refuse("several_origins", { message: messages.several_origins });
    const account = await findAccount(context, first.carrier_account_id);
    const time_zone = business.time_zone;
    const decision = decideWindow(pickup_request, {
      now,
      time_zone,
      cut_off: account?.pickup_cut_off ?? null,
    });
    if ("fault" in decision)
      throw refuse("invalid_request", { message: messages.invalid_window, errors: [decision.fault] });
    if ("past_cut_off" in decision)
      throw refuse("past_cut_off", {
        message: messages.past_cut_off,
        values: { cut_off: decision.past_cut_off },
        extra: { cut_off: decision.past_cut_off },
      });
    const { id } = await startPickup(context, {
      labels,
      place: where?.place ?? first.shipment.from,
      warehouse_id: where?.warehouse_id ?? null,
      window: decision.window,
      time_zone,
      instructions: pickup_request.instructions ?? "",
    });
    return answerPickup(context, id);
  },

  async perform(context, _input, { pickup: { id } }) {
    const row = await PickupRecord.find(context, id);
    if (row?.state !== "pending") return null;
    // A worker stands in for a process that died: what that one sent may arrive yet, and would be a second pickup.
    return context.request.surface === "job" ? findCarrierPickup(context, row) : requestPickup(context, row);
  },

  async settle(context, _input, { pickup: { id: pickup_id } }, outcome) {
    if (outcome === null) return answerPickup(context, pickup_id);
    const { state } = await recordScheduling(context, pickup_id, outcome);
    if (outcome.kind !== "refused" || state !== "failed") return answerPickup(context, pickup_id);
    const { failure, code: carrier_code, text: reason } = outcome;
    const more = { values: { reason }, extra: { pickup_id, state, failure, carrier_code } };
    return UNAVAILABLE.has(failure)
      ? context.refuse("carrier_unavailable", { ...more, message: messages.carrier_unavailable })
      : context.refuse("carrier_refused", { ...more, message: messages.carrier_refused });
  },
  unpredicted: ["pending", "pickup.state", "pickup.confirmation", "pickup.charge_minor"],
});

/** Null where it is the place at which the labels are handed over. */
async function findPlace(
  context: Refusing,
  { warehouse_id, address }: Input,
): Promise<{ place: Place; warehouse_id: number | null } | null> {
  const { refuse } = context;
  const fail = (field: string, message: Message) =>
    refuse("invalid_request", { errors: [{ field, message }] });
  if (warehouse_id !== undefined && address !== undefined)
    throw fail("address", messages.address_or_warehouse);
  if (address !== undefined) {
    if (!address.country) throw fail("address/country", fields.required);
    return { place: address, warehouse_id: null };
  }
  if (warehouse_id === undefined) return null;
  const warehouse = await findWarehouse(context, warehouse_id);
  if (warehouse?.status !== "open")
    throw refuse("unknown_warehouse", {
      message: messages.unknown_warehouse,
      errors: [{ field: "warehouse_id", message: messages.no_open_warehouse }],
    });
  return { place: warehouse.place, warehouse_id };
}

/** Labels that were named must all be collectable; of manifests those are taken that are. */
async function lockCollectable(
  context: Refusing,
  { manifest_ids = [], label_order_ids = [] }: Input,
): Promise<LabelOrderRow[]> {
  const { db, business_id, refuse } = context;
  if (manifest_ids.length > 0 === label_order_ids.length > 0)
    throw refuse("invalid_request", {
      errors: [{ field: "manifest_ids", message: messages.labels_or_manifests }],
    });
  const isWaiting = ({ state, pickup_id }: LabelOrderRow) => COLLECTABLE.has(state) && pickup_id === null;
  if (manifest_ids.length > 0) {
    const manifests = await db.rows<{ id: number }>(
      "select id from label_manifest where business_id = $1 and id = any($2::bigint[])",
      [business_id, manifest_ids],
    );
    if (manifests.length < manifest_ids.length)
      throw refuse("not_found", { message: messages.unknown_manifest });
    return (await lockManifested(context, manifest_ids)).filter(isWaiting);
  }
  const labels = await lockLabels(context, label_order_ids);
  if (labels.length < label_order_ids.length) throw refuse("not_found", { message: messages.unknown_label });
  const faults = labels.filter((label) => !isWaiting(label));
  if (faults.length > 0)
    throw refuse("not_collectable", {
      message: messages.not_collectable,
      errors: faults.slice(0, 100).map(({ id, state, pickup_id }) => ({
        field: `label_order_ids/${label_order_ids.indexOf(id)}`,
        message:
          pickup_id === null
            ? messages.in_state.with({ state })
            : messages.on_pickup.with({ pickup: pickup_id }),
      })),
    });
  return labels;
}
