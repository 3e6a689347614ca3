/** Shapes of the driver's app: what every command carries, and what stops and routes answer. */
import Type from "typebox";
import { routeProgress } from "#domain/routes/public.ts";
import {
  Count,
  Id,
  Latitude,
  Longitude,
  Minor,
  Nullable,
  OrderId,
  Timestamp,
  Words,
} from "#vocabulary/basics.ts";
import { HANDED_TO, PROOF_KINDS } from "./rules.ts";

/** Offline first: a command says when it happened, and its place in the phone's sequence. */
export const commandFacts = {
  occurred_at: Type.Optional(Timestamp),
  device_id: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: "The phone's own id; goes with `seq`." }),
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
    kind: Words(PROOF_KINDS),
    order_id: Type.Optional(OrderId),
    file_id: Type.Optional(Id),
    value: Type.Optional(
      Type.String({ maxLength: 1000, description: "The PIN typed, the code scanned, the text of a note." }),
    ),
    signed_by: Type.Optional(Type.String({ maxLength: 255 })),
    relation: Type.Optional(
      Type.String({
        maxLength: 40,
        description: "Of the signer to the recipient: self, neighbour, reception.",
      }),
    ),
    captured_at: Type.Optional(Timestamp),
    ...position,
  },
  { $id: "ProofInput", description: "Without `order_id` it counts for every order of the stop." },
);
export type ProofInput = Type.Static<typeof ProofInput>;
export const ProofList = Type.Optional(Type.Array(ProofInput, { maxItems: 50 }));

/** A stop, and the orders meant by it where it was taken off the route while the phone was offline. */
export const stopMembers = {
  stop_id: Id,
  route_id: Type.Optional(Id),
  order_ids: Type.Optional(
    Type.Array(OrderId, {
      minItems: 1,
      maxItems: 200,
      description:
        "Only these orders of the stop. With `route_id` it also names orders whose stop was removed meanwhile.",
    }),
  ),
  note: Type.Optional(Type.String({ maxLength: 1000 })),
  ...position,
};

export const HandedTo = Words(HANDED_TO, { description: "Whose hands it went into." });
export const Cod = Type.Optional(
  Type.Integer({
    ...Minor,
    description: "Cash collected at this stop, minor units of the orders' currency.",
  }),
);

const told = {
  occurred_at: Timestamp,
  device_at: Nullable(Timestamp),
  clock_skewed: Type.Boolean({
    description: "The phone's clock is wrong; `occurred_at` is our reckoning, `device_at` its own.",
  }),
};

export const RouteAnswer = Type.Object(
  {
    result: Type.Boolean(),
    route_id: Id,
    status: Type.String(),
    paused: Type.Boolean(),
    stops_total: Count,
    stops_resolved: Count,
    ...told,
  },
  { $id: "DriverRouteAnswer" },
);
export type RouteAnswer = Type.Static<typeof RouteAnswer>;

export const StopAnswer = Type.Object(
  {
    result: Type.Boolean(),
    stop_id: Id,
    stop_status: Nullable(
      Type.String({ description: "Null where the stop was taken off the route meanwhile." }),
    ),
    route_id: Id,
    route_status: Type.String(),
    orders: Type.Array(
      Type.Object({
        order_id: OrderId,
        status: Type.String(),
        attention: Nullable(
          Type.String({ description: "What was opened for the dispatcher, where the fact did not fit." }),
        ),
      }),
    ),
    proofs: Count,
    next_action: Type.Optional(
      Type.String({ description: "Of the return reason: reattempt, hold, return, locker." }),
    ),
    ...told,
  },
  { $id: "DriverStopAnswer" },
);
export type StopAnswer = Type.Static<typeof StopAnswer>;

export const Belongs = Type.Object(
  {
    order_id: OrderId,
    order_status: Type.String(),
    route_id: Nullable(Id),
    route_number: Nullable(Type.String()),
    route_date: Nullable(Type.String()),
    driver_name: Nullable(Type.String()),
  },
  { $id: "WhereItBelongs" },
);
export type Belongs = Type.Static<typeof Belongs>;

/** A route as its driver sees it. */
export const DriverRoute = Type.Object(
  {
    id: Id,
    number: Type.String(),
    date: Type.String(),
    status: Type.String(),
    ...routeProgress,
    plan_version: Type.Integer({ description: "Rises with every change of its stops: then fetch it again." }),
    version: Type.Integer(),
  },
  { $id: "DriverRoute" },
);
