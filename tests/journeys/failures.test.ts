/** A day with failures in the console: exceptions are decided one by one and all at once, until nothing needs anybody. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { readAttention } from "#tests/support/attention.ts";
import {
  findViolations,
  NO_CHROMIUM,
  openBrowser,
  type Visit,
  visit,
  waitForDialog,
} from "#tests/support/browser.ts";
import { applyCommand, applyFact } from "#tests/support/orders.ts";
import { testService } from "#tests/support/service.ts";
import { UNSEEN_MS } from "../../console/parts/follow-list.ts";

const service = await testService({ console: true });
const business = await service.business();
/** More than the list of all kinds shows one by one. */
const FAILED = 10;

describe("exceptions in the console", { skip: NO_CHROMIUM }, () => {
  let browser: Browser;
  let visited: Visit;
  let page: Page;
  const orders: { id: number; tracking_number: string }[] = [];
  const toast = (text: RegExp) => page.getByRole("alert").getByText(text).first().waitFor();
  const readState = (id: number) =>
    service.system.row<{ status: string; scheduled_date: string }>(
      "select status, scheduled_date from delivery_order where id = $1",
      [id],
    );
  const openItems = async () =>
    (
      await service.system.row<{ n: number }>(
        "select count(*) as n from attention_item where business_id = $1 and state = 'open'",
        [business.id],
      )
    )?.n;

  before(async () => {
    const base_url = await service.app.listen({ port: 0, host: "127.0.0.1" });
    // Failures are exceptions at once, so that nothing has to wait.
    await service.system.execute(
      "insert into attention_rule (business_id, kind, is_on, after) values ($1, 'attempt_undecided', true, 0)",
      [business.id],
    );
    for (let n = 0; n < FAILED; n += 1) {
      const order = await business.order();
      orders.push(order);
      await applyCommand(business, order.id, "dispatch");
      await applyFact(business, order.id, { trigger: "depart", custody: { to: "vehicle", ref: "van" } });
      service.advance(1000);
      await applyFact(business, order.id, { trigger: "fail", kind: "order.attempt_failed" });
    }
    service.advance(1000);
    await readAttention(service, business.id);
    assert.equal(await openItems(), FAILED);
    browser = await openBrowser();
    visited = await visit(browser, base_url, { as: await business.person("client_admin") });
    page = visited.page;
  });
  after(() => browser?.close());

  test("many of a kind are one row; their list is walked by keyboard, and one is tried again another day", async () => {
    await page.goto("/exceptions");
    await page.getByRole("button", { name: `All ${FAILED}` }).waitFor();
    assert.deepEqual(await findViolations(page), []);
    await page.getByRole("link", { name: `Show all ${FAILED}` }).click();
    const items = page.locator("[data-entry^='item']");
    await items.nth(FAILED - 1).waitFor();
    const current = page.locator("[data-entry][aria-current='true']");
    for (const _ of [1, 2, 3]) await page.keyboard.press("j");
    await items.nth(2).and(current).waitFor();
    const first = await current.getAttribute("data-entry");
    await page.keyboard.press("j");
    await items.nth(3).and(current).waitFor();
    const next = await current.getAttribute("data-entry");
    await page.keyboard.press("k");
    await items.nth(2).and(current).waitFor();
    await page.keyboard.press("1");
    const dialog = await waitForDialog(page, /^Try again/);
    await dialog.getByText("1 order would be tried again.").waitFor();
    await dialog.getByText(/keeps its status until it is back/).waitFor();
    assert.deepEqual(await findViolations(page), []);
    await dialog.getByRole("button", { name: "Try again" }).click();
    await toast(/1 order tried again/);
    await page.locator(`[data-entry="${first}"]`).waitFor({ state: "detached" });
    assert.equal(await openItems(), FAILED - 1);
    // The next one takes its place, in the middle of the list, and the keys go on there.
    await page.locator(`[data-entry="${next}"][aria-current='true']`).waitFor();
    await page.locator(`[data-entry="${next}"]:focus`).waitFor();
  });

  test("an item is snoozed, another one decided with nothing to do, and the decision is taken back", async () => {
    const row = page.locator("[data-entry^='item']");
    await row.first().click();
    await page.keyboard.press("s");
    await (await waitForDialog(page, /^Snooze/)).getByRole("button", { name: "1 hour" }).click();
    await toast(/1 exception snoozed/);
    await row.nth(FAILED - 3).waitFor();
    await row.nth(FAILED - 2).waitFor({ state: "detached" });
    await row.first().click();
    await page.keyboard.press("d");
    const dialog = await waitForDialog(page, "Nothing to do");
    await dialog.getByLabel("Why").fill("Collected by the sender");
    await dialog.getByRole("button", { name: "Nothing to do" }).click();
    await toast(/1 exception decided/);
    await page.getByText("Decided", { exact: true }).click();
    await page.getByText("Collected by the sender").waitFor();
    assert.deepEqual(await findViolations(page), []);
    await page.getByRole("button", { name: "Reopen" }).first().click();
    await toast(/open again/);
    await page.getByText(/^Snoozed/).click();
    await page.locator("[data-entry^='item']").first().waitFor();
  });

  test("exceptions are taken and given to somebody by keys, and everybody sees their own", async () => {
    await business.person("employee", "Zoe Handler");
    await page.goto("/exceptions?kind=attempt_undecided");
    const row = page.locator("[data-entry^='item']");
    await row.first().click();
    await page.keyboard.press("i");
    await toast(/handles it now/);
    await page.keyboard.press("j");
    await page.keyboard.press("a");
    const dialog = await waitForDialog(page, "Who handles it?");
    await dialog.getByRole("button", { name: /\(you\)/ }).waitFor();
    assert.deepEqual(await findViolations(page), []);
    await page.keyboard.type("zoe");
    await dialog.getByRole("button", { name: /Zoe Handler/ }).waitFor();
    await page.keyboard.press("Enter");
    await toast(/Zoe Handler handles it now/);
    await page.keyboard.press("m");
    await row.nth(1).waitFor({ state: "detached" });
    await row.first().waitFor();
    assert.deepEqual(await findViolations(page), []);
    // Another exception was chosen by itself: a key acts on it only after it could be seen.
    await page.waitForTimeout(UNSEEN_MS);
    await page.keyboard.press("d");
    const nothing = await waitForDialog(page, "Nothing to do");
    await nothing.getByLabel("Why").fill("Mine, and done");
    await nothing.getByRole("button", { name: "Nothing to do" }).click();
    await page.getByText("Nothing is yours").waitFor();
    await page.getByRole("link", { name: /^Show all/ }).click();
    await page
      .getByRole("button", { name: /Zoe Handler/ })
      .first()
      .click();
    await page.getByRole("link", { name: "Zoe Handler" }).click();
    await page.getByText("Of Zoe Handler").waitFor();
    // After g a letter opens a page; it does not also act on the chosen exception.
    await page.keyboard.press("g");
    await page.keyboard.press("d");
    await page.waitForURL("**/drivers");
  });

  test("all others are received at the warehouse in one action, and nothing needs anybody", async () => {
    await page.goto("/exceptions?kind=attempt_undecided");
    await page.getByRole("button", { name: /^All \d/ }).click();
    await page.keyboard.press("2");
    const dialog = await waitForDialog(page, /^Back at the warehouse/);
    await dialog.getByRole("button", { name: "Tomorrow" }).click();
    await dialog.getByText(/orders would be recorded as back/).waitFor();
    await dialog.getByRole("button", { name: "Back at the warehouse" }).click();
    await toast(/recorded as back at the warehouse/);
    await page.goto("/exceptions");
    await page.getByText("Nothing needs you").first().waitFor();
    assert.deepEqual(await findViolations(page), []);
    const statuses = await Promise.all(orders.map(({ id }) => readState(id)));
    const back = statuses.filter((order) => order?.status === "AT_WAREHOUSE");
    // One was tried again, one is snoozed and one needed nothing: they are still with the driver.
    assert.equal(back.length, FAILED - 3);
    assert.deepEqual(visited.broken, []);
  });
});
