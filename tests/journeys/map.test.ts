/** The map shows that it is loading, and shows the content of the page before any base map has loaded. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page, Route } from "playwright-core";
import { NO_CHROMIUM, openBrowser, signIn, type Visit, visit } from "#tests/support/browser.ts";
import { TEST_PASSWORD, testService } from "#tests/support/service.ts";
import { until } from "#tests/support/until.ts";

const service = await testService({ console: true });
const t = await service.business();

describe("the map of the plan", { skip: NO_CHROMIUM }, () => {
  let browser: Browser;
  let visited: Visit;
  let page: Page;

  before(async () => {
    const base_url = await service.app.listen({ port: 0, host: "127.0.0.1" });
    browser = await openBrowser();
    visited = await visit(browser, base_url);
    page = visited.page;
    await signIn(page, (await t.person("client_admin")).email, TEST_PASSWORD);
    for (const [name, lat, lng] of [
      ["North", -15.4, -47.6],
      ["In the middle", -15.7, -47.9],
      ["South", -16, -48.2],
    ] as const) {
      await t.order({ dropoff: { name, line1: "Quadra 1", city: "Brasília", country: "BR", lat, lng } });
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
    assert.deepEqual(visited.broken, []);
  });
});
