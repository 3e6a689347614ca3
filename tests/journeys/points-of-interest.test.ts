/**
 * A point of interest is created, gets entrances, hours with a calendar of holidays and attributes, and a file is imported
 * beside it; on a desk and on a phone. `SHOTS=<folder>` saves screenshots.
 */
import assert from "node:assert/strict";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import {
  findViolations,
  NO_CHROMIUM,
  openBrowser,
  type Visit,
  visit,
  waitForDialog,
} from "#tests/support/browser.ts";
import { testService } from "#tests/support/service.ts";

const service = await testService({ console: true, work: true });
const business = await service.business();
const SHOTS = process.env["SHOTS"];
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

describe("points of interest", { skip: NO_CHROMIUM }, () => {
  let browser: Browser;
  let desk: Visit;
  let phone: Visit;
  const read = async (address: string) => (await business.http("client_admin", "GET", address)).body;
  const check = async (page: Page, name: string) => {
    assert.deepEqual(await findViolations(page), [], name);
    const width = await page.evaluate<number>("document.documentElement.scrollWidth - window.innerWidth");
    assert.ok(width <= 0, `${name} is ${width} pixels too wide.`);
    if (SHOTS !== undefined) await page.screenshot({ path: path.join(SHOTS, `${name}.png`) });
  };

  before(async () => {
    const base_url = await service.app.listen({ port: 0, host: "127.0.0.1" });
    browser = await openBrowser();
    const as = await business.person("client_admin", "Ada");
    desk = await visit(browser, base_url, { as });
    phone = await visit(browser, base_url, { ...PHONE, as });
  });
  after(() => browser?.close());

  test("a calendar of holidays is made, and refused where a day is given twice", async () => {
    const { page } = phone;
    await page.goto("/points-of-interest/holidays");
    await page.getByText("No calendars of holidays yet").waitFor();
    await check(page, "poi-no-holidays");
    await page.getByRole("button", { name: "New calendar" }).click();
    const form = await waitForDialog(page, "New calendar");
    await form.getByRole("textbox", { name: "Name", exact: true }).fill("BR-DF");
    for (const n of [1, 2]) {
      await form.getByRole("button", { name: "Add a day" }).click();
      await form.getByLabel(`Date ${n}`).fill("2026-12-25");
    }
    await form.getByRole("textbox", { name: "Name of day 1" }).fill("Natal");
    await check(page, "poi-holidays-form");
    await form.getByRole("button", { name: "Save" }).click();
    await form.getByText("is given twice").first().waitFor();
    await form.getByLabel("Date 2").fill("2026-11-30");
    await form.getByRole("button", { name: "Save" }).click();
    await page.getByText("2 holidays were saved").waitFor();
    const { holidays } = await read("/api/v1/poi/holidays");
    assert.deepEqual(
      holidays.map(({ date, name, yearly }: Record<string, unknown>) => [date, name, yearly]),
      [
        ["2026-11-30", "", true],
        ["2026-12-25", "Natal", true],
      ],
    );
  });

  test("a place is drawn, and gets an entrance, hours and an attribute", async () => {
    const { page } = desk;
    await page.goto("/points-of-interest");
    await page.getByText("No points of interest yet").waitFor();
    await check(page, "poi-none");
    await page.getByRole("button", { name: "New point of interest" }).first().click();
    const form = await waitForDialog(page, "New point of interest");
    await form.getByRole("textbox", { name: "Name", exact: true }).fill("Central market");
    // This browser draws no maps, as on a machine without WebGL.
    const positions = form.getByRole("textbox", { name: "Positions" });
    await positions.fill("-15.79 north");
    await form.getByText("Write each as latitude, longitude").waitFor();
    await positions.fill("-15.7925, -47.884");
    await form.getByRole("button", { name: "Add an entrance" }).click();
    await form.getByRole("textbox", { name: "Entrance 1" }).fill("Dock B");
    await form.getByRole("textbox", { name: "What the driver should know" }).fill("Ring twice");
    await form.getByRole("switch", { name: "Opening hours are known" }).check();
    await form.getByRole("combobox", { name: "Calendar of holidays" }).fill("BR-DF");
    await form.getByRole("button", { name: "Add an attribute" }).click();
    await form.getByRole("textbox", { name: "Name of attribute 1" }).fill("1st");
    await form.getByText("Letters, digits").waitFor();
    await form.getByRole("textbox", { name: "Name of attribute 1" }).fill("max_height_m");
    await form.getByRole("textbox", { name: "Value of attribute 1" }).fill("3.8");
    await check(page, "poi-form");
    await form.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name: "Central market" }).waitFor();
    await page.getByText("Ring twice").waitFor();
    await check(page, "poi-page");
    const { pois } = await read("/api/v1/poi");
    assert.partialDeepStrictEqual(pois, [
      {
        name: "Central market",
        geometry: { type: "Point", coordinates: [-47.884, -15.7925] },
        // Where the place is, until somebody says otherwise.
        entrances: [{ name: "Dock B", instructions: "Ring twice", lat: -15.7925, lng: -47.884 }],
        attributes: { max_height_m: "3.8" },
        hours: { holidays: { calendar: "BR-DF" } },
      },
    ]);
  });

  test("a file is imported, with what became of each row", async () => {
    const { page } = phone;
    await page.goto("/points-of-interest/import");
    await page.locator('input[type="file"]').setInputFiles({
      name: "places.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(
        "name,kind,lat,lng\nGate 4,gate,-15.8,-47.9\nNowhere,gate,95,-47.9\nCorner shop,partner_shop,-15.81,-47.91\n",
      ),
    });
    await page.getByText("2 of 3 rows are in, 1 failed").waitFor();
    await check(page, "poi-import");
    await page.goto("/points-of-interest");
    await page.getByText("Corner shop").first().waitFor();
    await check(page, "poi-list");
  });
});
