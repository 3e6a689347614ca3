/** One order in full, now or as of a past time. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Count, Nullable, OrderId, Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { loadOrderAsOf } from "../lifecycle/as-of.ts";
import { Assignment, findAssignmentAsActive, toAssignmentView } from "../lifecycle/assignment.ts";
import { loadPinTries, PIN_TRIES_MAX } from "../lifecycle/pin-tries.ts";
import { ORDER_STATUS_IDS } from "../lifecycle/status.ts";
import { messages } from "../messages.ts";
import { getVisibleOrder, isOnReleasedRoute } from "../records/order.ts";
import { loadParcels } from "../records/parcel.ts";
import { OrderDetail, toOrderDetail } from "../shapes.ts";
import { canSeeAssignment } from "../visibility.ts";

export const getOrder = defineOperation({
  name: "clientOrder",
  summary: "Get the full detail of an order",
  description:
    "Places with their windows, parcels, requirements, the actions that are possible now, and prices if the caller " +
    "may see them. With as_of, the order as it was at a past time; values that have been erased since are empty and " +
    "listed in erased_members. Names of people are the current ones.",
  access: { roles: [...BUSINESS_ROLES, "broker_employee", "customer"], scopes: ["orders:read"] },
  rest: { method: "GET", path: "/api/v1/client/orders/{order_id}" },
  mcp: { user: "get_order_detail" },
  input: Type.Object({
    order_id: Ref("order", OrderId),
    as_of: Type.Optional(Timestamp),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    version: Type.Integer(),
    as_of: Nullable(Timestamp),
    erased_members: Type.Optional(
      Type.Array(Type.String(), {
        description:
          "With as_of: members of the order whose value at that time has been erased since; they are empty.",
      }),
    ),
    order: OrderDetail,
    assignment: Nullable(Assignment),
    pin: Nullable(
      Type.Object(
        { tries_left: Count, tries_max: Count },
        {
          description:
            "Tries at the recipient's PIN, for the business; when none is left the PIN is refused until a reset. Null with as_of.",
        },
      ),
    ),
  }),

  async run(context, { order_id, as_of }) {
    const { actor, db, business_id, refuse } = context;
    const [order, parcels] = await Promise.all([
      getVisibleOrder(context, order_id),
      loadParcels(db, business_id, [order_id]),
    ]);
    const past =
      as_of === undefined ? undefined : await loadOrderAsOf({ db, business_id }, order, parcels, as_of);
    if (as_of !== undefined && past === undefined)
      throw refuse("not_found", { message: messages.unknown_order });
    const visible_order = past?.order ?? order;
    // Before it was given to this customer, it was none of its orders.
    if (actor.role === "customer" && visible_order.customer_id !== actor.customer_id)
      throw refuse("not_found", { message: messages.unknown_order });
    const shows_pin =
      past === undefined &&
      BUSINESS_ROLES.some((role) => role === actor.role) &&
      order.requirements.pin_hash !== undefined;
    const [assignment, on_released_route, tries] = await Promise.all([
      visible_order.assignment_id === null || !canSeeAssignment(actor, visible_order)
        ? null
        : findAssignmentAsActive(context, visible_order.assignment_id),
      past?.on_released_route ?? isOnReleasedRoute(context, order),
      shows_pin ? loadPinTries(db, business_id, [order_id]) : null,
    ]);
    return {
      result: true,
      version: visible_order.version,
      as_of: as_of ?? null,
      ...(past === undefined ? {} : { erased_members: past.erased }),
      order: toOrderDetail(visible_order, past?.parcels ?? parcels, { actor, on_released_route }),
      assignment:
        assignment === null
          ? null
          : {
              ...toAssignmentView(assignment, ORDER_STATUS_IDS[visible_order.status]),
              scheduled_date: visible_order.scheduled_date,
              route_id: visible_order.route_id,
            },
      pin:
        tries === null
          ? null
          : {
              tries_left: Math.max(0, PIN_TRIES_MAX - (tries.get(order_id) ?? 0)),
              tries_max: PIN_TRIES_MAX,
            },
    };
  },
});
