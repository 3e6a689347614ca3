/**
 * A person receives a delivery with a scanner, which is a keyboard: codes are typed wherever the focus is, each with Enter.
 * What differs is asked, a wrong scan is undone, what is missing is named, and the stock shows what came.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { checkStockOfBusiness } from "#domain/warehouse/inventory/check-stock.ts";
import { createReceipt } from "#domain/warehouse/receiving/operations/create-receipt.ts";
import { getReceipt } from "#domain/warehouse/receiving/operations/get-receipt.ts";
import { findViolations, NO_CHROMIUM, openBrowser, visit, waitForDialog } from "#tests/support/browser.ts";
import { testService } from "#tests/support/service.ts";
import { openWarehouse } from "#tests/support/stock.ts";

const service = await testService({ console: true });
const business = await service.business();
const TEA = "4006381333931";

describe("receiving with a scanner", { skip: NO_CHROMIUM }, () => {
  let browser: Browser;
  let page: Page;
  const broken: string[][] = [];
  let receipt_id = 0;
  let house: Awaited<ReturnType<typeof openWarehouse>>;

  before(async () => {
    const base_url = await service.app.listen({ port: 0, host: "127.0.0.1" });
    house = await openWarehouse(business);
    const tea = await house.article({ barcodes: [TEA], name: "Green tea" });
    const rice = await house.article({ name: "Rice" });
    ({ receipt_id } = await house.admin(createReceipt, {
      warehouse_id: house.warehouse_id,
      code: "DN-17",
      ref: "PO 17",
      lines: [{ article_id: tea, qty: 6 }, { article_id: rice, qty: 2 }, { package_code: "PK-1" }],
    }));
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

  /** A scanner sends the characters and Enter, without asking where the focus is. */
  const scan = async (code: string) => {
    await page.keyboard.type(code);
    await page.keyboard.press("Enter");
  };
  const shows = (state: string, words: string | RegExp) =>
    page.locator(`[data-result=${state}]`).filter({ hasText: words }).first().waitFor();

  test("opens the receipt and takes every scan, faster than they are answered", async () => {
    await page.goto("/receiving");
    await page.getByText("DN-17", { exact: true }).first().click();
    await page.getByRole("textbox", { name: "Scan or type a code" }).waitFor();
    await shows("ready", "Ready to scan");
    assert.deepEqual(await findViolations(page), []);
    for (let piece = 0; piece < 3; piece += 1) await scan(TEA);
    await shows("received", "3 / 6");
    await scan(`2*${TEA}`);
    await shows("received", "5 / 6");
    await scan("PK-1");
    await shows("received", "PK-1");
  });

  test("asks about what is too many and what is not known, and receives it when Enter says so", async () => {
    await scan(`2*${TEA}`);
    await shows("question", "More than announced");
    await page.keyboard.press("Escape");
    await scan("NEW-BOX");
    await shows("question", "NEW-BOX is not known");
    assert.deepEqual(await findViolations(page), []);
    await page.keyboard.press("Enter");
    await shows("received", "NEW-BOX");
    await scan("A-2");
    await shows("bin", "Next into A-2");
    await scan(TEA);
    await shows("received", "6 / 6");
    assert.deepEqual(await house.readContent(house.a2), { "SKU-NORTH-1": 1 });
  });

  test("undoes a scan by a click, after which the next scan goes into the field again", async () => {
    // The list is read again after a scan: until then its first row is an older one.
    const last = page.getByRole("list", { name: "Last scans" }).getByRole("listitem").first();
    await last.filter({ hasText: "A-2" }).getByRole("button", { name: "Undo Green tea" }).click();
    await page.getByRole("alert").filter({ hasText: "Green tea was undone." }).first().waitFor();
    await shows("ready", "Ready to scan");
    await scan(TEA);
    await shows("received", "6 / 6");
    const missing = page.getByRole("list", { name: "Everything of this receipt" });
    await missing.getByRole("listitem").first().filter({ hasText: "Rice" }).waitFor();
  });

  test("closes with its differences named, and the stock shows what came", async () => {
    await page.getByRole("button", { name: "Close receipt" }).click();
    const dialog = await waitForDialog(page, "It differs from the notice");
    const rice = dialog.getByRole("listitem").filter({ hasText: "Rice" });
    await rice.getByText("2 missing").waitFor();
    await dialog.getByText("1 too many").waitFor();
    assert.deepEqual(await findViolations(page), []);
    await dialog.getByRole("button", { name: "Close with differences" }).click();
    await page.waitForURL(/\/receiving$/);
    const { receipt } = await house.admin(getReceipt, { receipt_id });
    assert.partialDeepStrictEqual(receipt, { status: "closed", received_qty: 8, short: 2, over: 1 });
    await page.goto("/stock");
    await page.getByRole("searchbox", { name: "Find stock" }).fill(TEA);
    await page.getByText("6 pieces · in 2 bins").waitFor();
    assert.deepEqual(await findViolations(page), []);
    assert.deepEqual((await checkStockOfBusiness(service.system, business.id)).differences, []);
    assert.deepEqual(broken.flat(), []);
  });
});
