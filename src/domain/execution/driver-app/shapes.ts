/** Schemas of the driver's app: what every command carries, and the responses for stops and routes. */
import Type from "typebox";
import { PROOF_KINDS } from "#domain/orders/orders/public.ts";
import { routeProgressMembers } from "#domain/planning/routes/public.ts";
import {
  Count,
  Latitude,
  Longitude,
  Minor,
  Nullable,
  OrderId,
  StringEnum,
  Timestamp,
} from "#vocabulary/basics.ts";
import { NoRef, Ref } from "#vocabulary/ref.ts";
import { DRIVER_REFUSALS } from "./refusals.ts";
import { RECEIVED_BY } from "./rules.ts";

/** What every command of a driver declares. A phone that was offline sends them in a batch too. */
export const DRIVER_COMMAND = {
  effect: "write",
  access: { roles: ["driver"], scopes: ["routes:write"] },
  localised: true,
  queueable: true,
  refusals: DRIVER_REFUSALS,
} as const;

/** Offline first: a command says when it happened, and its number in the phone's sequence. */
/** What the phone holds and this request does not bring, by route. */
export const UnsentList = Type.Array(
  Type.Object({ route_id: Ref("route"), commands: Type.Integer({ minimum: 1, maximum: 100_000 }) }),
  {
    maxItems: 50,
    description:
      "Commands that stay on the phone after this request, by route; empty when it holds none. Replaces what this device said before. Whoever takes such a route away is asked first.",
  },
);

export const commandMembers = {
  occurred_at: Type.Optional(Timestamp),
  device_id: Type.Optional(
    NoRef(
      "a phone's own word",
      Type.String({ minLength: 1, maxLength: 100, description: "The phone's own id; required with `seq`." }),
    ),
  ),
  seq: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: "The phone's sequence number; each counts once.",
    }),
  ),
};

export interface CommandFacts {
  occurred_at?: string | undefined;
  device_id?: string | undefined;
  seq?: number | undefined;
}

export const position = { lat: Type.Optional(Latitude), lng: Type.Optional(Longitude) };

export const ProofInput = Type.Object(
  {
    kind: StringEnum(PROOF_KINDS),
    order_id: Type.Optional(Ref("order", OrderId)),
    file_id: Type.Optional(Ref("file")),
    value: Type.Optional(
      Type.String({
        maxLength: 1000,
        "x-text": "exact",
        description: "The PIN entered, the code scanned or the text of a note.",
      }),
    ),
    signed_by: Type.Optional(Type.String({ maxLength: 255 })),
    relation: Type.Optional(
      Type.String({
        maxLength: 40,
        description: "Relation of the signer to the recipient: self, neighbour, reception.",
      }),
    ),
    captured_at: Type.Optional(Timestamp),
    ...position,
  },
  { $id: "ProofInput", description: "Without `order_id` it counts for every order of the stop." },
);
export type ProofInput = Type.Static<typeof ProofInput>;
export const ProofList = Type.Optional(Type.Array(ProofInput, { maxItems: 50 }));

/** Positions that a phone collected. */
export const PositionList = Type.Array(
  Type.Object({
    seq: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    at: Timestamp,
    lat: Latitude,
    lng: Longitude,
    accuracy_m: Type.Optional(Type.Number({ minimum: 0, maximum: 1_000_000 })),
    speed_mps: Type.Optional(Type.Number({ minimum: 0, maximum: 500 })),
    heading_deg: Type.Optional(Type.Number({ minimum: 0, maximum: 360 })),
    battery_percent: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
  }),
  { minItems: 1, maxItems: 500 },
);

/** A stop, and its orders in case it was removed from the route while the phone was offline. */
export const stopMembers = {
  stop_id: Ref("stop"),
  route_id: Type.Optional(Ref("route")),
  order_ids: Type.Optional(
    Type.Array(Ref("order", OrderId), {
      minItems: 1,
      maxItems: 200,
      description:
        "Only these orders of the stop. With `route_id` it also names orders whose stop was removed meanwhile.",
    }),
  ),
  note: Type.Optional(Type.String({ maxLength: 1000 })),
  ...position,
};

export const ReceivedBy = StringEnum(RECEIVED_BY, { description: "Who received the goods." });
export const Cod = Type.Optional(
  Type.Integer({
    ...Minor,
    description: "Cash collected at this stop, minor units of the orders' currency.",
  }),
);

export const momentMembers = {
  occurred_at: Timestamp,
  device_at: Nullable(Timestamp),
  clock_skewed: Type.Boolean({
    description:
      "The phone's clock is wrong; `occurred_at` is the corrected time, `device_at` the phone's own.",
  }),
};

export const RouteAnswer = Type.Object(
  {
    result: Type.Boolean(),
    route_id: Ref("route"),
    status: Type.String(),
    paused: Type.Boolean(),
    stops_total: Count,
    stops_resolved: Count,
    ...momentMembers,
  },
  { $id: "DriverRouteAnswer" },
);
export type RouteAnswer = Type.Static<typeof RouteAnswer>;

export const StopAnswer = Type.Object(
  {
    result: Type.Boolean(),
    stop_id: Ref("stop"),
    stop_status: Nullable(
      Type.String({ description: "Null if the stop was removed from the route meanwhile." }),
    ),
    route_id: Ref("route"),
    route_status: Type.String(),
    orders: Type.Array(
      Type.Object({
        order_id: Ref("order", OrderId),
        status: Type.String(),
        attention: Nullable(
          Type.String({
            description:
              "The attention item opened for the dispatcher, if the fact conflicts with the order.",
          }),
        ),
      }),
    ),
    proofs: Count,
    next_action: Type.Optional(
      Type.String({ description: "Next step by the return reason: reattempt, hold, return, locker." }),
    ),
    ...momentMembers,
  },
  { $id: "DriverStopAnswer" },
);
export type StopAnswer = Type.Static<typeof StopAnswer>;

export const Belongs = Type.Object(
  {
    order_id: Ref("order", OrderId),
    order_status: Type.String(),
    route_id: Nullable(Ref("route")),
    route_number: Nullable(Type.String()),
    route_date: Nullable(Type.String()),
    driver_name: Nullable(Type.String()),
  },
  { $id: "WhereItBelongs" },
);
export type Belongs = Type.Static<typeof Belongs>;

/** A route as shown to its driver. */
export const DriverRoute = Type.Object(
  {
    id: Ref("route"),
    number: Type.String(),
    date: Type.String(),
    status: Type.String(),
    ...routeProgressMembers,
    plan_version: Type.Integer({
      description: "Increases with every change of the stops: then fetch the route again.",
    }),
    version: Type.Integer(),
  },
  { $id: "DriverRoute" },
);
