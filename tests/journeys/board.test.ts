/** Dispatchers at work on the board: an overload is refused, ten moves are undone, and two people meet on one plan. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { getOrder } from "#domain/orders/orders/operations/get-order.ts";
import { createRoute } from "#domain/planning/routes/operations/create-route.ts";
import { getRoute } from "#domain/planning/routes/operations/get-route.ts";
import { moveOrders } from "#domain/planning/routes/operations/move-orders.ts";
import { findViolations, NO_CHROMIUM, openBrowser, visit } from "#tests/support/browser.ts";
import { testService } from "#tests/support/service.ts";
import { eventually } from "#tests/support/until.ts";

const service = await testService({ console: true });
const business = await service.business();
const DATE = "2026-12-01";
const COUNTED = new Set(["version", "plan_version", "status_since"]);

/** A route whose orders have one unit each. */
async function createPlannedRoute(name: string, count: number, capacity_units: number, date = DATE) {
  const { id: driver_id } = await business.driver({ name, capacity_units });
  const order_ids: number[] = [];
  for (let index = 0; index < count; index += 1) order_ids.push((await business.order({ units: 1 })).id);
  const { route } = await business.as("client_admin")(createRoute, { date, driver_id, order_ids });
  return { id: route.id, order_ids, stop_ids: route.stops.map(({ id }) => id) };
}

async function readBytes(route_id: number): Promise<string> {
  const { route } = await business.as("client_admin")(getRoute, { route_id });
  return JSON.stringify(route, (key, value) => (COUNTED.has(key) ? undefined : value));
}

