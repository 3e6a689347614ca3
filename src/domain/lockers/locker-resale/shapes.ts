/** Handovers as they are sent and returned. None has the price of the goods, or a payment for them. */
import Type from "typebox";
import { Millimetres, Position, SIZES } from "#domain/lockers/lockers/public.ts";
import { LANGUAGES } from "#operation/response/language.ts";
import { Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Place } from "#vocabulary/place.ts";
import { Price, PriceCurrency, PriceHidden } from "#vocabulary/price.ts";
import { NoRef, Ref } from "#vocabulary/ref.ts";
import { CAUSES, SIDES, STATUSES } from "./rules.ts";

export const SizeName = StringEnum(SIZES);
export const Reason = Type.String({ minLength: 1, maxLength: 500, pattern: "\\S" });
export const PhotoIds = Type.Array(Ref("file"), {
  maxItems: 10,
  uniqueItems: true,
  description: "Images that the caller uploaded.",
});
export const PresencePosition = Type.Optional(Position);

export const NewBuyerContact = Type.Optional(
  Type.Object(
    {
      phone: Type.Optional(Type.String({ minLength: 1, maxLength: 50 })),
      email: Type.Optional(Type.String({ format: "email", maxLength: 320 })),
      language: Type.Optional(StringEnum(LANGUAGES)),
    },
    {
      $id: "NewBuyerContact",
      description:
        "Where the buyer gets the claim link when the item is released, and a reminder; used for nothing else, and shown to nobody.",
    },
  ),
);

export const Handover = Type.Object(
  {
    id: Ref("resale_handover"),
    version: Type.Integer(),
    side: StringEnum(SIDES, { description: "Whose view this is." }),
    status: StringEnum(STATUSES),
    status_since: Timestamp,
    cause: StringEnum(CAUSES, { description: "What led to the status." }),
    ends_at: Nullable({
      ...Timestamp,
      description:
        "The status ends by itself then: the hold of a compartment too; of RETURN_TO_SELLER, when storage begins to cost.",
    }),
    item: Type.Object({
      title: Type.String(),
      description: Nullable(Type.String()),
      size: { ...SizeName, description: "Of its compartment, once it has one." },
      width_mm: Nullable(Millimetres),
      height_mm: Nullable(Millimetres),
      depth_mm: Nullable(Millimetres),
    }),
    seller_customer_id: Nullable(Ref("customer")),
    seller_name: Type.String(),
    buyer_customer_id: Nullable(Ref("customer")),
    buyer_name: Nullable(Type.String()),
    has_claim_link: Type.Boolean({ description: "The holder of a claim link is the buyer." }),
    locker_id: Nullable(Ref("locker_device")),
    locker_name: Nullable(Type.String()),
    place: Nullable(Place),
    is_locker_online: Type.Boolean(),
    compartment_id: Nullable(Ref("locker_compartment")),
    compartment_code: Nullable(Type.String({ description: "Written on the door." })),
    door: Nullable(StringEnum(["CLOSED", "OPEN", "UNKNOWN"])),
    waits_for_staff: Type.Boolean({
      description: "The compartment cannot be used before staff have looked.",
    }),
    awaits_answer: Type.Boolean({
      description:
        "The door was opened, and neither the sensor nor the person before it has said what is in it.",
    }),
    problem: Nullable(Type.String({ description: "What the locker reported last as going wrong." })),
    deposited_at: Nullable(Timestamp),
    released_at: Nullable(Timestamp),
    collect_days: Type.Integer({ description: "That the buyer has from the release on." }),
    collect_until: Nullable(Timestamp),
    inspection_min: Type.Integer({
      description: "Minutes to look and reject, from the first opening; 0: the buyer only collects.",
    }),
    looked_at: Nullable({ ...Timestamp, description: "The buyer had the door opened first." }),
    inspection_until: Nullable(Timestamp),
    ended_at: Nullable(Timestamp),
    reject_reason: Nullable(Type.String()),
    dispute_by: Nullable(StringEnum(SIDES)),
    dispute_text: Nullable(Type.String({ description: "Why it is disputed." })),
    fee_minor: Price("device_orders", "For the use of the locker, of the seller; null for the buyer."),
    storage_fee_minor: Price("device_orders", "For storage until now, paid or not; null for the buyer."),
    currency: PriceCurrency("device_orders"),
    price_hidden: PriceHidden,
    photos: Type.Array(
      Type.Object({
        file_id: Ref("file"),
        side: StringEnum(SIDES),
        moment: StringEnum(STATUSES, { description: "The status when it was added." }),
        taken_at: Timestamp,
        url: Type.String({ description: "Opens it without a sign-in, for an hour." }),
      }),
    ),
    can_reserve: Type.Boolean(),
    can_deposit: Type.Boolean(),
    can_release: Type.Boolean(),
    can_inspect: Type.Boolean(),
    can_collect: Type.Boolean(),
    can_reject: Type.Boolean(),
    can_cancel: Type.Boolean(),
    can_retrieve: Type.Boolean(),
    can_dispute: Type.Boolean(),
    can_settle: Type.Boolean(),
  },
  { $id: "ResaleHandover" },
);

export const HandoverAnswer = Type.Object({
  result: Type.Boolean(),
  version: Type.Integer(),
  handover: Handover,
});

/** With the command that opens the door. */
export const OpeningAnswer = Type.Object({
  ...HandoverAnswer.properties,
  command_id: Nullable(NoRef("a command of the locker")),
  opens_until: Nullable({ ...Timestamp, description: "The locker does not open the door later than this." }),
});

export const CodeAnswer = Type.Object({
  result: Type.Boolean(),
  compartment_code: Type.String({ description: "Written on the door." }),
  use: StringEnum(["deposit", "collect"]),
  code: Type.String({ "x-secret": true, description: "8 digits, typed at the locker." }),
  valid_until: Nullable(Timestamp),
});

export const STEPS = ["open", "confirm", "abort"] as const;
export const Step = Type.Optional(
  StringEnum(STEPS, {
    description:
      "`open` by default. At a compartment without a sensor: `confirm`: it is in, or taken out; `abort`: it is not.",
  }),
);
