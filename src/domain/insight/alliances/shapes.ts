/** Alliances, grants and what is read under them, as they are sent and returned. */
import Type from "typebox";
import { CalendarDate, Latitude, Longitude, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";

export const MEMBERS_MAX = 100;

export const ROLES = ["owner", "admin", "member"] as const;
export const MEMBER_STATES = ["invited", "active", "suspended", "left", "declined"] as const;

export const GRANT_SCOPES = ["tracking", "orders_read", "transfer", "pois", "capacity"] as const;
export type GrantScope = (typeof GRANT_SCOPES)[number];

/** Members of a shared order that a grant can withhold. Number, type, status and date are always told. */
export const MASKABLE_FIELDS = [
  "ref",
  "customer",
  "sender_name",
  "sender_phone",
  "sender_email",
  "sender_address",
  "recipient_name",
  "recipient_phone",
  "recipient_email",
  "recipient_address",
  "position",
  "window",
  "instructions",
  "contents",
  "weight_g",
  "eta",
  "event_places",
  "proofs",
] as const;
export type MaskableField = (typeof MASKABLE_FIELDS)[number];

export const ClientCode = Type.String({
  minLength: 1,
  maxLength: 40,
  description: "Code of the other business.",
});

export const Terms = Type.String({
  minLength: 1,
  maxLength: 20_000,
  description: "What the members agree to. Plain text.",
});
export const AllianceName = Type.String({ minLength: 1, maxLength: 120 });

const ClientRef = Type.Object({ client_code: Type.String(), name: Type.String() }, { $id: "AllianceClient" });

export const Alliance = Type.Object(
  {
    id: Ref("alliance"),
    name: Type.String(),
    owner: ClientRef,
    status: StringEnum(["active", "closed"]),
    terms: Type.String({ description: "Empty for those who left or declined." }),
    terms_version: Type.Integer(),
    role: StringEnum(ROLES, { description: "The caller's own." }),
    state: StringEnum(MEMBER_STATES, { description: "The caller's own." }),
    suspension_reason: Nullable(Type.String({ description: "Why the caller is suspended." })),
    signed_version: Nullable(Type.Integer({ description: "The terms that the caller signed last." })),
    must_sign: Type.Boolean({
      description: "The caller has not signed the present terms, and nothing is shared until then.",
    }),
    members: Type.Integer({ description: "Active and suspended ones." }),
    invited_at: Timestamp,
    created_at: Timestamp,
    version: Type.Integer(),
  },
  { $id: "Alliance", "x-compact": ["alliance_id from id", "..."] },
);

export const AllianceAnswer = Type.Object({ result: Type.Boolean(), alliance: Alliance });

export const Member = Type.Object(
  {
    client_code: Type.String(),
    name: Type.String(),
    role: StringEnum(ROLES),
    state: StringEnum(MEMBER_STATES),
    is_self: Type.Boolean(),
    signed_version: Nullable(Type.Integer()),
    signed_at: Nullable(Timestamp),
    invited_at: Timestamp,
    suspension_reason: Nullable(Type.String()),
  },
  { $id: "AllianceMember" },
);

const AreaPoint = Type.Object({ lat: Latitude, lng: Longitude }, { $id: "AlliancePoint" });

export const GrantFilters = Type.Object(
  {
    customer_ids: Type.Optional(
      Type.Array(Ref("customer"), {
        minItems: 1,
        maxItems: 200,
        uniqueItems: true,
        description: "Orders of these customers alone.",
      }),
    ),
    polygon: Type.Optional(
      Type.Array(AreaPoint, {
        minItems: 3,
        maxItems: 500,
        description: "Orders whose goods go to a place in this area; of collections, come from one.",
      }),
    ),
    postcodes: Type.Optional(
      Type.Array(Type.String({ pattern: "^[A-Za-z0-9][A-Za-z0-9 -]{0,15}$" }), {
        minItems: 1,
        maxItems: 1000,
        uniqueItems: true,
        description: "The same by the beginning of the postal code. With a polygon, either is enough.",
      }),
    ),
    from: Type.Optional(CalendarDate),
    to: Type.Optional(CalendarDate),
  },
  { $id: "AllianceGrantFilters", description: "All given ones apply; without any, every order." },
);
export type GrantFilters = Type.Static<typeof GrantFilters>;

export const GRANT_INPUT = {
  scopes: Type.Array(StringEnum(GRANT_SCOPES), { maxItems: GRANT_SCOPES.length, uniqueItems: true }),
  fields_masked: Type.Optional(
    Type.Array(StringEnum(MASKABLE_FIELDS), { maxItems: MASKABLE_FIELDS.length, uniqueItems: true }),
  ),
  filters: Type.Optional(GrantFilters),
};

export const GRANT_STATES = [
  "in_force",
  "revoked",
  "expired",
  "closed",
  "not_member",
  "member_suspended",
  "terms_unsigned",
] as const;

export const Grant = Type.Object(
  {
    client_code: Type.String({ description: "The other business." }),
    name: Type.String(),
    scopes: Type.Array(StringEnum(GRANT_SCOPES)),
    filters: Nullable(
      Type.Object({ ...GrantFilters.properties }, { description: "Only of what the caller gives." }),
    ),
    is_limited: Type.Boolean({ description: "To some orders: by customer, area or date." }),
    fields_masked: Type.Array(StringEnum(MASKABLE_FIELDS), {
      description:
        "As set; of what is received, with those that follow from others: an address withholds its position.",
    }),
    valid_until: Nullable(Timestamp),
    state: StringEnum(GRANT_STATES),
    changed_at: Timestamp,
    version: Type.Integer(),
  },
  { $id: "AllianceGrant" },
);

const text = Type.Optional(Nullable(Type.String()));

const SharedAddress = Type.Object(
  {
    line1: Type.String(),
    line2: Type.String(),
    city: Type.String(),
    region: Type.String(),
    postal_code: Type.String(),
    country: Type.String(),
  },
  { $id: "SharedAddress" },
);

/** Members that are masked are absent; without a mask, what the order does not have is null. */
export const SharedOrder = Type.Object(
  {
    tracking_number: Type.String(),
    type: StringEnum(["D", "P", "P2P"]),
    status: Type.String(),
    status_since: Timestamp,
    scheduled_date: CalendarDate,
    delivered_at: Nullable(Timestamp),
    parcels: Type.Integer(),
    masked: Type.Array(StringEnum(MASKABLE_FIELDS), { description: "Members that are withheld." }),
    ref: text,
    customer: text,
    sender_name: text,
    sender_phone: text,
    sender_email: text,
    sender_address: Type.Optional(Nullable(SharedAddress)),
    recipient_name: text,
    recipient_phone: text,
    recipient_email: text,
    recipient_address: Type.Optional(Nullable(SharedAddress)),
    position: Type.Optional(
      Nullable(Type.Object({ lat: Type.Number(), lng: Type.Number() }, { $id: "SharedPosition" })),
    ),
    window: Type.Optional(
      Nullable(
        Type.Object({ start: Nullable(Timestamp), end: Nullable(Timestamp) }, { $id: "SharedWindow" }),
      ),
    ),
    instructions: text,
    contents: Type.Optional(Type.Array(Type.String(), { description: "Of its parcels." })),
    weight_g: Type.Optional(Type.Integer()),
  },
  { $id: "SharedOrder" },
);
export type SharedOrder = Type.Static<typeof SharedOrder>;

const SharedEvent = Type.Object(
  {
    status_code: Type.String({ description: "OTEP code." }),
    label: Type.String(),
    occurred_at: Timestamp,
    city: Type.Optional(Type.String()),
  },
  { $id: "SharedTrackingEvent" },
);

export const SharedTracking = Type.Object(
  {
    order: SharedOrder,
    events: Type.Array(SharedEvent, { description: "Oldest first." }),
    eta: Type.Optional(Nullable(Timestamp)),
    proofs: Type.Optional(
      Type.Array(Type.Object({ kind: Type.String(), captured_at: Timestamp }, { $id: "SharedProof" }), {
        description: "That there are, and not what they show.",
      }),
    ),
  },
  { $id: "AllianceTracking" },
);
export type SharedTracking = Type.Static<typeof SharedTracking>;
