/** Assigning orders to a contractor, releasing them, and its rules, in a browser. */
import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { after, describe, test } from "node:test";
import {
  findViolations,
  NO_CHROMIUM,
  openBrowser,
  openByRail,
  visit,
  waitForDialog,
} from "#tests/support/browser.ts";
import { startAtSix } from "#tests/support/plans.ts";
import { testService } from "#tests/support/service.ts";
import { DEMO_PASSWORD } from "../../src/demo/accounts.ts";
import { createDemo } from "../../src/demo/demo.ts";

describe("contractors in the console", { skip: NO_CHROMIUM }, () => {
  test("an administrator assigns orders and draws the area of a rule; the contractor releases one order and plans the other", async () => {
    const service = await testService({ console: true, work: true });
    startAtSix(service);
    await service.app.listen({ port: 0, host: "localhost" });
    const base_url = `http://localhost:${(service.app.server.address() as AddressInfo).port}`;
    const browser = await openBrowser();
    after(() => browser.close());
    const business = await service.business();
    const admin = await business.person("client_admin");
    const contractor = await business.contractor();
    const { id: driver_id } = await business.driver({ name: "Caio Lima" });
    await service.system.execute(
      "update driver set lat = -15.7, lng = -47.9, position_at = now() where id = $1",
      [driver_id],
    );
    await business.driver({ name: "Dora Reis" });
    const first = await business.order({ ref: "First" });
    await business.order({ ref: "Second" });

    const { page, broken } = await visit(browser, base_url, { as: admin });
    await page.goto("/orders");
    await page.getByRole("checkbox", { name: /^Select all/ }).check();
    await page.getByRole("button", { name: "Assign to contractor" }).click();
    const dialog = await waitForDialog(page, "Assign 2 orders to a contractor");
    await dialog.getByRole("combobox", { name: "Contractor" }).click();
    await page.getByRole("option", { name: "Contractor" }).click();
    await dialog.getByText("2 orders can then be planned by this contractor only.").waitFor();
    await dialog.getByRole("button", { name: "Assign" }).click();
    await page.getByText("2 orders assigned.").waitFor();

    await page.goto("/contractors");
    // The header is a row too, and named like its column.
    await page
      .locator("tbody")
      .getByRole("row", { name: /Contractor/ })
      .last()
      .click();
    await page.getByRole("button", { name: "New rule" }).click();
    await waitForDialog(page);
    await page.getByLabel("Name").fill("Centre");
    await page.getByText("Drawn area").click();
    await page.getByLabel("Corners", { exact: true }).fill("-15.6, -48\n-15.6, -47\n-16, -47.5");
    await page.getByLabel("Wed").check();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Inside an area of 3 corners · Wed").waitFor();
    await page.getByRole("combobox", { name: "Give it a driver" }).click();
    await page.getByRole("option", { name: "Caio Lima" }).click();
    await page.getByRole("link", { name: "Caio Lima" }).waitFor();
    await page.reload();
    await page.getByRole("link", { name: "Caio Lima" }).waitFor();
    assert.deepEqual(await findViolations(page), []);
    await page.goto("/contractors");
    await page.getByRole("tab", { name: "Assignments" }).click();
    await page.getByRole("table", { name: "Assignments" }).waitFor();
    assert.deepEqual(await findViolations(page), []);

    const other = await visit(browser, base_url, { as: contractor.person });
    await other.page.goto("/");
    await other.page.getByRole("link", { name: "My orders" }).click();
    await other.page.getByRole("row", { name: /First/ }).getByRole("button", { name: "Release" }).click();
    await waitForDialog(other.page);
    await other.page.getByLabel("Reason (optional)").fill("Too far");
    await other.page.getByRole("dialog").getByRole("button", { name: "Release" }).click();
    await other.page.getByText("The order was released.").waitFor();
    await other.page.getByRole("row", { name: /First/ }).waitFor({ state: "detached" });
    await other.page.getByRole("row", { name: /Second/ }).waitFor();
    assert.deepEqual(await findViolations(other.page), []);
    await openByRail(other.page, "Fleet", "Drivers");
    await other.page.getByText("1 driver · 1 on duty · 1 on the map").waitFor();
    assert.equal(await other.page.getByText("Dora Reis").count(), 0, "the business's own driver is shown");
    assert.equal(await other.page.getByRole("button", { name: "New driver" }).count(), 0);
    assert.deepEqual(await findViolations(other.page), []);
    await other.page.getByRole("row", { name: /Caio Lima/ }).click();
    await other.page.getByRole("heading", { name: "Caio Lima" }).waitFor();
    await other.page.getByText("No route today").waitFor();
    assert.equal(await other.page.getByRole("button", { name: "Suspend" }).count(), 0);
    assert.deepEqual(await findViolations(other.page), []);
    await openByRail(other.page, "Dispatch", "Plan");
    await other.page.getByText("1 active driver").waitFor();
    // The shortest search: there is nothing to improve in a plan of one order.
    await other.page.getByRole("slider", { name: "Time to think" }).press("Home");
    await other.page.getByRole("button", { name: "Build routes" }).click();
    await other.page.getByRole("button", { name: "Commit 1 route" }).click();
    await other.page.getByRole("button", { name: "Release 1" }).waitFor();
    await page.goto("/plan");
    await page.getByText("Build more").click();
    await page.getByText("1 order waits, 1 active driver.").waitFor();
    const route = await service.system.row<{ id: number }>("select id from route where driver_id = $1", [
      driver_id,
    ]);
    await page.goto(`/routes/${route?.id}`);
    await page.getByRole("button", { name: "More that can be done" }).click();
    await page.getByRole("menuitem", { name: "Give to another driver" }).click();
    await page.getByPlaceholder("There is no other driver").waitFor();
    await page.goto("/drivers");
    await page.getByRole("row", { name: /Caio Lima.* · Contractor/ }).click();
    await page.getByRole("link", { name: "Contractor", exact: true }).waitFor();

    await page.goto(`/orders/${first.id}`);
    await page.getByRole("button", { name: "Earlier assignments" }).click();
    await page.getByText("Too far").waitFor();
    assert.deepEqual(await findViolations(page), []);
    assert.deepEqual([broken, other.broken], [[], []]);
  });

  test("a contractor of the demo plans the orders that match its rule, with drivers of its own", async () => {
    const service = await testService({ console: true, work: true });
    await createDemo(service.runtime, { day: 1 });
    await service.app.listen({ port: 0, host: "localhost" });
    const base_url = `http://localhost:${(service.app.server.address() as AddressInfo).port}`;
    const browser = await openBrowser();
    after(() => browser.close());
    const as = { email: "ana@contractor.example", password: DEMO_PASSWORD };
    const { page, broken } = await visit(browser, base_url, { as });
    await page.goto("/");
    await openByRail(page, "Fleet", "Drivers");
    await page.getByText("3 drivers · 0 on duty · 0 on the map").waitFor();
    await page.getByText("Nobody is on the road").waitFor();
    assert.deepEqual(await findViolations(page), []);
    await openByRail(page, "Dispatch", "Plan");
    await page.getByText(/^5\d orders wait, 3 active drivers\. Your rules take 5\d of them/).waitFor();
    assert.deepEqual(await findViolations(page), []);
    await page.getByRole("button", { name: "Build routes" }).click();
    await page.getByRole("button", { name: "Use the best plan so far" }).click();
    await page.getByRole("button", { name: /^Commit \d routes?$/ }).click();
    await page.getByRole("button", { name: /^Release \d$/ }).waitFor();
    assert.deepEqual(broken, []);
  });
});
