/** Surcharges: their schema and rows. */
import Type from "typebox";
import { Currency, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { PRICE_FAMILIES } from "#vocabulary/features.ts";
import { Ref } from "#vocabulary/ref.ts";

export const SURCHARGE_KINDS = ["fixed", "percent", "per_unit", "per_day"] as const;
export type SurchargeKind = (typeof SURCHARGE_KINDS)[number];

export const TRIGGERS = [
  "fuel",
  "residential",
  "remote_area",
  "oversize",
  "overweight",
  "stairs",
  "weekend",
  "time_window",
  "redelivery",
  "cod",
  "insurance",
  "storage_overrun",
  "dangerous_goods",
] as const;
export type Trigger = (typeof TRIGGERS)[number];

const AMOUNT_MAX = 100_000_000;
const Amount = Type.Integer({ minimum: 0, maximum: AMOUNT_MAX, description: "Minor units of `currency`." });
const Percent = Type.Number({ minimum: 0, maximum: 1000 });

export const Conditions = Type.Object(
  {
    postal_prefixes: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 20 }), {
        minItems: 1,
        maxItems: 2000,
        description: "`remote_area`: of the pickup or of the drop-off.",
      }),
    ),
    countries: Type.Optional(
      Type.Array(Type.String({ pattern: "^[A-Z]{2}$" }), {
        minItems: 1,
        maxItems: 250,
        uniqueItems: true,
        description: "`remote_area`: everywhere in these, or with postal_prefixes, only in these.",
      }),
    ),
    limit_mm: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100_000, description: "`oversize`: pieces longer than this." }),
    ),
    limit_g: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 2_147_483_647,
        description: "`overweight`: pieces heavier than this, as they were weighed.",
      }),
    ),
    free_floors: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 200,
        description: "`stairs`: of the floors of both stops, how many are free.",
      }),
    ),
    weekdays: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
        minItems: 1,
        maxItems: 7,
        uniqueItems: true,
        description: "`weekend`: 1 is Monday; Saturday and Sunday if absent.",
      }),
    ),
    limit_minutes: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 10_080,
        description: "`time_window`: windows of at most this length; any window if absent.",
      }),
    ),
    unit_minor: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: AMOUNT_MAX,
        description: "`cod` and `insurance` per unit: each part of the amount that is begun.",
      }),
    ),
  },
  { $id: "SurchargeConditions" },
);
export type Conditions = Type.Static<typeof Conditions>;

const members = {
  name: Type.String({ minLength: 1, maxLength: 120, description: "On the customer's price." }),
  kind: StringEnum(SURCHARGE_KINDS),
  trigger: StringEnum(TRIGGERS),
  conditions: Conditions,
  taxable: Type.Boolean(),
  families: Type.Array(StringEnum(PRICE_FAMILIES), { minItems: 1, maxItems: 7, uniqueItems: true }),
  is_optional: Type.Boolean({ description: "Applies where it is chosen, not wherever it is triggered." }),
};

/** Written by a business; what is absent is not sent, or keeps its value. */
export const surchargeMembers = {
  ...members,
  currency: Type.Optional(
    Type.String({ ...Currency, description: "Of the amounts; the business's own if absent." }),
  ),
  amount_minor: Type.Optional(Nullable(Amount)),
  percent: Type.Optional(Nullable(Percent)),
  minimum_minor: Type.Optional(Amount),
  conditions: Type.Optional(Conditions),
  taxable: Type.Optional(members.taxable),
  is_optional: Type.Optional(members.is_optional),
};

export const SurchargeCode = Type.String({
  pattern: "^[a-z][a-z0-9_]{0,39}$",
  description: "Code of its line in a price.",
});

export const Surcharge = Type.Object(
  {
    id: Ref("surcharge"),
    code: Type.String(),
    ...members,
    currency: Type.String(),
    amount_minor: Nullable(Amount),
    percent: Nullable(Percent),
    minimum_minor: Amount,
    version: Type.Integer(),
    created_at: Timestamp,
    closed_at: Nullable(Timestamp),
  },
  { $id: "Surcharge" },
);