describe("the dispatch board", { skip: NO_CHROMIUM }, () => {
  let browser: Browser;
  let base_url = "";
  let page: Page;
  let small: Awaited<ReturnType<typeof createPlannedRoute>>;
  let large: Awaited<ReturnType<typeof createPlannedRoute>>;
  let third: Awaited<ReturnType<typeof createPlannedRoute>>;
  const broken: string[][] = [];
  const toast = (words: string | RegExp) =>
    page.getByRole("alert").filter({ hasText: words }).last().waitFor();
  const block = (stop_id = 0) => page.locator(`[data-stop="${stop_id}"]`);
  const grid = () => page.getByRole("grid", { name: "Routes over time" });
  /** Waits until a button could take so many steps, and is not busy with one. */
  const steps = (name: string, count: number) =>
    page
      .getByRole("button", { name: new RegExp(`^${name}: `) })
      .and(page.locator(`[data-steps="${count}"]:enabled`))
      .waitFor();
  const states = () => Promise.all([small, large, third].map(({ id }) => readBytes(id)));

  before(async () => {
    [small, large, third] = [
      await createPlannedRoute("Ana", 3, 3),
      await createPlannedRoute("Bruno", 6, 180),
      await createPlannedRoute("Caio", 4, 180),
    ];
    base_url = await service.app.listen({ port: 0, host: "127.0.0.1" });
    browser = await openBrowser();
    const visited = await visit(browser, base_url, { as: await business.person("client_admin", "Ada") });
    page = visited.page;
    broken.push(visited.broken);
  });
  after(async () => {
    await browser?.close();
  });

  test("shows every route over time, and what is chosen there in the list of places too", async () => {
    await page.goto(`/plan?date=${DATE}`);
    await grid().waitFor();
    await eventually(() => grid().getByRole("rowheader").count(), 3);
    await block(large.stop_ids[1]).click();
    await page.getByText("Stop 2 of Bruno").waitFor();
    await block(large.stop_ids[1]).and(page.locator("[aria-selected=true]")).waitFor();
    await page
      .getByRole("region", { name: "Routes of the day" })
      .locator('[aria-current="true"]')
      .first()
      .waitFor();
    assert.deepEqual(await findViolations(page), []);
  });

  test("does not count the orders that wait before it knows them", async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const waiting = (url: URL) => url.searchParams.get("on_route") === "false";
    await page.route(waiting, (route) => held.then(() => route.continue()));
    await page.goto(`/plan?date=${DATE}`);
    const tray = page.getByRole("region", { name: "Orders to be planned" });
    await tray.getByRole("status", { name: "Loading" }).waitFor();
    assert.equal(await tray.getByText(/Drop stops here|\(0\)/).count(), 0);
    release();
    await tray.getByRole("heading", { name: "To be planned (0)" }).waitFor();
    await page.unroute(waiting);
  });

  test("refuses to load more than a vehicle carries, says why while dragging, and does it only when told", async () => {
    const before = await states();
    const from = await block(large.stop_ids[0]).boundingBox();
    const to = await page.getByRole("rowheader").filter({ hasText: "Ana" }).boundingBox();
    assert(from && to);
    const drag = async () => {
      await page.mouse.move(from.x + 4, from.y + 8);
      await page.mouse.down();
      await page.mouse.move(from.x + 30, from.y - 10, { steps: 4 });
      await page.mouse.move(to.x + 60, to.y + 20, { steps: 4 });
    };
    await drag();
    const preview = page.locator(".drag-preview");
    await preview.getByText("The vehicle of route R1 does not carry that much: 4 of 3 units.").waitFor();
    await eventually(() => page.locator(".drop-row.bad").count(), 1);
    await page.keyboard.press("Escape");
    await preview.waitFor({ state: "detached" });
    await page.mouse.up();
    assert.deepEqual(await states(), before, "a drag that was given up moves nothing");
    await drag();
    await preview.getByText(/does not carry that much/).waitFor();
    await page.mouse.up();
    await page
      .getByRole("alertdialog", { name: "It does not fit" })
      .getByText(/4 of 3 units/)
      .waitFor();
    assert.deepEqual(await findViolations(page), []);
    await page.getByRole("button", { name: "Leave it" }).click();
    assert.deepEqual(await states(), before);
  });

  test("undoes ten moves by keyboard, after which every route is what it was byte for byte", async () => {
    const before = await states();
    await page.keyboard.press("Escape");
    await block(large.stop_ids[0]).click();
    await grid().focus();
    let moved = 0;
    const act = async (key: string, words: string | RegExp) => {
      await page.keyboard.press(key);
      await toast(words);
      moved += 1;
      await steps("Undo", moved);
    };
    for (let turn = 0; turn < 4; turn += 1) await act("Alt+ArrowRight", "1 order moved to Bruno.");
    await act("Delete", "1 order taken off the route.");
    await block(large.stop_ids[1]).click();
    await grid().focus();
    for (let turn = 0; turn < 3; turn += 1) await act("Alt+ArrowRight", "1 order moved to Bruno.");
    await block(third.stop_ids[0]).click();
    await block(third.stop_ids[1]).click({ modifiers: ["Shift"] });
    await grid().focus();
    await act("Delete", "2 orders taken off the route.");
    await block(third.stop_ids[2]).click();
    await grid().focus();
    await act("Alt+ArrowRight", "1 order moved to Caio.");
    assert.equal(moved, 10);
    const after_moves = await states();
    assert.notDeepEqual(after_moves, before);
    for (let turn = 0; turn < 10; turn += 1) {
      await page.keyboard.press("Control+z");
      await steps("Redo", turn + 1);
    }
    assert.deepEqual(await states(), before);
    await page.keyboard.press("Control+Shift+z");
    await steps("Undo", 1);
    await page.keyboard.press("Control+z");
    await steps("Redo", 10);
    await page.getByRole("button", { name: "Changes" }).click();
    await page.getByRole("dialog").getByText("Sequence changed").first().waitFor();
    await page.getByRole("dialog").getByText("1 order removed").first().waitFor();
    assert.deepEqual(await findViolations(page), []);
    await page.keyboard.press("Escape");
  });

  test("two dispatchers see each other's moves, and the second of two conflicting ones is told who moved what", async () => {
    const bia = await visit(browser, base_url, { as: await business.person("employee", "Bia") });
    broken.push(bia.broken);
    const theirs = (stop_id = 0) => bia.page.locator(`[data-stop="${stop_id}"]`);
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await bia.page.goto(`/plan?date=${DATE}`);
    const [first, second, last] = third.stop_ids;
    const [, , order_id = 0] = third.order_ids;

    await block(first).click();
    await grid().focus();
    await page.keyboard.press("Delete");
    await theirs(first).waitFor({ state: "detached" });
    await theirs(second).click();
    await bia.page.getByRole("grid", { name: "Routes over time" }).focus();
    await bia.page.keyboard.press("Delete");
    await block(second).waitFor({ state: "detached" });

    // Bia decides before the push arrives: what she sees is old only until the answer that is held back here.
    const held = Promise.withResolvers<void>();
    await bia.page.route(/route-schedule/, async (route) => {
      await held.promise;
      await route.continue();
    });
    await theirs(last).click();
    await block(last).click();
    await grid().focus();
    await page.keyboard.press("Delete");
    await block(last).waitFor({ state: "detached" });
    const before = await states();
    await bia.page.getByRole("grid", { name: "Routes over time" }).focus();
    await bia.page.keyboard.press("Alt+ArrowRight");
    const { order } = await business.as("client_admin")(getOrder, { order_id });
    await bia.page
      .getByRole("alert")
      .filter({ hasText: `Ada took ${order.tracking_number} off route R3 (Caio).` })
      .waitFor();
    assert.deepEqual(await states(), before, "nothing that Ada did is overwritten");
    held.resolve();
    await theirs(last).waitFor({ state: "detached" });
    await bia.page.unroute(/route-schedule/);
    await theirs(third.stop_ids[3]).click();
    await bia.page.getByRole("grid", { name: "Routes over time" }).focus();
    await bia.page.keyboard.press("Delete");
    await block(third.stop_ids[3]).waitFor({ state: "detached" });
    await bia.page.context().close();
  });

  test("a step that somebody's change stands against is skipped, and a reload or a lost connection takes none", async () => {
    const date = "2026-12-02";
    const [dora, edu] = [
      await createPlannedRoute("Dora", 3, 180, date),
      await createPlannedRoute("Edu", 3, 180, date),
    ];
    const [[dora_stop], [edu_stop]] = [dora.stop_ids, edu.stop_ids];
    const takeOff = async (stop_id: number | undefined) => {
      await block(stop_id).click();
      await grid().focus();
      await page.keyboard.press("Delete");
      await block(stop_id).waitFor({ state: "detached" });
    };
    const takeOffAsBia = (order_id = 0) =>
      business.as("employee", "Bia")(moveOrders, { order_ids: [order_id], route_id: null });
    const countStops = async ({ id }: { id: number }) =>
      (await business.as("client_admin")(getRoute, { route_id: id })).route.stops.length;
    const stuck = (name: string) => page.getByRole("alertdialog", { name });
    const none = (name: string) => page.getByRole("button", { name, exact: true }).waitFor();

    await page.goto(`/plan?date=${date}`);
    await takeOff(dora_stop);
    await takeOff(edu_stop);
    await steps("Undo", 2);
    await takeOffAsBia(edu.order_ids[1]);
    await block(edu.stop_ids[1]).waitFor({ state: "detached" });
    await page.reload();
    await steps("Undo", 2);

    await page.keyboard.press("Control+z");
    const question = stuck("This step can no longer be undone");
    await question.getByText(/^Bia took .* off route .* \(Edu\)\.$/).waitFor();
    await question.getByText("1 order taken off the route · Edu", { exact: true }).waitFor();
    assert.deepEqual(await findViolations(page), []);
    await page.keyboard.press("Escape");
    await question.waitFor({ state: "detached" });
    await steps("Undo", 2);
    await page.keyboard.press("Control+z");
    await question.getByRole("button", { name: "Skip it and undo the one before" }).click();
    await block(dora_stop).waitFor();
    await steps("Redo", 1);
    await none("Undo");
    assert.deepEqual([await countStops(dora), await countStops(edu)], [3, 1], "what Bia did stays");

    await page.reload();
    await steps("Redo", 1);
    await page.keyboard.press("Control+Shift+z");
    await block(dora_stop).waitFor({ state: "detached" });
    await steps("Undo", 1);
    await page.route(/route-changes\/\d+\/undo$/, (route) => route.abort());
    await page.keyboard.press("Control+z");
    await page.getByRole("alert").filter({ hasText: "It was not undone" }).last().waitFor();
    await steps("Undo", 1);
    assert.equal(await question.count(), 0);
    await page.unroute(/route-changes\/\d+\/undo$/);
    await page.keyboard.press("Control+z");
    await steps("Redo", 1);

    await takeOffAsBia(dora.order_ids[1]);
    await block(dora.stop_ids[1]).waitFor({ state: "detached" });
    await page.keyboard.press("Control+Shift+z");
    await stuck("This step can no longer be done again").getByRole("button", { name: "Skip it" }).click();
    await none("Redo");

    await takeOff(dora.stop_ids[2]);
    await steps("Undo", 1);
    const countStoredBoards = () =>
      page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes("board")).length);
    await eventually(countStoredBoards, 2);
    await page
      .getByRole("navigation", { name: "Pages" })
      .getByRole("button", { name: "Ada", exact: true })
      .click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.waitForURL("**/sign-in");
    assert.equal(await countStoredBoards(), 0);
  });

  test("is a list on a phone", async () => {
    const visited = await visit(browser, base_url, {
      as: await business.person("client_admin", "Ada"),
      viewport: { width: 390, height: 844 },
      colorScheme: "dark",
    });
    broken.push(visited.broken);
    await visited.page.goto(`/plan?date=${DATE}`);
    await visited.page.getByRole("button", { name: /^Bruno(?!,)/ }).click();
    await visited.page.getByRole("button", { name: /^Move stop 1, / }).click();
    const later = visited.page.getByRole("menuitem", { name: "Later" });
    await later.waitFor();
    // The first item that can be used has the focus: the first stop cannot be earlier.
    await visited.page.locator("[role=menuitem]:focus", { hasText: "Later" }).waitFor();
    assert.deepEqual(await findViolations(visited.page), []);
    await visited.page.keyboard.press("Escape");
    await later.waitFor({ state: "detached" });
  });

  test("no page broke on the way", () => assert.deepEqual(broken.flat(), []));
});
