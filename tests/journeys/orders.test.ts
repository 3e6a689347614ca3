/** The console offers the actions that are possible on an order, and previews the outcome of bulk commands. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { getOrder } from "#domain/orders/orders/operations/get-order.ts";
import { createRoute } from "#domain/planning/routes/operations/create-route.ts";
import { getRoute } from "#domain/planning/routes/operations/get-route.ts";
import {
  findViolations,
  NO_CHROMIUM,
  openBrowser,
  type Visit,
  visit,
  waitForDialog,
} from "#tests/support/browser.ts";
import { testService } from "#tests/support/service.ts";
import { eventually } from "#tests/support/until.ts";

const service = await testService({ console: true });
const business = await service.business();

describe("actions on orders in the console", { skip: NO_CHROMIUM }, () => {
  let browser: Browser;
  let base_url = "";
  let visited: Visit;
  let page: Page;
  const offered = async () => {
    const names = await page.locator("main").getByRole("button").allInnerTexts();
    await page.getByRole("button", { name: "More that can be done" }).click();
    await page.getByRole("menuitem", { name: "Internal note" }).waitFor();
    const more = await page.getByRole("menuitem").allInnerTexts();
    await page.keyboard.press("Escape");
    await page.getByRole("menuitem").first().waitFor({ state: "detached" });
    return [...names, ...more].map((name) => name.trim()).filter((name) => ACTIONS.has(name));
  };
  const open = async (id: number) => {
    await page.goto(`/orders/${id}`);
    await page.getByRole("heading", { name: "Contractor" }).waitFor();
  };
  const ACTIONS = new Set([
    "Label",
    "Hold",
    "Release hold",
    "Instruction for the driver",
    "Internal note",
    "Send to another address",
    "Cancel order",
    "Assign",
    "Reassign",
    "Revoke",
  ]);

  before(async () => {
    base_url = await service.app.listen({ port: 0, host: "127.0.0.1" });
    browser = await openBrowser();
    visited = await visit(browser, base_url, { as: await business.person("client_admin") });
    page = visited.page;
  });
  after(() => browser?.close());

  test("a new order can be assigned, one on hold released, and a delivered one only annotated", async () => {
    const { id } = await business.order();
    await open(id);
    await eventually(offered, [
      "Label",
      "Hold",
      "Assign",
      "Instruction for the driver",
      "Internal note",
      "Send to another address",
      "Cancel order",
    ]);
    await page.getByRole("button", { name: "Hold", exact: true }).click();
    await (await waitForDialog(page)).getByLabel("Why").fill("Not paid");
    await page.getByRole("dialog").getByRole("button", { name: "Hold" }).click();
    await page.getByRole("button", { name: "Release hold" }).waitFor();
    await eventually(offered, [
      "Label",
      "Release hold",
      "Instruction for the driver",
      "Internal note",
      "Send to another address",
      "Cancel order",
    ]);

    const delivered = await business.order();
    await service.system.execute("update delivery_order set status = 'DELIVERED' where id = $1", [
      delivered.id,
    ]);
    await open(delivered.id);
    await page.getByText("Not assigned to a contractor.", { exact: true }).waitFor();
    await eventually(offered, ["Label", "Internal note"]);
    assert.deepEqual(await findViolations(page), []);
  });

  test("a bulk command previews which orders it would not change, and why", async () => {
    await page.goto("/orders");
    const select = page.getByRole("checkbox", { name: /^Select all/ });
    await select.check();
    const dialog = page.getByRole("dialog");
    await page.getByRole("button", { name: "Release hold" }).click();
    await dialog.getByText("1 order would be released.").waitFor();
    await dialog.getByText(/1 order stays as it is: An order in status “Delivered” cannot/).waitFor();
    assert.deepEqual(await findViolations(page), []);
    await dialog.getByRole("button", { name: "Release hold" }).click();
    await page.getByText("1 of 2 released; the others are unchanged.").waitFor();

    await page
      .getByRole("row", { name: /Delivered/ })
      .getByRole("checkbox")
      .check();
    await page.getByRole("button", { name: "Release hold" }).and(page.locator(":disabled")).waitFor();
    await page.getByRole("button", { name: "Cancel", exact: true }).click();
    await waitForDialog(page);
    await dialog.getByLabel("Why").fill("Changed their mind");
    await dialog.getByText("None of these would be cancelled.").waitFor();
    await dialog
      .getByRole("button", { name: "Cancel", exact: true })
      .and(page.locator(":disabled"))
      .waitFor();
    assert.deepEqual(visited.broken, []);
  });

  test("a refusal names the status of the order with the label of the page", async () => {
    const { id } = await business.order();
    await open(id);
    // The order departed while the page was open.
    await service.system.execute("update delivery_order set status = 'OUT_FOR_DELIVERY' where id = $1", [id]);
    await page.getByRole("button", { name: "Hold", exact: true }).click();
    const dialog = await waitForDialog(page);
    await dialog.getByLabel("Why").fill("Not paid");
    await dialog
      .getByText("An order in status “Out for delivery” cannot be changed this way.", { exact: true })
      .waitFor();
  });

  test("a failed order offers what to do next, one by one and for several at once", async () => {
    const failed = [await business.order(), await business.order(), await business.order()];
    await service.system.execute(
      "update delivery_order set status = 'FAILED_ATTEMPT' where id = any($1::bigint[])",
      [failed.map(({ id }) => id)],
    );
    const [first] = failed;
    await open(first?.id ?? 0);
    const next = page.getByRole("region", { name: "What was not delivered, and what to do" });
    await next.waitFor();
    await eventually(
      () => next.getByRole("button").allInnerTexts(),
      ["Try again", "Back at the warehouse", "Return to sender", "Report a problem"],
    );
    assert.deepEqual(await findViolations(page), []);
    await next.getByRole("button", { name: "Try again" }).click();
    const again = await waitForDialog(page);
    await again.getByText("1 order would be tried again.").waitFor();
    await again.getByRole("button", { name: "Try again" }).click();
    await page.getByText("1 order tried again.").waitFor();
    await next.waitFor({ state: "hidden" });

    await page.goto("/orders?status=%5B%22FAILED_ATTEMPT%22%5D");
    await page.getByRole("checkbox", { name: /^Select all/ }).check();
    await page.getByRole("button", { name: "Report a problem" }).click();
    const problem = await waitForDialog(page);
    await problem.getByText("Fill in the fields to see it.").waitFor();
    await problem.getByLabel("What happened").fill("The box is wet");
    await problem.getByRole("combobox", { name: "Kind of problem" }).click();
    await page.getByRole("option", { name: "Damaged" }).click();
    await problem.getByText("2 orders would be reported as a problem.").waitFor();
    assert.deepEqual(await findViolations(page), []);
    await problem.getByRole("button", { name: "Report a problem" }).click();
    await page.getByText("2 orders reported as a problem.").waitFor();
    const rows = await service.system.rows<{ status: string }>(
      "select status from delivery_order where id = any($1::bigint[]) order by id",
      [failed.map(({ id }) => id)],
    );
    assert.deepEqual(
      rows.map(({ status }) => status),
      ["NEW_ORDER", "EXCEPTION", "EXCEPTION"],
    );
    assert.deepEqual(visited.broken, []);
  });

  test("one letter is no search, typed in the field or in the address", async () => {
    for (const address of ["/orders", "/orders?q=x"]) {
      await page.goto(address);
      await page.getByText(/^\d+ orders?$/).waitFor();
    }
    const field = page.getByRole("searchbox", { name: "Search orders" });
    await field.fill("x");
    await field.press("Enter");
    await page.getByText("Type two characters or more.").waitFor();
    await page.getByText(/^\d+ orders?$/).waitFor();
    await field.fill("xq");
    await page.getByText("Type two characters or more.").waitFor({ state: "detached" });
    assert.deepEqual(visited.broken, []);
  });

  test("the list is sorted, arranged and selected by keyboard and mouse, and its address keeps it", async () => {
    const many = await service.business();
    const person = await many.person("client_admin");
    for (let index = 0; index < 12; index += 1) await many.order({ ref: `R-${index % 10}-${index}` });
    const grid = await visit(browser, base_url, { as: person });
    const { page: list } = grid;
    await list.goto("/orders");
    const row = (index: number) => list.locator(`tr[data-index="${index}"]`);
    const state = list.locator(".grid-state");
    await row(0).waitFor();
    const measureHeight = async () => (await state.boundingBox())?.height;
    const height = await measureHeight();

    await row(0).focus();
    await list.keyboard.press("j");
    await list.keyboard.press("x");
    await list.keyboard.press("Shift+ArrowDown");
    await list.keyboard.press("Shift+ArrowDown");
    await list.getByText("3 orders selected").waitFor();
    await row(8).click({ modifiers: ["Shift"] });
    await list.getByText("8 orders selected").waitFor();
    await list.keyboard.press("Control+a");
    await list.getByText("12 orders selected").waitFor();
    await row(2).getByRole("checkbox").click();
    await list.getByText("11 orders selected").waitFor();
    await eventually(measureHeight, height);
    await row(2).focus();
    await list.keyboard.press("Escape");
    await list.getByText("12 orders", { exact: true }).waitFor();

    await list.getByRole("button", { name: "Columns" }).click();
    await list.getByRole("checkbox", { name: "Reference" }).check();
    await list.getByRole("button", { name: "Move Reference to the left" }).click();
    assert.deepEqual(await findViolations(list), []);
    await list.keyboard.press("Escape");
    const heads = async () => (await list.getByRole("columnheader").allInnerTexts()).slice(1, 3);
    await eventually(heads, ["Reference", "Order"]);
    const reference = list.getByRole("columnheader", { name: "Reference" });
    const width = async () => (await reference.boundingBox())?.width ?? 0;
    const before = await width();
    await reference.getByRole("button").focus();
    await list.keyboard.press("Shift+ArrowRight");
    await eventually(width, before + 16);
    await list.keyboard.press("Alt+ArrowRight");
    await eventually(heads, ["Order", "Reference"]);
    await reference.getByRole("button").click();
    await row(0).getByRole("cell", { name: "R-0-0", exact: true }).waitFor();
    await reference.getByRole("button").click();
    await row(0).getByRole("cell", { name: "R-9-9", exact: true }).waitFor();
    await reference.and(list.locator("[aria-sort=descending]")).waitFor();
    await list.locator(".grid-tools").getByRole("button", { name: "Status" }).click();
    await list.getByRole("checkbox", { name: "New", exact: true }).check();
    await list.getByRole("button", { name: "Remove the filter New" }).waitFor();
    await eventually(measureHeight, height);
    await eventually<Record<string, string>>(() => Object.fromEntries(new URL(list.url()).searchParams), {
      status: '["NEW_ORDER"]',
      sort: "-ref",
    });
    const { search } = new URL(list.url());

    await list.reload();
    await row(0).getByRole("cell", { name: "R-9-9", exact: true }).waitFor();
    await row(0).focus();
    await list.keyboard.press("Enter");
    await list.getByRole("heading", { name: "Contractor" }).waitFor();
    await list.goBack();
    await row(0).getByRole("cell", { name: "R-9-9", exact: true }).waitFor();
    await eventually(() => new URL(list.url()).search, search);
    assert.deepEqual(await findViolations(list), []);
    assert.deepEqual(grid.broken, []);
  });

  test("day, window and note are changed in the list by keyboard, and many orders at once with those refused named", async () => {
    const own_business = await service.business();
    const own_orders = [
      await own_business.order({ ref: "A" }),
      await own_business.order({ ref: "B" }),
      await own_business.order({ ref: "C" }),
    ];
    const [a = 0, b = 0, c = 0] = own_orders.map(({ id }) => id);
    const grid = await visit(browser, base_url, {
      as: await own_business.person("client_admin"),
      timezoneId: "UTC",
    });
    const { page: list } = grid;
    await list.goto("/orders?sort=ref");
    const row = (index: number) => list.locator(`tr[data-index="${index}"]`);
    const focused = (name: RegExp) => list.locator(":focus").and(list.getByLabel(name)).waitFor();
    const loadWindow = async (id: number) => {
      const { order } = await own_business.as("client_admin")(getOrder, { order_id: id });
      const { window_start, window_end } = order;
      return [
        order.scheduled_date,
        window_start === null || window_end === null
          ? null
          : Date.parse(window_end) - Date.parse(window_start),
        order.note,
      ];
    };
    await row(2).waitFor();
    await list.getByRole("button", { name: "Columns" }).click();
    await list.getByRole("checkbox", { name: "Note" }).check();
    await list.keyboard.press("Escape");

    await row(0).focus();
    await list.keyboard.press("ArrowRight");
    await focused(/^Change Day of /);
    await list.keyboard.press("Enter");
    await focused(/^Day of /);
    await list.locator(":focus").fill("2030-01-15");
    await list.keyboard.press("Enter");
    await focused(/^Change Day of /);
    await row(0).getByText("15 Jan 2030").waitFor();
    await list.keyboard.press("Enter");
    await focused(/^Day of /);
    await list.locator(":focus").fill("2030-01-16");
    await list.keyboard.press("Escape");
    await focused(/^Change Day of /);
    await list.keyboard.press("ArrowRight");
    await focused(/^Change Window of /);
    await list.keyboard.press("Enter");
    await focused(/^Window of /);
    await list.locator(":focus").fill("soon");
    await list.keyboard.press("Tab");
    await list.getByRole("alert").filter({ hasText: "Write a window as 09:00–12:00" }).waitFor();
    await list.locator(":focus").fill("9-12");
    await list.keyboard.press("Tab");
    await focused(/^Note of /);
    await list.locator(":focus").fill("Gate 4");
    assert.deepEqual(await findViolations(list), []);
    await list.keyboard.press("Tab");
    await focused(/^Day of /);
    // Tab goes on in the next row.
    await row(1).locator(":focus").waitFor();
    await list.keyboard.press("Shift+Tab");
    await focused(/^Note of /);
    await list.keyboard.press("Escape");
    await focused(/^Change Note of /);
    await eventually(() => loadWindow(a), ["2030-01-15", 3 * 3_600_000, "Gate 4"]);

    // Delivered while the list was open.
    await service.system.execute("update delivery_order set status = 'DELIVERED' where id = $1", [c]);
    const before = await loadWindow(c);
    await row(2).focus();
    await list.keyboard.press("e");
    await focused(/^Day of /);
    await list.locator(":focus").fill("2030-01-17");
    await list.keyboard.press("Enter");
    await list.getByRole("alert").filter({ hasText: "It was not saved" }).last().waitFor();
    await focused(/^Day of /);
    await list.keyboard.press("Escape");
    assert.deepEqual(await loadWindow(c), before);

    const driver = await own_business.driver({ name: "Rui" });
    const onto = await own_business.as("client_admin")(createRoute, {
      date: "2030-01-18",
      driver_id: driver.id,
      order_ids: [],
    });
    await list.getByRole("checkbox", { name: /^Select all/ }).check();
    await list.getByRole("button", { name: "Another day" }).click();
    const dialog = await waitForDialog(list);
    await dialog.getByLabel("Day of the next attempt").fill("2030-01-18");
    await dialog.getByText("2 orders would be moved to another day.").waitFor();
    await dialog.getByText(/^1 order stays as it is: /).waitFor();
    await dialog.getByText(own_orders[2]?.tracking_number ?? "").waitFor();
    await dialog.getByRole("button", { name: "Another day" }).click();
    await list.getByText("2 of 3 moved to another day; the others are unchanged.").waitFor();
    assert.deepEqual(
      (await Promise.all([a, b, c].map(loadWindow))).map(([date]) => date),
      ["2030-01-18", "2030-01-18", before[0]],
    );

    await list.getByRole("checkbox", { name: /^Select all/ }).check();
    await list.getByRole("button", { name: "Put on route" }).click();
    const put = await waitForDialog(list);
    await put.getByLabel("Day of the route").fill("2030-01-18");
    await put.getByRole("combobox", { name: "Route" }).click();
    await list.getByRole("option", { name: /Rui/ }).click();
    await put.getByText("2 orders would be put on it.").waitFor();
    assert.deepEqual(await findViolations(list), []);
    await put.getByRole("button", { name: "Put on route" }).click();
    await list.getByText("2 of 3 put on the route; the others are unchanged.").waitFor();
    const { route } = await own_business.as("client_admin")(getRoute, { route_id: onto.route.id });
    assert.equal(route.stops_total, 2);
    assert.deepEqual(grid.broken, []);
  });
});
