/** Pickups as they are sent, and read. */
import Type, { type Static } from "typebox";
import type { Context } from "#operation/define/context.ts";
import { Count, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Place } from "#vocabulary/place.ts";
import { Price, PriceCurrency, PriceHidden } from "#vocabulary/price.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { type ListedPickup, PICKUPS } from "../records/label-pickup.ts";
import { canCancelPickup, PICKUP_STATES } from "./rules.ts";

export const LabelPickup = Type.Object(
  {
    id: Ref("label_pickup"),
    state: StringEnum(PICKUP_STATES, {
      description:
        "`pending`: the carrier has not confirmed it yet; `failed`: nobody comes; `cancel_pending`: the carrier has not confirmed that " +
        "it is cancelled.",
    }),
    is_unconfirmed: Type.Boolean({
      description: "The carrier did not answer the last call; it is asked again.",
    }),
    carrier_account: Type.String({ description: "Code of the account." }),
    carrier: Type.String(),
    warehouse_id: Nullable(Ref("warehouse")),
    place: Place,
    window_start: Timestamp,
    window_end: Timestamp,
    time_zone: Type.String({ description: "IANA name, of the window." }),
    instructions: Type.String(),
    label_count: Type.Unsafe<number>({ ...Count, description: "Labels that it was scheduled for." }),
    package_count: Count,
    weight_g: Type.Integer({ minimum: 0 }),
    confirmation: Nullable(Type.String({ description: "What the driver is asked for." })),
    charge_minor: Price("label_service", "What the carrier charges the business, in minor units."),
    currency: PriceCurrency("label_service"),
    price_hidden: PriceHidden,
    failure: Nullable(Type.String({ description: "`request_refused`, `timeout`, `absent` …" })),
    failure_text: Nullable(Type.String({ description: "The carrier's words." })),
    cancel_requested: Type.Boolean({
      description: "It is cancelled as soon as the carrier has confirmed it.",
    }),
    can_cancel: Type.Boolean(),
    created_at: Timestamp,
    version: Type.Integer(),
  },
  { $id: "LabelPickup" },
);

/** What operations on one pickup return. */
export const pickupAnswerMembers = {
  result: Type.Boolean(),
  pending: Type.Boolean({ description: "The carrier has not said yet how it ended; read it again." }),
  version: Type.Integer(),
  pickup: LabelPickup,
};

export function toPickup(
  { now }: Pick<Context<never>, "now">,
  row: ListedPickup,
): Static<typeof LabelPickup> {
  return {
    id: row.id,
    state: row.state,
    is_unconfirmed: row.is_unconfirmed,
    carrier_account: row.carrier_account,
    carrier: row.carrier,
    warehouse_id: row.warehouse_id,
    place: row.place,
    window_start: row.window_start,
    window_end: row.window_end,
    time_zone: row.time_zone,
    instructions: row.instructions,
    label_count: row.label_count,
    package_count: row.package_count,
    weight_g: row.weight_g,
    confirmation: row.confirmation,
    charge_minor: row.charge_minor,
    ...(row.currency === null ? {} : { currency: row.currency }),
    failure: row.failure,
    failure_text: row.failure_text,
    cancel_requested: row.cancel_requested_at !== null,
    can_cancel: canCancelPickup(row, now),
    created_at: row.created_at,
    version: row.version,
  };
}

/** The pickup as operations answer with it, read after what was written. */
export async function answerPickup(
  context: Pick<Context<never>, "db" | "business_id" | "now" | "refuse">,
  id: number,
) {
  const { db, business_id, refuse } = context;
  const row = await db.row<ListedPickup>(`${PICKUPS} where k.business_id = $1 and k.id = $2`, [
    business_id,
    id,
  ]);
  if (row === undefined) throw refuse("not_found", { message: messages.unknown_pickup });
  const pickup = toPickup(context, row);
  return {
    result: true,
    pending: row.state === "pending" || row.state === "cancel_pending",
    version: row.version,
    pickup,
  };
}
