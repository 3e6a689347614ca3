/**
 * One own route with all that a phone needs to work offline: addresses, instructions, parcels, the required proofs of
 * each task, and the salted hash for checking a recipient's PIN.
 */
import Type from "typebox";
import {
  loadParcels,
  loadPinTries,
  loadProofPolicies,
  type OrderRow,
  PIN_TRIES_MAX,
  PROOF_KINDS,
  RecipientPreferences,
} from "#domain/orders/orders/public.ts";
import { getRouteWithStops, isUnreleased, type RouteRow } from "#domain/planning/routes/public.ts";
import type { Context } from "#operation/define/context.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Count, Minor, Nullable, OrderId, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Place } from "#vocabulary/place.ts";
import { NoRef, Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { findRemovedOrders, getCustodyAboard, getOwnDriver, refuseSuspended } from "../own-routes.ts";
import { DRIVER_REFUSALS } from "../refusals.ts";
import { computeRequiredProofs } from "../rules.ts";
import { DriverRoute } from "../shapes.ts";

const DriverTask = Type.Object(
  {
    id: NoRef("a task of a stop"),
    order_id: Ref("order", OrderId),
    action: StringEnum(["pickup", "dropoff", "exchange"]),
    status: Type.String(),
    done_at: Nullable(Timestamp),
    order_type: Type.String(),
    order_status: Type.String(),
    tracking_number: Type.String(),
    ref: Nullable(Type.String()),
    place: Nullable(Place),
    delivery_instruction: Type.String(),
    recipient_preferences: Nullable(RecipientPreferences),
    parcels: Type.Array(
      Type.Object({
        id: Ref("parcel"),
        tracking_number: Type.String(),
        label_code: Type.String(),
        weight_g: Count,
        contents: Type.String(),
        custody: Type.String(),
      }),
    ),
    required_proofs: Type.Array(StringEnum(PROOF_KINDS)),
    pin_hash: Nullable(
      Type.String({ description: "`salt:digest`, digest = hex SHA-256 of salt and PIN joined." }),
    ),
    pin_tries_left: Nullable(
      Type.Integer({ description: "At 0 the PIN is refused until a dispatcher resets the tries." }),
    ),
    cod_minor: Minor,
    currency: Type.String(),
  },
  { $id: "DriverTask" },
);

const DriverStop = Type.Object(
  {
    id: Ref("stop"),
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

const GoodsAboard = Type.Object(
  {
    ...Type.Pick(DriverTask, ["order_id", "order_status", "tracking_number", "ref", "place", "parcels"])
      .properties,
  },
  { $id: "GoodsAboard" },
);

export const getRoute = defineOperation({
  name: "driverRoute",
  summary: "Get own route with stops and required proofs",
  access: { roles: ["driver"], scopes: ["routes:read"] },
  rest: { method: "GET", path: "/api/v1/driver/routes/{route_id}" },
  localised: true,
  input: Type.Object({ route_id: Ref("route") }),
  output: Type.Object({
    result: Type.Boolean(),
    version: Type.Integer(),
    route: DriverRoute,
    start_place: Place,
    end_place: Nullable(Place),
    stops: Type.Array(DriverStop, { description: "In sequence." }),
    off_route: Type.Array(GoodsAboard, {
      description:
        "Orders that left this route while the driver has their goods, and are on no other route of the driver: the dispatcher says what becomes of them.",
    }),
  }),
  refusals: DRIVER_REFUSALS,

  async run(context, { route_id }) {
    const { db, business_id, refuse } = context;
    const driver = await getOwnDriver(context, { lock: false });
    refuseSuspended(context, driver);
    const fullRoute = await getRouteWithStops(db, business_id, route_id);
    const { route, stops, orders } = fullRoute;
    if (route.driver_id !== driver.id) throw refuse("not_your_route", { message: messages.not_your_route });
    if (isUnreleased(route.status))
      throw refuse("route_not_released", { message: messages.route_not_released });
    const with_pin = [...orders.values()].filter((order) => order.requirements.pin_hash !== undefined);
    const [off_route, parcels, policies, tries] = await Promise.all([
      loadGoodsOffRoute(context, route),
      loadParcels(db, business_id, [...orders.keys()]),
      loadProofPolicies(context, [...orders.values()]),
      with_pin.length === 0
        ? new Map<number, number>()
        : loadPinTries(
            db,
            business_id,
            with_pin.map((order) => order.id),
          ),
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
          const required = computeRequiredProofs(
            order,
            task.action,
            policies.get(order.id) ?? { business: [], customer: [] },
          );
          const { pin_hash = null } = order.requirements;
          const remaining_tries = Math.max(0, PIN_TRIES_MAX - (tries.get(order.id) ?? 0));
          return [
            {
              ...task,
              order_type: order.type,
              order_status: order.status,
              tracking_number: order.tracking_number,
              ref: order.ref,
              place: task.action === "pickup" ? order.pickup : order.dropoff,
              delivery_instruction: order.delivery_instruction,
              // They are about the handover, not about collecting the goods from a sender.
              recipient_preferences:
                task.action === "pickup" && order.type !== "P" ? null : order.recipient_preferences,
              parcels: boxes.get(order.id) ?? [],
              required_proofs: required,
              // Without a try left the phone gets no hash to check against.
              pin_hash: required.includes("pin") && remaining_tries > 0 ? pin_hash : null,
              pin_tries_left: pin_hash === null ? null : remaining_tries,
              cod_minor: task.action === "pickup" ? 0 : order.cod_minor,
              currency: order.currency,
            },
          ];
        }),
      })),
      off_route,
    };
  },
});

async function loadGoodsOffRoute(
  context: Context<never>,
  route: RouteRow,
): Promise<Type.Static<typeof GoodsAboard>[]> {
  const { db, business_id } = context;
  const removed = await findRemovedOrders(context, route.id);
  if (removed.size === 0) return [];
  const { to, ref } = getCustodyAboard(route);
  const orders = await db.rows<
    Pick<OrderRow, "id" | "status" | "tracking_number" | "ref" | "dropoff" | "pickup">
  >(
    `select o.id, o.status, o.tracking_number, o.ref, o.dropoff, o.pickup from delivery_order o
       left join route r on r.business_id = $1 and r.id = o.route_id
      where o.business_id = $1 and o.id = any($2::bigint[]) and r.driver_id is distinct from $3
        and exists (select from parcel p where p.business_id = $1 and p.order_id = o.id and p.custody = $4 and p.custody_ref = $5)
      order by o.id`,
    [business_id, [...removed], route.driver_id, to, ref],
  );
  const parcels = await loadParcels(
    db,
    business_id,
    orders.map(({ id }) => id),
  );
  return orders.map(({ id, status, tracking_number, ref: reference, dropoff, pickup }) => ({
    order_id: id,
    order_status: status,
    tracking_number,
    ref: reference,
    place: dropoff ?? pickup,
    parcels: parcels.filter((one) => one.order_id === id && one.custody === to && one.custody_ref === ref),
  }));
}
