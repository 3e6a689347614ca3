/**
 * One own route with all a phone needs to work without a network: places, instructions, parcels, the proofs
 * that each task requires, and the salted hash that a recipient's PIN is checked against.
 */
import Type from "typebox";
import { parcelsOf } from "#domain/orders/public.ts";
import { isUnreleased, readRoute } from "#domain/routes/public.ts";
import { defineOperation } from "#operation/define.ts";
import { Count, Id, Minor, Nullable, OrderId, Timestamp, Words } from "#vocabulary/basics.ts";
import { Place } from "#vocabulary/place.ts";
import { messages } from "../messages.ts";
import { ownDriver, refuseSuspended } from "../own.ts";
import { policiesOf } from "../proofs.ts";
import { DRIVER_REFUSALS } from "../refusals.ts";
import { PROOF_KINDS, requiredProofs } from "../rules.ts";
import { DriverRoute } from "../shapes.ts";

const DriverTask = Type.Object(
  {
    id: Id,
    order_id: OrderId,
    action: Words(["pickup", "dropoff", "exchange"]),
    status: Type.String(),
    done_at: Nullable(Timestamp),
    order_type: Type.String(),
    order_status: Type.String(),
    tracking_number: Type.String(),
    ref: Nullable(Type.String()),
    place: Nullable(Place),
    delivery_instruction: Type.String(),
    parcels: Type.Array(
      Type.Object({
        id: Id,
        tracking_number: Type.String(),
        label_code: Type.String(),
        weight_g: Count,
        contents: Type.String(),
        custody: Type.String(),
      }),
    ),
    required_proofs: Type.Array(Words(PROOF_KINDS)),
    pin_hash: Nullable(
      Type.String({ description: "`salt:digest`, digest = hex SHA-256 of salt and PIN joined." }),
    ),
    cod_minor: Minor,
    currency: Type.String(),
  },
  { $id: "DriverTask" },
);

const DriverStop = Type.Object(
  {
    id: Id,
    seq: Type.Integer(),
    lat: Type.Number(),
    lng: Type.Number(),
    status: Type.String(),
    window_start: Nullable(Timestamp),
    window_end: Nullable(Timestamp),
    service_time_s: Count,
    planned_arrival_at: Nullable(Timestamp),
    arrived_at: Nullable(Timestamp),
    done_at: Nullable(Timestamp),
    note: Type.String(),
    tasks: Type.Array(DriverTask),
  },
  { $id: "DriverStop" },
);

export const getRoute = defineOperation({
  name: "driverRoute",
  summary: "Own route with stops and required proofs",
  effect: "read",
  access: { roles: ["driver"], scopes: ["routes:read"] },
  rest: { method: "GET", path: "/api/v1/driver/routes/{route_id}" },
  localised: true,
  input: Type.Object({ route_id: Id }),
  output: Type.Object({
    result: Type.Boolean(),
    version: Type.Integer(),
    route: DriverRoute,
    start_place: Place,
    end_place: Nullable(Place),
    stops: Type.Array(DriverStop, { description: "In sequence." }),
  }),
  refusals: DRIVER_REFUSALS,

  async run(context, { route_id }) {
    const { db, business_id, refuse } = context;
    const driver = await ownDriver(context, { lock: false });
    refuseSuspended(context, driver);
    const whole = await readRoute(db, business_id, route_id);
    if (whole === undefined) throw refuse("not_found", { message: messages.unknown_route });
    const { route, stops, orders } = whole;
    if (route.driver_id !== driver.id) throw refuse("not_your_route", { message: messages.not_your_route });
    if (isUnreleased(route.status))
      throw refuse("route_not_released", { message: messages.route_not_released });
    const [parcels, policies] = await Promise.all([
      parcelsOf(db, business_id, [...orders.keys()]),
      policiesOf(context, [...orders.values()]),
    ]);
    const boxes = Map.groupBy(parcels, (parcel) => parcel.order_id);
    return {
      result: true,
      version: route.version,
      route,
      start_place: route.start_place,
      end_place: route.end_place,
      stops: stops.map((stop) => ({
        ...stop,
        tasks: stop.tasks.flatMap((task) => {
          const order = orders.get(task.order_id);
          if (order === undefined || task.status === "REMOVED") return [];
          const required = requiredProofs(
            order,
            task.action,
            policies.get(order.id) ?? { business: [], customer: [] },
          );
          return [
            {
              ...task,
              order_type: order.type,
              order_status: order.status,
              tracking_number: order.tracking_number,
              ref: order.ref,
              place: task.action === "pickup" ? order.pickup : order.dropoff,
              delivery_instruction: order.delivery_instruction,
              parcels: boxes.get(order.id) ?? [],
              required_proofs: required,
              pin_hash: required.includes("pin") ? (order.requirements.pin_hash ?? null) : null,
              cod_minor: task.action === "pickup" ? 0 : order.cod_minor,
              currency: order.currency,
            },
          ];
        }),
      })),
    };
  },
});
