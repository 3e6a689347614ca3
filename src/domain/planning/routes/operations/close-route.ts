/**
 * Reconcile a completed route: undelivered goods are back, cash is counted.
 *
 * Open orders are removed from the route, so that they can be planned again. Closing is refused while the driver
 * still has goods, unless their orders are listed in `accepted_order_ids`; these, and a difference in cash, open
 * attention items.
 */
import Type from "typebox";
import { findOutstandingDuties, isTerminal, loadParcels } from "#domain/orders/orders/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Minor, OrderId } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { allowUnsent, expectNothingUnsent } from "../check-unsent.ts";
import { buildRouteResponse, getStatusAfter, lockRoute, RouteResponse } from "../command.ts";
import { messages } from "../messages.ts";
import { detachOrdersFromRoutes } from "../orders-on-routes.ts";
import { saveRoutes } from "../records/route.ts";

const Reconciliation = Type.Object({
  cash_counted_minor: Type.Optional(Minor),
  accepted_order_ids: Type.Optional(
    Type.Array(Ref("order", OrderId), {
      maxItems: 1000,
      description: "Orders whose goods are not back yet.",
    }),
  ),
  note: Type.Optional(Type.String({ maxLength: 500 })),
});

export const closeRoute = defineOperation({
  name: "clientRouteClose",
  summary: "Close a completed route",
  access: { roles: [...BUSINESS_ROLES, "broker_employee"], scopes: ["routes:write"] },
  rest: { method: "POST", path: "/api/v1/client/routes/{route_id}/close" },
  input: Type.Object({
    route_id: Ref("route"),
    reconciliation: Type.Optional(Reconciliation),
    allow_unsent: allowUnsent,
  }),
  output: RouteResponse,
  refusals: {
    invalid_transition: "conflict",
    unsent_commands: "conflict",
    goods_outstanding: "conflict",
    cash_not_counted: "invalid",
  },

  async run(context, { route_id, reconciliation = {}, allow_unsent }) {
    const { db, business_id, actor, now, refuse, emit } = context;
    const { route_with_stops } = await lockRoute(context, route_id);
    const { route } = route_with_stops;
    await expectNothingUnsent(context, route, allow_unsent);
    const status = getStatusAfter(context, route, "close");
    const orders = [...route_with_stops.orders.values()].filter((order) => order.route_id === route_id);
    const open = orders.filter((order) => !isTerminal(order.status));
    const parcels = await loadParcels(
      db,
      business_id,
      open.map((order) => order.id),
    );
    const with_driver = new Set(
      parcels
        .filter(({ custody }) => custody === "driver" || custody === "vehicle")
        .map((parcel) => parcel.order_id),
    );
    const accepted = new Set(reconciliation.accepted_order_ids);
    const outstanding = open.filter((order) => with_driver.has(order.id));
    const missing = outstanding.filter((order) => !accepted.has(order.id));
    if (missing.length > 0) {
      throw refuse("goods_outstanding", {
        message: messages.goods_outstanding,
        errors: missing.map((order) => ({
          order_id: order.id,
          message: messages.goods_outstanding,
          code: "goods_outstanding",
        })),
      });
    }
    // What a partner delivered meanwhile was not paid to the driver.
    const unpaid = new Set(
      (
        await findOutstandingDuties(
          context,
          orders.map(({ id }) => id),
        )
      )
        .filter(({ cash_outstanding_minor }) => cash_outstanding_minor > 0)
        .map(({ order_id }) => order_id),
    );
    const cash_expected_minor = orders
      .filter((order) => order.status === "DELIVERED" && !unpaid.has(order.id))
      .reduce((sum, order) => sum + order.cod_minor, 0);
    const { cash_counted_minor } = reconciliation;
    if (cash_expected_minor > 0 && cash_counted_minor === undefined) {
      throw refuse("cash_not_counted", {
        message: messages.cash_not_counted,
        errors: [{ field: "reconciliation/cash_counted_minor", message: messages.cash_required }],
      });
    }
    const difference = (cash_counted_minor ?? 0) - cash_expected_minor;
    const closing = {
      closed_at: now.toISOString(),
      closed_by: actor.account_id,
      cash_expected_minor,
      cash_counted_minor: cash_counted_minor ?? 0,
      cash_difference_minor: difference,
      delivered: orders.filter((order) => order.status === "DELIVERED").length,
      undelivered: open.length,
      outstanding_order_ids: outstanding.map((order) => order.id),
      note: reconciliation.note ?? "",
    };
    await saveRoutes(context, [{ route, set: { status, closing } }]);
    await detachOrdersFromRoutes(context, open, "route_closed");
    const { note: _words, ...figures } = closing;
    emit({
      subject: { type: "route", id: route_id },
      kind: "route.closed",
      payload: { ...figures, plan_version: route.plan_version },
      before: { status: route.status },
      after: { status },
    });
    return buildRouteResponse(context, route_id);
  },
});
