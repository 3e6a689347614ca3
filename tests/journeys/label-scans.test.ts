/**
 * Somebody reads photos of labels, corrects what is doubtful from the keyboard, and creates an order; at a desk and on a phone.
 * `SHOTS=<folder>` saves screenshots.
 */
import assert from "node:assert/strict";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { findViolations, NO_CHROMIUM, openBrowser, type Visit, visit } from "#tests/support/browser.ts";
import { testService } from "#tests/support/service.ts";
import { loadLabelFonts } from "../../bench/label-reading/draw-text.ts";
import { drawLabel, seededRandom } from "../../bench/label-reading/layouts.ts";
import { photographLabels } from "../../bench/label-reading/photograph.ts";

const service = await testService({ console: true });
const business = await service.business();
const SHOTS = process.env["SHOTS"];

describe("scanned labels", { skip: NO_CHROMIUM }, () => {
  let browser: Browser;
  let desk: Visit;
  let phone: Visit;
  let picture: Buffer;
  let number = "";
  /** Without a fault, and no wider than the screen. */
  const check = async (page: Page, name: string) => {
    assert.deepEqual(await findViolations(page), [], name);
    const width = await page.evaluate<number>("document.documentElement.scrollWidth - window.innerWidth");
    assert.ok(width <= 0, `${name} is ${width} pixels too wide.`);
    if (SHOTS !== undefined) await page.screenshot({ path: path.join(SHOTS, `${name}.png`), fullPage: true });
  };

  before(async () => {
    const base_url = await service.app.listen({ port: 0, host: "127.0.0.1" });
    const label = drawLabel(await loadLabelFonts(), "ups", seededRandom(5));
    number = label.truth.tracking_number;
    picture = await photographLabels([label], seededRandom(5), { rotation: 6, noise: 4 });
    browser = await openBrowser();
    const ada = await business.person("client_admin", "Ada");
    desk = await visit(browser, base_url, { as: ada, viewport: { width: 1440, height: 900 } });
    phone = await visit(browser, base_url, {
      as: ada,
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
      colorScheme: "dark",
    });
  });
  after(() => browser?.close());

  test("several files are read one after another, and one that is no picture says so", async () => {
    const { page } = desk;
    await page.goto("/scanned-labels");
    await page.getByText("No labels yet").waitFor();
    await check(page, "labels-empty");
    await page.getByRole("link", { name: "Read labels" }).first().click();
    await page.getByLabel("Drop files here, or choose them").setInputFiles([
      { name: "parcel.jpg", mimeType: "image/jpeg", buffer: picture },
      { name: "damaged.png", mimeType: "image/png", buffer: picture.subarray(0, 50) },
    ]);
    await page.getByRole("link", { name: number }).waitFor();
    await page.getByText("2 of 2 files").waitFor();
    await page.getByText("Refused").waitFor();
    await check(page, "labels-upload");
  });

  test("a box on the picture leads to its value; a correction is accepted by Enter, and an order is created", async () => {
    const { page } = desk;
    await page.getByRole("link", { name: number }).click();
    await page.getByRole("heading", { name: number }).waitFor();
    await page.getByAltText("Page 1 with its labels").waitFor();
    await page.getByRole("button", { name: /^Recipient: city/ }).click();
    await page.locator("#label-recipient_city:focus").waitFor();
    await page.keyboard.press("Tab");
    await page.locator("#label-recipient_region:focus").waitFor();
    await check(page, "label-review");
    await page.getByRole("textbox", { name: "Recipient", exact: false }).first().fill("Corrected Name");
    await page.keyboard.press("Enter");
    await page.getByText("Confirmed", { exact: true }).first().waitFor();
    await page.getByRole("button", { name: "Create order" }).click();
    await page.getByRole("link", { name: "Order created" }).waitFor();
    await check(page, "label-confirmed");
  });

  test("the quality says how often values were right", async () => {
    const { page } = desk;
    await page.goto("/scanned-labels/quality");
    await page.getByText("1 reviewed label").waitFor();
    await page.getByText("Tracking number").waitFor();
    await check(page, "labels-quality");
  });

  test("on a phone", async () => {
    const { page } = phone;
    await page.goto("/scanned-labels");
    await page.getByText(number).first().waitFor();
    await check(page, "labels-phone");
    await page.getByText(number).first().click();
    await page.getByAltText("Page 1 with its labels").waitFor();
    await check(page, "label-phone");
    await page.goto("/scanned-labels/quality");
    await page.getByText("1 reviewed label").waitFor();
    await check(page, "quality-phone");
  });
});
