/** Rules as they are stored, sent and returned. */
import Type, { type Static } from "typebox";
import { StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";

const RULES_MAX = 100;
const Code = Type.String({ minLength: 1, maxLength: 120 });
const Grams = Type.Integer({ minimum: 0, maximum: 10_000_000 });

const When = Type.Object(
  {
    to_countries: Type.Optional(
      Type.Array(Type.String({ pattern: "^[A-Z]{2}$" }), {
        minItems: 1,
        maxItems: 250,
        uniqueItems: true,
        description: "ISO 3166-1 alpha-2 codes of the destination.",
      }),
    ),
    to_postal_prefixes: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 12 }), {
        minItems: 1,
        maxItems: 500,
        uniqueItems: true,
        description:
          "The postal code of the destination begins with one of these; case, spaces and hyphens do not count.",
      }),
    ),
    is_international: Type.Optional(
      Type.Boolean({ description: "Origin and destination are, or are not, in different countries." }),
    ),
    is_return: Type.Optional(Type.Boolean()),
    weight_g_min: Type.Optional({ ...Grams, description: "Of all packages together, at least." }),
    weight_g_max: Type.Optional({ ...Grams, description: "Of all packages together, at most." }),
    package_count_min: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
    package_count_max: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
    customer_ids: Type.Optional(
      Type.Array(Ref("customer"), {
        minItems: 1,
        maxItems: 200,
        uniqueItems: true,
        description: "Bought for one of these.",
      }),
    ),
  },
  { $id: "ShippingRuleWhen", additionalProperties: false },
);

const Then = Type.Object(
  {
    carrier_account: Type.Optional({ ...Code, description: "Code of the account; any if absent." }),
    services: Type.Optional(
      Type.Array(Code, {
        minItems: 1,
        maxItems: 50,
        uniqueItems: true,
        description: "Codes; any if absent.",
      }),
    ),
    strategy: Type.Optional(
      StringEnum(["cheapest", "fastest", "preferred"], {
        description: "Chooses among the rates that are left; cheapest if absent.",
      }),
    ),
  },
  { $id: "ShippingRuleThen", additionalProperties: false },
);

export const ShippingRule = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 120, pattern: "\\S" }),
    is_enabled: Type.Optional(Type.Boolean({ description: "True if absent." })),
    when: { ...When, description: "Every member must fit; without any it fits every shipment." },
    // biome-ignore lint/suspicious/noThenProperty: a rule says when and then; nothing awaits it.
    then: Then,
  },
  { $id: "ShippingRule", additionalProperties: false },
);
export type ShippingRule = Static<typeof ShippingRule>;

export const ShippingRules = Type.Array(ShippingRule, {
  maxItems: RULES_MAX,
  description: "In their order: the first that fits, and for which a carrier offers a rate, decides.",
});
