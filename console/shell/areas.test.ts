import assert from "node:assert/strict";
import { test } from "node:test";
import type { Me } from "../api/session.ts";
import { findManifests } from "../find-manifests.ts";
import { findEntry, findLanding, selectAreas } from "./areas.ts";
import { selectTabs } from "./tabs.ts";

const manifests = (await findManifests()).map(({ manifest }) => manifest);

function listAreas(role: Me["user"]["role"], ...permissions: Me["permissions"]) {
  const me = {
    user: { role },
    permissions,
    modules: ["contractor_assignment"],
    features: ["order_chat", "instant_deliver"],
  } as unknown as Me;
  return selectAreas(manifests, me);
}
const getLabels = (areas: ReturnType<typeof listAreas>) => areas.map(({ label }) => label);
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
const admin = listAreas("client_admin", ...EVERYTHING.filter((one) => one !== "platform:admin"));

test("an administrator sees the areas in order, those with no page left out", () => {
  const labels = getLabels(admin);
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
    listAreas("driver", ...EVERYTHING).flatMap(({ pages }) => pages.map(({ to }) => to)),
    [
      "/driver",
      "/driver/map",
      "/driver/scan",
      "/my-shifts",
      "/my-routes",
      "/my-jobs",
      "/luggage-relay",
      "/fleets",
    ],
    "drivers see the pages that are made for them alone",
  );
  assert.deepEqual(getLabels(listAreas("driver")), []);
  assert.deepEqual(getLabels(listAreas("platform_admin", "platform:admin", "audit:read")), ["Platform"]);
  assert.deepEqual(getLabels(listAreas("employee", "wms:read")).includes("Dispatch"), false);
});

test("an area of one page has the page's name for accounts that are not staff", () => {
  const of = (role: "customer" | "employee") =>
    listAreas(role, "labels:read").find(({ id }) => id === "orders")?.label;
  assert.equal(of("customer"), "Labels");
  assert.equal(of("employee"), "Orders");
});

test("an account starts where its role does, if it may, else at its first page", () => {
  const getLandingPath = (role: Me["user"]["role"], ...permissions: Me["permissions"]) => {
    const me = { user: { role } } as unknown as Me;
    return findLanding(listAreas(role, ...permissions), me)?.to;
  };
  assert.equal(getLandingPath("client_admin", ...EVERYTHING), "/");
  assert.equal(getLandingPath("employee", "wms:read"), "/warehouses");
  assert.equal(getLandingPath("customer", "approvals:read", "orders:read"), "/orders");
  assert.equal(
    getLandingPath("broker_employee", "approvals:read", "orders:read", "drivers:read"),
    "/contractors",
  );
  assert.equal(getLandingPath("platform_admin", "platform:admin"), "/platform");
  assert.equal(getLandingPath("driver", ...EVERYTHING), "/driver");
  assert.equal(getLandingPath("driver"), undefined);
});

test("an address belongs to the most specific entry", () => {
  const findEntryPath = (pathname: string) => findEntry(admin, pathname)?.entry.to;
  assert.equal(findEntryPath("/"), "/");
  assert.equal(findEntryPath("/orders/12"), "/orders");
  assert.equal(findEntryPath("/settings/business"), "/settings");
  assert.equal(findEntryPath("/ordersx"), undefined);
});

test("a phone has four tabs: pages that ask for one first, in the order of the navigation", () => {
  const listTabs = (areas: ReturnType<typeof listAreas>) => selectTabs(areas).map(({ to }) => to);
  assert.deepEqual(listTabs(admin), ["/", "/orders", "/routes", "/drivers"]);
  assert.deepEqual(listTabs(listAreas("employee", "wms:read", "orders:read", "settings:read")), [
    "/orders",
    "/warehouses",
    "/delivery-providers",
    "/customers",
  ]);
  assert.deepEqual(listTabs(listAreas("platform_admin", "platform:admin")), ["/platform", "/platform-apps"]);
});
