/**
 * The map shows that it is loading, and shows the content of the page before any base map has loaded. A browser that
 * cannot draw maps lists the same places, and positions are typed.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page, Route } from "playwright-core";
import { createRoute } from "#domain/planning/routes/operations/create-route.ts";
import {
  findViolations,
  NO_CHROMIUM,
  openBrowser,
  type Visit,
  visit,
  waitForDialog,
} from "#tests/support/browser.ts";
import { type TestPerson, testService } from "#tests/support/service.ts";
import { eventually, until } from "#tests/support/until.ts";

const service = await testService({ console: true });
const business = await service.business();

describe("the map of the plan", { skip: NO_CHROMIUM }, () => {
  let browser: Browser;
  let base_url = "";
  let admin: TestPerson;
  let visited: Visit;
  let page: Page;

  before(async () => {
    base_url = await service.app.listen({ port: 0, host: "127.0.0.1" });
    browser = await openBrowser({ maps: true });
    admin = await business.person("client_admin");
    visited = await visit(browser, base_url, { maps: true, as: admin });
    page = visited.page;
    for (const [name, lat, lng] of [
      ["North", -15.4, -47.6],
      ["In the middle", -15.7, -47.9],
      ["South", -16, -48.2],
    ] as const) {
      await business.order({
        dropoff: { name, line1: "Quadra 1", city: "Brasília", country: "BR", lat, lng },
      });
    }
  });
  after(() => browser?.close());

  test("shows that orders are loading, and then shows them without waiting for the base map", async () => {
    const held: Route[] = [];
    let hold = true;
    await page.route("**/api/v1/client/orders?*", (route) => {
      if (hold) held.push(route);
      else void route.continue();
    });
    // Neither the OpenFreeMap style nor our own land areas ever load.
    await page.route("https://tiles.openfreemap.org/**", () => {});
    await page.route("**/countries-50m*", () => {});

    await page.goto("/plan");
    const map = page.getByRole("region", { name: "Orders to be planned" });
    await map.locator("canvas").waitFor();
    await page.locator(".map-holder").getByRole("status", { name: "Loading" }).waitFor();
    assert.equal(await page.getByText("Nothing to show on the map").count(), 0);

    hold = false;
    for (const route of held) await route.continue();
    await page.locator(".map-holder").getByRole("status").waitFor({ state: "detached" });
    const box = await map.boundingBox();
    assert(box !== null);
    let nudge = 0;
    await until("a stop being under the pointer", async () => {
      nudge = 1 - nudge;
      await page.mouse.move(box.x + box.width / 2 + nudge, box.y + box.height / 2);
      return (await page.getByText(/^In the middle, Quadra 1/).count()) > 0;
    });
    assert.deepEqual(await findViolations(page), []);
    assert.deepEqual(visited.broken, []);
  });

  test("is a list of the same places in a browser without WebGL", async () => {
    const { page: listed, broken } = await visit(browser, base_url, { as: admin });
    await listed.goto("/plan");
    const places = listed.getByRole("region", { name: "Orders to be planned" });
    await places.getByText("This browser cannot draw maps").waitFor();
    await places.getByText("South, Quadra 1").waitFor();
    await eventually(() => places.getByText(/^(North|In the middle|South), Quadra 1/).count(), 3);
    await places.getByText("-16.00000, -48.20000").waitFor();
    assert.equal(await listed.locator("canvas").count(), 0);
    assert.deepEqual(await findViolations(listed), []);
    assert.deepEqual(broken, []);
  });

  test("takes a typed position, and gives it back by its place in the list", async () => {
    const { id } = await business.contractor();
    const { page: listed, broken } = await visit(browser, base_url, { as: admin });
    await listed.goto(`/contractors/${id}`);
    await listed.getByRole("button", { name: "New rule" }).click();
    await waitForDialog(listed);
    await listed.getByText("Drawn area").click();
    const area = listed.getByRole("region", { name: "Corners of the area" });
    const position = area.getByLabel("Position");
    await position.fill("91, -48");
    await position.press("Enter");
    await area.getByText("Latitude and longitude, in degrees").waitFor();
    for (const corner of ["-15.6, -48", "-15.6 -47", "-16;-47.5"]) {
      await position.fill(corner);
      await area.getByRole("button", { name: "Use this position" }).click();
    }
    const corners = listed.getByLabel("Corners", { exact: true });
    await area.getByRole("button", { name: /^Corner 3/ }).waitFor();
    await eventually(() => corners.inputValue(), "-15.6, -48\n-15.6, -47\n-16, -47.5");
    await area.getByRole("button", { name: /^Corner 2/ }).click();
    await area.getByRole("button", { name: /^Corner 3/ }).waitFor({ state: "detached" });
    await eventually(() => corners.inputValue(), "-15.6, -48\n-16, -47.5");
    assert.deepEqual(await findViolations(listed), []);
    assert.deepEqual(broken, []);
  });

  test("is drawn on every page that has one, and leaves with it", async () => {
    const { id: order_id } = await business.order();
    const { id: driver_id } = await business.driver();
    const { route } = await business.as("client_admin")(createRoute, { driver_id, order_ids: [order_id] });
    const warehouse = await service.system.row<{ id: number }>(
      "select id from warehouse where business_id = $1",
      [business.id],
    );
    for (const address of [
      `/orders/${order_id}`,
      `/routes/${route.id}`,
      "/drivers",
      "/instant",
      "/warehouses",
      `/warehouses/${warehouse?.id}`,
    ]) {
      await page.evaluate(`history.pushState({}, "", ${JSON.stringify(address)})`);
      await page.locator(".map-holder canvas").first().waitFor();
      await page.getByRole("status", { name: "Loading" }).first().waitFor({ state: "detached" });
      assert.deepEqual(visited.broken, [], address);
    }
    await page.evaluate(`history.pushState({}, "", "/skills")`);
    await eventually(() => page.locator("canvas").count(), 0);
    assert.deepEqual(visited.broken, []);
  });
});
