/** Relays as they are returned, and what each change of custody is told with. */
import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { TimeWindow } from "#vocabulary/place.ts";
import { Ref } from "#vocabulary/ref.ts";
import { getRelay } from "./load.ts";
import type { RelayView } from "./records/relay.ts";
import { ACTIONS, CHOOSERS, CONSENTS, EXCEPTION_KINDS, listActionsFor, RELAY_STATUSES } from "./rules.ts";

export const Tag = Type.String({ minLength: 1, maxLength: 40, description: "On the bag." });
export const Photo = Type.Integer({ ...Ref("file"), description: "A photo that the caller uploaded." });
export const HubBin = Type.String({ minLength: 1, maxLength: 60, description: "Where in the hub." });
const Side = Type.Integer({ minimum: 1, maximum: 5000, description: "Outside, millimetres." });
export const BagMeasures = {
  weight_g: Type.Optional(Type.Integer({ minimum: 1, maximum: 200_000 })),
  width_mm: Side,
  height_mm: Side,
  depth_mm: Side,
};

/** Every bag of the relay, each with its photo. */
export const ScannedBags = Type.Array(
  Type.Object({ tag: Tag, photo_file_id: Photo }, { $id: "ScannedBag" }),
  { minItems: 1, maxItems: 20, description: "Every bag of the relay." },
);

export const Relay = Type.Object(
  {
    id: Ref("luggage_relay"),
    version: Type.Integer(),
    rental_id: Ref("rental"),
    renter: Nullable(Type.String()),
    status: StringEnum(RELAY_STATUSES),
    status_since: Timestamp,
    from_locker: Type.String(),
    from_compartment: Type.String(),
    holder: Nullable(Type.String({ description: "Who has the bags, between lockers and hub." })),
    warehouse_id: Nullable(Ref("warehouse")),
    warehouse: Nullable(Type.String()),
    hub_bin: Nullable(Type.String()),
    bags: Type.Array(
      Type.Object(
        {
          id: Ref("luggage_bag"),
          tag: Type.String(),
          weight_g: Nullable(Type.Integer()),
          width_mm: Type.Integer(),
          height_mm: Type.Integer(),
          depth_mm: Type.Integer(),
          compartment: Nullable(Type.String({ description: "Of the second locker, reserved for it." })),
          reserved_until: Nullable({ ...Timestamp, description: "Its compartment waits for it until then." }),
          stored_at: Nullable(Timestamp),
          collected_at: Nullable(Timestamp),
        },
        { $id: "RelayBag" },
      ),
    ),
    return_choice: Nullable(
      Type.Object(
        {
          locker_id: Ref("locker_device"),
          locker_name: Type.String(),
          window: TimeWindow,
          chosen_by: StringEnum(CHOOSERS),
          basis: Type.String({ description: "Why this place and time." }),
          consent: Nullable(StringEnum(CONSENTS, { description: "How the renter agreed; null: not asked." })),
          at: Timestamp,
        },
        { $id: "RelayReturn" },
      ),
    ),
    exception: Nullable(
      Type.Object(
        { kind: StringEnum(EXCEPTION_KINDS), note: Type.String(), at: Timestamp },
        { $id: "RelayException" },
      ),
    ),
    is_held_by_caller: Type.Boolean({ description: "The caller has the bags, and hands them over." }),
    next_actions: Type.Array(StringEnum(ACTIONS), { description: "What the caller may do now." }),
  },
  { $id: "LuggageRelay" },
);

export const RelayAnswer = Type.Object({
  result: Type.Boolean(),
  version: Type.Integer(),
  relay_id: Ref("luggage_relay"),
  relay: Relay,
});

/** Renters are not told who of the business has their bags, where in the hub, and what staff write; drivers not whose they are. */
export function buildRelay({ actor }: Pick<Context, "actor">, view: RelayView) {
  const is_driver = actor.role === "driver";
  const is_holder = view.holder_account_id !== null && view.holder_account_id === actor.account_id;
  return {
    ...view,
    ...(actor.role === "customer" ? { holder: null, hub_bin: null, exception: null } : {}),
    ...(is_driver ? { renter: null } : {}),
    is_held_by_caller: is_holder,
    next_actions: listActionsFor(view.status, { is_driver, is_holder }),
  };
}

export async function answerRelay(context: Pick<Context, "db" | "business_id" | "actor">, id: number) {
  const view = await getRelay(context, id);
  return { result: true, version: view.version, relay_id: id, relay: buildRelay(context, view) };
}
