/**
 * Two parcels came to the wrong warehouse. On a phone they are transferred by scans, one is delivered, and the transfer is
 * rolled back: what it would do is shown first. Then somebody on the floor scans without a connection.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { receiveParcel } from "#domain/execution/warehouse-mobile/operations/receive-parcel.ts";
import { getOrder } from "#domain/orders/orders/operations/get-order.ts";
import { findViolations, NO_CHROMIUM, openBrowser, visit, waitForDialog } from "#tests/support/browser.ts";
import { applyFact, assertFoldConsistent } from "#tests/support/orders.ts";
import { testService } from "#tests/support/service.ts";
import { openWarehouse } from "#tests/support/stock.ts";

const service = await testService({ console: true });
const business = await service.business();

describe("a transfer with a scanner", { skip: NO_CHROMIUM }, () => {
  let browser: Browser;
  let page: Page;
  const broken: string[][] = [];
  const parcels: { order_id: number; code: string; number: string }[] = [];
  let north = 0;
  let south = 0;

  before(async () => {
    const base_url = await service.app.listen({ port: 0, host: "127.0.0.1" });
    const house = await openWarehouse(business, "NORTH");
    north = house.warehouse_id;
    south = (await openWarehouse(business, "SOUTH")).warehouse_id;
    for (let n = 0; n < 2; n += 1) {
      const { id: order_id } = await business.order({ origin_warehouse_id: north });
      const [parcel] = (await house.admin(getOrder, { order_id })).order.parcels;
      const code = parcel?.label_code ?? "";
      await house.admin(receiveParcel, { code, warehouse_id: south });
      parcels.push({ order_id, code, number: parcel?.tracking_number ?? "" });
    }
    browser = await openBrowser();
    const one = await visit(browser, base_url, {
      as: await business.person("client_admin", "Ada"),
      viewport: { width: 390, height: 844 },
    });
    page = one.page;
    broken.push(one.broken);
  });
  after(async () => {
    await browser?.close();
  });

  const [first, second] = [() => parcels[0], () => parcels[1]].map((read) => () => {
    const parcel = read();
    assert(parcel !== undefined);
    return parcel;
  }) as [() => (typeof parcels)[number], () => (typeof parcels)[number]];
  /** A scanner sends the characters and Enter, without asking where the focus is. */
  const scan = async (code: string) => {
    await page.keyboard.type(code);
    await page.keyboard.press("Enter");
  };
  const shows = (state: string, words: string | RegExp) =>
    page.locator(`[data-result=${state}]`).filter({ hasText: words }).first().waitFor();
  const whereIs = async (order_id: number) => {
    const { order } = await business.as("client_admin")(getOrder, { order_id });
    return [order.status, order.current_warehouse_id];
  };

  test("is opened from the parcels that lie at the wrong place", async () => {
    await page.goto("/transfers");
    const way = page.getByRole("list", { name: "SOUTH → NORTH" });
    await way.getByRole("listitem").nth(1).waitFor();
    await way
      .getByText(/Its order starts there/)
      .first()
      .waitFor();
    assert.deepEqual(await findViolations(page), []);
    await page.getByRole("button", { name: "Transfer 2 parcels" }).click();
    await page.waitForURL(/\/transfers\/\d+$/);
    await shows("ready", "Each scan puts a parcel on the vehicle.");
    assert.deepEqual(await findViolations(page), []);
  });

  test("takes every scan out, sends it off, and takes every scan in", async () => {
    await scan(first().code);
    await shows("out", first().number);
    await scan(first().code);
    await shows("duplicate", "nothing changed");
    await scan("NOTHING");
    await shows("refused", "NOTHING is not known.");
    await scan(second().code);
    await shows("out", second().number);
    assert.deepEqual(await whereIs(first().order_id), ["IN_TRANSFER", null]);
    await page.getByRole("button", { name: "Send off" }).click();
    const dialog = await waitForDialog(page, "Send the transfer off");
    await dialog.getByText("Every listed parcel was scanned.").waitFor();
    await dialog.getByRole("button", { name: "Send off" }).click();
    await shows("ready", "Each scan takes a parcel in.");
    for (const parcel of [first(), second()]) {
      await scan(parcel.code);
      await shows("in", parcel.number);
    }
    await page.getByText("All here").first().waitFor();
    assert.deepEqual(await whereIs(second().order_id), ["AT_WAREHOUSE", north]);
  });

  test("is rolled back after its preview; what was delivered stays", async () => {
    await applyFact(business, first().order_id, { trigger: "load", custody: { to: "vehicle", ref: "1" } });
    await applyFact(business, first().order_id, {
      trigger: "complete",
      goods_aboard: true,
      custody: { to: "recipient", ref: null },
    });
    await page.getByRole("button", { name: "Roll back" }).click();
    const dialog = await waitForDialog(page, "Roll the transfer back");
    await dialog.getByText("stays: its order has ended").waitFor();
    await dialog.getByText(/back to SOUTH/).waitFor();
    assert.deepEqual(await findViolations(page), []);
    await dialog.getByRole("textbox", { name: "Why, for the history" }).fill("Wrong cage");
    await dialog.getByRole("button", { name: "Roll back" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("Rolled back", { exact: true }).first().waitFor();
    assert.deepEqual(await whereIs(second().order_id), ["AT_WAREHOUSE", south]);
    assert.equal((await whereIs(first().order_id))[0], "DELIVERED");
    await page.getByRole("button", { name: "Show every step" }).click();
    const history = page.getByRole("list", { name: "History" });
    await history.getByText("Wrong cage").waitFor();
    await history.getByText("Unknown code").waitFor();
    assert.deepEqual(await findViolations(page), []);
    await assertFoldConsistent(business);
  });

  test("somebody on the floor asks what a code is, and goes on without a connection", async () => {
    await page.evaluate((id) => localStorage.setItem("packhorse.warehouse", String(id)), north);
    await page.goto("/floor");
    await page.getByRole("textbox", { name: "Scan or type any code" }).waitFor();
    assert.deepEqual(await findViolations(page), []);
    await scan("NOTHING");
    await shows("refused", "NOTHING is not known.");
    await scan(second().code);
    await shows("match", second().number);
    await page.getByRole("button", { name: "Receive" }).click();
    await shows("done", "Received");
    assert.deepEqual(await whereIs(second().order_id), ["AT_WAREHOUSE", north]);

    await page.context().setOffline(true);
    const modes = page.getByRole("radiogroup", { name: "What a scan does" });
    await modes.getByText("Sort", { exact: true }).click();
    await shows("ready", "Each scan says the lane of a parcel.");
    await scan(second().code);
    await modes.getByText("Receive", { exact: true }).click();
    await shows("ready", "Each scan receives a parcel here.");
    await scan(second().code);
    await page.getByText("2 scans wait to be sent").waitFor();
    await page.getByText("No connection.").waitFor();
    assert.deepEqual(await findViolations(page), []);
    await page.context().setOffline(false);
    // In order: the lane of a parcel on no route is refused, and said so; the one after it is done.
    const refused = page.getByRole("list", { name: "Not taken" });
    await refused.getByText(/is on no route/).waitFor();
    await shows("done", "Received");
    await page.getByText(/wait to be sent/).waitFor({ state: "detached" });
    await refused.getByRole("button", { name: "Discard" }).click();
    const dialog = page.getByRole("dialog", { name: `Discard ${second().code}?` });
    await dialog.getByLabel("Why").fill("it stays here");
    await dialog.getByRole("button", { name: "Discard" }).click();
    await refused.waitFor({ state: "detached" });
    // The console has a connection of changes too, which was cut on purpose.
    assert.deepEqual(
      broken.flat().filter((one) => !/ERR_INTERNET_DISCONNECTED|ERR_NETWORK/.test(one)),
      [],
    );
  });
});
