/** Carrier accounts as they are returned. Credentials are written and never returned. */
import Type from "typebox";
import { DEFAULT_RATE_CARD, RateCard } from "#providers/carriers/house/rate-card.ts";
import { Minor, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { NoRef, Ref } from "#vocabulary/ref.ts";
import type { CarrierAccountRow } from "./records/carrier-account.ts";
import { ACCOUNT_KINDS } from "./rules.ts";

const Word = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: "^\\S" });

const MarkupShape = Type.Object(
  {
    service: Type.Optional({ ...Word(120), description: "Code of a service; any if absent." }),
    percent: Type.Optional(Type.Number({ minimum: 0, maximum: 1000 })),
    fixed_minor: Type.Optional(Minor),
    minimum_minor: Type.Optional({ ...Minor, description: "The markup is at least this, minor units." }),
    rounding_minor: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000,
        description: "The price is rounded up to a multiple of this.",
      }),
    ),
  },
  { $id: "CarrierMarkup", additionalProperties: false },
);

export const Method = Type.Object(
  {
    code: Type.String(),
    name: Type.String(),
    carrier: Type.String({ description: "The carrier that delivers." }),
  },
  { $id: "CarrierMethod" },
);

/** Members that both creating and changing an account take. */
export const accountMembers = {
  name: { ...Word(120), description: "What people call it." },
  services: Type.Array(Word(120), {
    maxItems: 200,
    uniqueItems: true,
    description: "Codes of the services that are offered; all when empty.",
  }),
  carrier_ids: Type.Array(NoRef("the vendor's", Word(120)), {
    maxItems: 100,
    uniqueItems: true,
    description: "Connections or accounts at the vendor that are used; all when empty.",
  }),
  base_url: Type.String({
    maxLength: 300,
    pattern: "^https?://[^\\s?#@]+$",
    description: "Where a gateway or a compatible service answers.",
  }),
  api_key: Type.String({
    minLength: 1,
    maxLength: 400,
    pattern: "^[!-~]+$",
    "x-secret": true,
    description: "Stored encrypted, never shown again.",
  }),
  markups: Type.Array(MarkupShape, {
    maxItems: 100,
    description:
      "What customers pay beyond the carrier's charge where no price list of theirs says: the first that fits. Without " +
      "any the account is not offered to them.",
  }),
  preference: Type.Integer({
    minimum: 0,
    maximum: 1000,
    description: "Lower comes first, where a preferred carrier is asked for.",
  }),
  pickup_cut_off: Nullable(
    Type.String({
      pattern: "^([01]\\d|2[0-3]):[0-5]\\d$",
      maxLength: 5,
      description:
        "HH:MM in the business's time zone: a pickup of the same day is scheduled before it. Null where the carrier has none.",
    }),
  ),
};

export const CarrierAccount = Type.Object(
  {
    carrier_account_id: Ref("carrier_account"),
    code: Type.String(),
    name: Type.String(),
    kind: StringEnum(ACCOUNT_KINDS, {
      description:
        "`house`: the business's own deliveries; `gateway`: a gateway in Karrio's form; `multi`: an API in EasyPost's form.",
    }),
    is_enabled: Type.Boolean(),
    services: Type.Array(Type.String()),
    carrier_ids: Type.Array(Type.String()),
    base_url: Nullable(Type.String()),
    api_key: Type.Object({
      configured: Type.Boolean(),
      last_four: Nullable(Type.String({ description: "By which its owner recognises it." })),
    }),
    markups: Type.Array(MarkupShape),
    preference: Type.Integer(),
    pickup_cut_off: Nullable(Type.String({ description: "HH:MM in the business's time zone." })),
    methods: Type.Array(Method, { description: "Services as the carrier last listed them." }),
    gs1_prefix: Nullable(Type.String({ description: "Of the house: the company prefix of its labels." })),
    has_own_rate_card: Type.Boolean(),
    tested_at: Nullable(Timestamp),
    test_failure: Nullable(Type.String()),
    version: Type.Integer(),
  },
  { $id: "CarrierAccount" },
);

export const RateCardMember = Nullable(RateCard);

export function toAccount(row: CarrierAccountRow): Type.Static<typeof CarrierAccount> {
  const { id, api_key_sealed, api_key_end, rate_card, markups } = row;
  return {
    carrier_account_id: id,
    code: row.code,
    name: row.name,
    kind: row.kind,
    is_enabled: row.is_enabled,
    services: row.services,
    carrier_ids: row.carrier_ids,
    base_url: row.base_url,
    api_key: { configured: api_key_sealed !== null, last_four: api_key_end },
    markups,
    preference: row.preference,
    pickup_cut_off: row.pickup_cut_off,
    methods: listMethods(row),
    gs1_prefix: row.gs1_prefix,
    has_own_rate_card: rate_card !== null,
    tested_at: row.tested_at,
    test_failure: row.test_failure,
    version: row.version,
  };
}

/** What an account offers, of what its carrier has: the house's services are those of its card. */
export function listMethods({
  kind,
  rate_card,
  methods,
  services,
}: Pick<CarrierAccountRow, "kind" | "rate_card" | "methods" | "services">): CarrierAccountRow["methods"] {
  const known_services =
    kind === "house"
      ? (rate_card ?? DEFAULT_RATE_CARD).services.map(({ code, name }) => ({ code, name, carrier: "house" }))
      : methods;
  return services.length === 0
    ? known_services
    : known_services.filter(({ code }) => services.includes(code));
}
