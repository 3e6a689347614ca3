/** Orders from a spreadsheet with twenty faults: each is named at its cell, the good rows become orders, the others stay. */
import assert from "node:assert/strict";
import { buffer } from "node:stream/consumers";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { findViolations, NO_CHROMIUM, openBrowser, type Visit, visit } from "#tests/support/browser.ts";
import { testService } from "#tests/support/service.ts";
import { toXlsx } from "../../packages/spreadsheet/xlsx.ts";

const service = await testService({ console: true });
const business = await service.business();

const HEADS = [
  "Order number",
  "Name",
  "E-mail",
  "Street",
  "Zip code",
  "Country",
  "Lat",
  "Lng",
  "Delivery date",
  "From",
  "Until",
  "Quantity",
  "Peso",
  "Units",
  "Service",
  "Priority",
  "Customer code",
  "COD",
  "Proof",
  "PIN",
  "Type",
  "Colour",
] as const;
type Head = (typeof HEADS)[number];

const FINE: Partial<Record<Head, string>> = {
  Name: "Ana",
  Street: "SIA Trecho 3",
  Lat: "-15.79",
  Lng: "-47.93",
  "Delivery date": "2030-11-24",
  Colour: "red",
};

/** What is wrong in each row, the field where that is said, and by which words. */
const FAULTS: [Partial<Record<Head, string>>, field: string, words: RegExp][] = [
  [{ Street: "" }, "Address", /required/],
  [{ Street: "x".repeat(256) }, "Address", /255/],
  [{ "Order number": "x".repeat(101) }, "Reference", /100/],
  [{ "Zip code": "1".repeat(21) }, "Postal code", /20/],
  [{ Country: "Brazil" }, "Country", /two letters/],
  [{ Lat: "north" }, "Latitude", /“north” is not a number/],
  [{ Lat: "99" }, "Latitude", /90/],
  [{ Lng: "" }, "Longitude", /go together/],
  [{ "Delivery date": "31/02/2030" }, "Day", /not a date/],
  [{ From: "late" }, "From", /“late” is not a time/],
  [{ From: "15:00", Until: "14:00" }, "Until", /after the start/],
  [{ Quantity: "60" }, "Parcels", /50/],
  [{ Peso: "heavy" }, "Weight, kg", /“heavy” is not a number/],
  [{ Peso: "-3" }, "Weight, kg", /at least 0/],
  [{ Units: "1.5" }, "Units", /integer|whole/],
  [{ Service: "turbo" }, "Service", /one of/],
  [{ Priority: "200" }, "Priority", /100/],
  [{ "Customer code": "NOBODY" }, "Customer", /not a code, name or id/],
  [{ COD: "-1" }, "Cash on delivery", /at least 0/],
  [{ PIN: "12" }, "PIN", /4 to 8 digits/],
  [{ Type: "X" }, "Type (D or P)", /one of/],
  [{ "Order number": "OK-1" }, "Reference", /in several rows/],
];
/** Its reference is also in one of the faulty rows, so it is good only after that is mended. */
const GOOD = ["OK-1", "OK-2", "OK-3"];

