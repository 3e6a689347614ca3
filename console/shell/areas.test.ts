import assert from "node:assert/strict";
import { test } from "node:test";
import type { Me } from "../api/session.ts";
import { findManifests } from "../find-manifests.ts";
import { findEntry, findLanding, selectAreas } from "./areas.ts";
import { selectTabs } from "./tabs.ts";

const manifests = (await findManifests()).map(({ manifest }) => manifest);

function areasOf(role: Me["user"]["role"], ...permissions: Me["permissions"]) {
  const me = {
    user: { role },
    permissions,
    modules: ["contractor_assignment"],
    features: ["order_chat", "instant_deliver"],
  } as unknown as Me;
  return selectAreas(manifests, me);
}
const labelsOf = (areas: ReturnType<typeof areasOf>) => areas.map(({ label }) => label);
const EVERYTHING = [
  ...new Set(
    manifests.flatMap(({ navigation }) =>
      navigation.flatMap(({ permission, access }) => [
        ...(permission === undefined ? [] : [permission]),
        ...(access ?? []).flatMap(({ scopes }) => scopes ?? []),
      ]),
    ),
  ),
];
const admin = areasOf("client_admin", ...EVERYTHING.filter((one) => one !== "platform:admin"));

test("an administrator sees the areas in order, those with no page left out", () => {
  const labels = labelsOf(admin);
  assert.deepEqual(
    labels,
    [
      "Now",
      "Orders",
      "Dispatch",
      "Network",
      "Fleet",
      "Customers",
      "Money",
      "Insight",
      "Build",
      "Settings",
    ].filter((label) => labels.includes(label)),
  );
  assert(labels.length >= 8, labels.join());
});

test("an account sees the pages that its role and permissions open, and no area without one", () => {
  assert.deepEqual(
    areasOf("driver", ...EVERYTHING).flatMap(({ pages }) => pages.map(({ to }) => to)),
    ["/driver", "/driver/map", "/driver/scan", "/my-shifts", "/my-routes", "/my-jobs", "/fleets"],
    "drivers see the pages that are made for them alone",
  );
  assert.deepEqual(labelsOf(areasOf("driver")), []);
  assert.deepEqual(labelsOf(areasOf("platform_admin", "platform:admin", "audit:read")), ["Platform"]);
  assert.deepEqual(labelsOf(areasOf("employee", "wms:read")).includes("Dispatch"), false);
});

test("an area of one page has the page's name for accounts that are not staff", () => {
  const of = (role: "customer" | "employee") =>
    areasOf(role, "lockers:read").find(({ id }) => id === "network")?.label;
  assert.equal(of("customer"), "Lockers");
  assert.equal(of("employee"), "Network");
});

test("an account starts where its role does, if it may, else at its first page", () => {
  const startOf = (role: Me["user"]["role"], ...permissions: Me["permissions"]) => {
    const me = { user: { role } } as unknown as Me;
    return findLanding(areasOf(role, ...permissions), me)?.to;
  };
  assert.equal(startOf("client_admin", ...EVERYTHING), "/");
  assert.equal(startOf("employee", "wms:read"), "/warehouses");
  assert.equal(startOf("customer", "approvals:read", "orders:read"), "/orders");
  assert.equal(startOf("broker_employee", "approvals:read", "orders:read", "drivers:read"), "/contractors");
  assert.equal(startOf("platform_admin", "platform:admin"), "/platform");
  assert.equal(startOf("driver", ...EVERYTHING), "/driver");
  assert.equal(startOf("driver"), undefined);
});

test("an address belongs to the most specific entry", () => {
  const entryOf = (pathname: string) => findEntry(admin, pathname)?.entry.to;
  assert.equal(entryOf("/"), "/");
  assert.equal(entryOf("/orders/12"), "/orders");
  assert.equal(entryOf("/settings/business"), "/settings");
  assert.equal(entryOf("/ordersx"), undefined);
});

test("a phone has four tabs: pages that ask for one first, in the order of the navigation", () => {
  const tabsOf = (areas: ReturnType<typeof areasOf>) => selectTabs(areas).map(({ to }) => to);
  assert.deepEqual(tabsOf(admin), ["/", "/orders", "/routes", "/drivers"]);
  assert.deepEqual(tabsOf(areasOf("employee", "wms:read", "orders:read", "settings:read")), [
    "/orders",
    "/warehouses",
    "/delivery-providers",
    "/customers",
  ]);
  assert.deepEqual(tabsOf(areasOf("platform_admin", "platform:admin")), ["/platform", "/platform-apps"]);
});
