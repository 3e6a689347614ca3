import { defineSamples, type Fixture } from "#tests/support/samples.ts";
import { createRoute } from "./operations/create-route.ts";
import { getRoute } from "./operations/get-route.ts";
import { moveOrders } from "./operations/move-orders.ts";
import { releaseRoute } from "./operations/release-route.ts";
import { ROUTE_STATUSES } from "./status.ts";

declare module "#tests/support/samples.ts" {
  interface RecordIds {
    route_empty: number;
    route_other: number;
    route_ready: number;
    route_released: number;
    /** A route that was changed. */
    route_changed: number;
    order_routed: number;
    stop_other: number;
  }
}

async function create(fixture: Fixture, order_ids: number[], driver_id?: number): Promise<number> {
  const { route } = await fixture.people.client_admin.call(createRoute, {
    order_ids,
    ...(driver_id === undefined ? {} : { driver_id }),
  });
  return route.id;
}

async function findLastStop(fixture: Fixture, route_id: number): Promise<number> {
  const { route } = await fixture.people.client_admin.call(getRoute, { route_id });
  return route.stops.at(-1)?.id ?? 0;
}

/** A route that the contractor made of an order that it holds. */
async function createForContractor(fixture: Fixture): Promise<number> {
  const { route } = await fixture.people.broker_employee.call(createRoute, {
    order_ids: [await fixture.another("order_assigned")],
    driver_id: await fixture.id("driver"),
  });
  return route.id;
}

/** A change of a route that can be undone. */
async function changeRoute(fixture: Fixture): Promise<number> {
  const route_id = await create(fixture, [await fixture.another("order")]);
  const order_ids = [await fixture.another("order")];
  return (await fixture.people.client_admin.call(moveOrders, { order_ids, route_id })).change_id;
}

export const samples = defineSamples({
  shared_texts: ["driver_name"],
  worded_codes: { route: ROUTE_STATUSES },
  records: {
    order_routed: (fixture) => fixture.another("order"),
    route: async (fixture) =>
      create(fixture, [await fixture.id("order_routed"), await fixture.another("order")]),
    route_empty: (fixture) => create(fixture, []),
    route_other: async (fixture) => create(fixture, [await fixture.another("order")]),
    route_ready: async (fixture) =>
      create(fixture, [await fixture.another("order")], await fixture.id("driver")),
    async route_released(fixture) {
      const order_ids = [await fixture.another("order"), await fixture.another("order")];
      const route_id = await create(fixture, order_ids, await fixture.id("driver"));
      await fixture.people.client_admin.call(releaseRoute, { route_id });
      return route_id;
    },
    route_change: async (fixture) => changeRoute(fixture),
    async route_changed(fixture) {
      const route_id = await create(fixture, [await fixture.another("order")]);
      const order_ids = [await fixture.another("order")];
      await fixture.people.client_admin.call(moveOrders, { order_ids, route_id });
      return route_id;
    },
    stop: async (fixture) => findLastStop(fixture, await fixture.id("route")),
    stop_other: async (fixture) => findLastStop(fixture, await fixture.id("route_other")),
  },
  person_records: {
    broker_employee: {
      route: createForContractor,
      route_ready: createForContractor,
      async route_change(fixture) {
        const { broker_employee } = fixture.people;
        const order_id = await fixture.another("order_assigned");
        const { route } = await broker_employee.call(createRoute, { order_ids: [order_id] });
        const more = await fixture.another("order_assigned");
        return (await broker_employee.call(moveOrders, { order_ids: [more], route_id: route.id })).change_id;
      },
      stop: async (fixture) => findLastStop(fixture, await fixture.id("route")),
    },
  },
  operations: {
    clientOrdersBulkAssign: {
      inputs: [(i) => ({ route_id: i.route }), (i) => ({ driver_id: i.driver })],
    },
    clientRouteChanges: { member_kinds: { route_id: "route_changed" } },
    clientRouteClose: {
      inputs: [(i) => ({ route_id: i.route_over, reconciliation: { accepted_order_ids: [i.order_done] } })],
    },
    clientRouteCreate: {
      inputs: [(i) => ({ driver_id: i.driver, order_ids: [i.order], start_warehouse_id: i.warehouse })],
    },
    clientRouteMerge: { member_kinds: { from_route_id: "route_other" } },
    clientRouteOrders: {
      inputs: [(i) => ({ add: [i.order] }), (i) => ({ add: [i.order], remove: [i.order_routed] })],
    },
    clientRoutePlacements: { member_kinds: { route_ids: "route_ready" } },
    clientRouteRelease: { member_kinds: { route_id: "route_ready" } },
    clientRouteResequence: { member_kinds: { route_id: "route_other", stop_ids: "stop_other" } },
    clientRouteSplit: {
      inputs: [(i) => ({ driver_id: i.driver })],
    },
    clientRouteUnrelease: { member_kinds: { route_id: "route_released" } },
    clientRoutesRelease: { member_kinds: { route_ids: "route_ready" } },
    clientRoutesMove: {
      inputs: [
        (i) => ({ versions: [{ route_id: i.route, version: 1 }] }),
        () => ({}),
        (i) => ({ order_ids: [i.order_routed], route_id: null }),
      ],
    },
    clientRoutes: {
      grow: ({ people }, n) => people.client_admin.call(createRoute, { date: `2026-12-0${1 + (n % 3)}` }),
    },
  },
  async assignToContractor({ service, business }, ids) {
    const routes = Object.entries(ids).flatMap(([kind, id]) => (kind.startsWith("route") ? [id] : []));
    await service.system.execute(
      "update route set contractor_id = $2 where business_id = $1 and id = any($3::bigint[])",
      [business.id, ids.contractor, routes],
    );
  },
});