describe("import of orders", { skip: NO_CHROMIUM }, () => {
  let browser: Browser;
  let visited: Visit;
  let page: Page;
  const countOrders = async () =>
    (
      await service.system.row<{ n: number }>(
        "select count(*) as n from delivery_order where business_id = $1",
        [business.id],
      )
    )?.n;
  const line = (index: number) => GOOD.length + index + 2;
  const cell = (field: string, index: number) =>
    page.getByRole("textbox", { name: `${field}, row ${line(index)}`, exact: true });

  before(async () => {
    const base_url = await service.app.listen({ port: 0, host: "127.0.0.1" });
    browser = await openBrowser();
    visited = await visit(browser, base_url, { as: await business.person("client_admin") });
    page = visited.page;
  });
  after(() => browser?.close());

  test("every fault is named at its cell", async () => {
    const rows = [
      ...GOOD.map((ref) => ({ ...FINE, "Order number": ref })),
      ...FAULTS.map(([wrong], index) => ({ ...FINE, "Order number": `BAD-${index}`, ...wrong })),
    ].map((row: Partial<Record<Head, string>>) => HEADS.map((head) => row[head] ?? ""));
    const bytes = await toXlsx("Day", { heads: HEADS, rows });
    await page.goto("/orders");
    await page.getByRole("link", { name: "Import" }).click();
    await page.locator("input[type=file]").setInputFiles({
      name: "day.xlsx",
      mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      buffer: Buffer.from(bytes),
    });
    await page.getByText(`With problems (${FAULTS.length + 1})`).waitFor();
    await page.getByText("Not imported: Colour.").waitFor();
    for (const [index, [, field, words]] of FAULTS.entries()) {
      const input = cell(field, index);
      const described = await input.getAttribute("aria-describedby");
      const description = await page.locator(`[id="${described?.split(" ").at(-1)}"]`).innerText();
      assert.match(description, words, `row ${index}, ${field}`);
    }
    assert.equal(await countOrders(), 0, "Checking creates nothing.");
    assert.deepEqual(await findViolations(page), []);
  });

  test("cells are mended in place, the good rows are created, and the others saved as a file that can come again", async () => {
    await cell("Reference", FAULTS.length - 1).fill("OK-4");
    await page.keyboard.press("Enter");
    await cell("Latitude", 5).fill("-15.8");
    await page.keyboard.press("Enter");
    await cell("Customer", 17).fill("");
    await page.keyboard.press("Enter");
    await page.getByText(`With problems (${FAULTS.length - 3})`).waitFor();
    await page.getByRole("button", { name: "Create 6 orders" }).click();
    await page.getByText("6 orders created.").first().waitFor();
    assert.equal(await countOrders(), 6);
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: /^Save 19 rows/ }).click();
    const saved = (await buffer(await (await downloading).createReadStream())).toString();
    assert.equal(saved.trim().split("\r\n").length, 20);
    assert.match(saved, /Order number.*Colour,problem/);
    assert.match(saved, /BAD-9.*red.*From: “late” is not a time/);

    page.once("dialog", (dialog) => void dialog.accept());
    await page.getByRole("button", { name: "Another file" }).click();
    await page.locator("input[type=file]").setInputFiles({
      name: "again.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(saved),
    });
    await page.getByText("With problems (19)").waitFor();
    assert.deepEqual(visited.broken, []);
  });

  test("what may mean something else is asked for before anything is created, and a file that comes again is skipped", async () => {
    const before = (await countOrders()) ?? 0;
    let csv = [
      "ref,name,phone,line1,lat,lng,postal_code,scheduled_date,cod,skills",
      "D-1,Ana,61 99999-0000,SIA Trecho 3,-15.79,-47.93,1310100,2030-11-24,1.500,",
      // The business has no skills at all.
      "D-2,,abc,SIA Trecho 4,-15.79,-47.93,71200-030,2030-11-24,10,flying",
    ].join("\n");
    const choose = async () => {
      page.once("dialog", (dialog) => void dialog.accept());
      await page.getByRole("button", { name: "Another file" }).first().click();
      await page.locator("input[type=file]").setInputFiles({
        name: "doubts.csv",
        mimeType: "text/csv",
        buffer: Buffer.from(`\ufeff${csv}`, "utf16le"),
      });
    };
    await choose();
    await page.getByText("To check (2)").waitFor();
    const doubt = (words: string) => page.getByRole("listitem").filter({ hasText: words });
    await doubt("“1310100” has lost the zeros at its start: 01310-100.").getByRole("button").click();
    await doubt("“abc” is no telephone number").getByRole("button", { name: "Leave empty" }).click();
    await doubt("“flying”").getByRole("button", { name: "Leave empty" }).click();
    await doubt("Nobody is named.").getByRole("button", { name: "Keep as it is" }).click();
    await page.getByText("To check (0)").waitFor();
    assert.equal(await countOrders(), before);
    await page.getByRole("button", { name: "Create 2 orders" }).click();
    await page.getByText("2 orders created").first().waitFor();
    const created = await service.system.row<{ cod_minor: number; postal_code: string }>(
      `select cod_minor, dropoff->>'postal_code' as postal_code from delivery_order where business_id = $1 and ref = 'D-1'`,
      [business.id],
    );
    assert.deepEqual(created, { cod_minor: 150_000, postal_code: "01310-100" });

    await choose();
    await doubt("An order with “D-1” exists.").getByRole("button", { name: "Skip these rows" }).click();
    await page.getByText("2 rows skipped").waitFor();

    csv = "ref,name,line1,lat,lng,scheduled_date\nD-1,Bia,SIA Trecho 3,-15.79,-47.93,2030-11-25";
    await choose();
    await doubt("An order with “D-1” exists.").getByRole("button", { name: "Update the orders" }).click();
    await page.getByRole("button", { name: "Create or update 1 order" }).click();
    await page.getByText("1 order updated").waitFor();
    const updated = await service.system.row(
      `select dropoff->>'name' as name, scheduled_date::text from delivery_order where business_id = $1 and ref = 'D-1'`,
      [business.id],
    );
    assert.deepEqual(updated, { name: "Bia", scheduled_date: "2030-11-25" });
    assert.equal(await countOrders(), before + 2);
    assert.deepEqual(await findViolations(page), []);
  });
});
