/** Device orders as they are sent and returned. */
import Type, { type Static } from "typebox";
import { SIZES } from "#domain/lockers/lockers/public.ts";
import { LANGUAGES } from "#operation/response/language.ts";
import { Count, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Price, PriceCurrency, PriceDetails, PriceHidden } from "#vocabulary/price.ts";
import { Ref } from "#vocabulary/ref.ts";
import { ACTIONS, EXCEPTION_KINDS, PURPOSES, RESOLUTIONS, STATES, STEPS } from "./rules.ts";

export const RecipientContact = Type.Object(
  {
    name: Type.Optional(Type.String({ maxLength: 255 })),
    phone: Type.Optional(Type.String({ maxLength: 50, description: "As people write it." })),
    email: Type.Optional(Type.String({ format: "email", maxLength: 320 })),
    language: Type.Optional(StringEnum(LANGUAGES)),
  },
  {
    $id: "DeviceOrderRecipient",
    description:
      "Who gets the code of the other side: of a delivery the one who collects, of a return the one who deposits. Of an order its own recipient when absent.",
  },
);

export type Recipient = Static<typeof RecipientContact>;

const members = {
  id: Ref("device_order"),
  version: Type.Integer(),
  state: StringEnum(STATES, { description: "`step`, or `exception` while one is open." }),
  step: StringEnum(STEPS, { description: "Where the parcel is." }),
  purpose: StringEnum(PURPOSES),
  order_id: Nullable(Ref("order")),
  order_number: Nullable(
    Type.String({ description: "Tracking number: of the order, or its own where it is of none." }),
  ),
  parcel_id: Nullable(Ref("parcel")),
  customer_id: Nullable(Ref("customer")),
  customer_name: Nullable(Type.String()),
  ref: Nullable(Type.String()),
  contents: Type.String(),
  locker_id: Ref("locker_device"),
  locker_name: Type.String(),
  compartment_id: Ref("locker_compartment"),
  compartment_code: Type.String({ description: "Written on the door." }),
  compartment_size: StringEnum(SIZES),
  is_reserved: Type.Boolean({ description: "Whether the compartment is still granted to it." }),
  deposit_until: { ...Timestamp, description: "The hold ends then, where nothing is put in before." },
  deposited_at: Nullable(Timestamp),
  collect_until: Nullable({
    ...Timestamp,
    description: "It has expired from then on; null before the deposit.",
  }),
  collected_at: Nullable(Timestamp),
  open_exceptions: Count,
  created_at: Timestamp,
  price_minor: Price("device_orders", "Minor units of `currency`; null where it has no price."),
  currency: PriceCurrency("device_orders"),
  price_hidden: PriceHidden,
};

export const DeviceOrder = Type.Object(members, { $id: "DeviceOrder" });

const HistoryEntry = Type.Object(
  {
    action: StringEnum(ACTIONS),
    actor_type: StringEnum(["device", "courier", "customer", "operator", "service"]),
    account_name: Nullable(Type.String({ description: "Who did it; for the business alone." })),
    occurred_at: { ...Timestamp, description: "When it happened." },
    recorded_at: { ...Timestamp, description: "When the service learned of it." },
    exception: Nullable(StringEnum(EXCEPTION_KINDS)),
    resolution: Nullable(StringEnum(RESOLUTIONS)),
    use: Nullable(StringEnum(["deposit", "collect"])),
    compartment_code: Nullable(Type.String()),
    until: Nullable(Timestamp),
  },
  { $id: "DeviceOrderEntry" },
);

const Exception = Type.Object(
  {
    id: Ref("device_order_exception"),
    kind: StringEnum(EXCEPTION_KINDS),
    is_open: Type.Boolean(),
    compartment_id: Ref("locker_compartment"),
    occurred_at: Timestamp,
    note: Type.String(),
    file_id: Nullable(Ref("file")),
    resolution: Nullable(StringEnum(RESOLUTIONS)),
    resolution_note: Type.String(),
    resolution_file_id: Nullable(Ref("file")),
    resolved_at: Nullable(Timestamp),
    can_resolve: Type.Array(StringEnum(RESOLUTIONS), { description: "What may be done about it now." }),
  },
  { $id: "DeviceOrderException" },
);

export const DeviceOrderDetail = Type.Object(
  {
    ...members,
    price_details: PriceDetails(
      "device_orders",
      Type.Array(
        Type.Object(
          { code: Type.String(), label: Type.String(), amount_minor: Type.Integer() },
          { $id: "DeviceOrderPriceLine" },
        ),
      ),
    ),
    recipient: Nullable(RecipientContact),
    compartment_status: Nullable(Type.String({ description: "Of its compartment, while it has one." })),
    can_extend: Type.Boolean(),
    can_reissue_code: Nullable(
      StringEnum(["deposit", "collect"], { description: "The code that can be issued anew." }),
    ),
    can_cancel: Type.Boolean(),
    can_return: Type.Boolean(),
    history: Type.Array(HistoryEntry, { description: "By the time at which it happened." }),
    exceptions: Type.Array(Exception),
  },
  { $id: "DeviceOrderDetail" },
);

export const DeviceOrderAnswer = Type.Object({
  result: Type.Boolean(),
  version: Type.Integer(),
  device_order_id: Ref("device_order"),
  device_order: DeviceOrderDetail,
});
