/** A packer builds up the catalogue, plans an order, follows the steps by keys, and writes the packages onto its parcels. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { getOrder } from "#domain/orders/orders/operations/get-order.ts";
import { findViolations, NO_CHROMIUM, openBrowser, visit, waitForDialog } from "#tests/support/browser.ts";
import { testService } from "#tests/support/service.ts";
import { eventually, until } from "#tests/support/until.ts";

const service = await testService({ console: true, work: true });
const business = await service.business();

describe("packing in the console", { skip: NO_CHROMIUM }, () => {
  let browser: Browser;
  let page: Page;
  const broken: string[][] = [];
  let order_id = 0;
  const toast = (words: string) => page.getByRole("alert").filter({ hasText: words }).first().waitFor();
  const item = (name: string) =>
    page.getByRole("group", { name: "Item 1" }).getByLabel(name, { exact: true });

  before(async () => {
    const base_url = await service.app.listen({ port: 0, host: "127.0.0.1" });
    order_id = (await business.order({ parcels: [{}] })).id;
    browser = await openBrowser();
    const visitor = await visit(browser, base_url, { as: await business.person("client_admin", "Ada") });
    page = visitor.page;
    broken.push(visitor.broken);
  });
  after(async () => {
    await browser?.close();
  });

  test("takes over published cartons, and adds one of its own", async () => {
    await page.goto("/packing/packagings");
    await page.getByText("The catalogue is empty").waitFor();
    await page.getByRole("button", { name: "Add USPS Flat Rate boxes" }).click();
    await toast("4 packagings added.");
    await page.getByRole("button", { name: "New packaging" }).click();
    await waitForDialog(page);
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Code").fill("K-1");
    await dialog.getByLabel("Name").fill("Carton");
    await dialog.getByLabel("Category").fill("cartons");
    for (const [side, inner] of [
      ["Length", "400"],
      ["Width", "300"],
      ["Height", "250"],
    ]) {
      await dialog.getByLabel(`Inside, mm: ${side}, mm`).fill(inner ?? "");
      await dialog.getByLabel(`Outside, mm: ${side}, mm`).fill("200");
    }
    await page.getByRole("button", { name: "Create packaging" }).click();
    await dialog.getByText("Is less than inner_length_mm.").waitFor();
    for (const side of ["Length", "Width", "Height"])
      await dialog.getByLabel(`Outside, mm: ${side}, mm`).fill("410");
    assert.deepEqual(await findViolations(page), []);
    await page.getByRole("button", { name: "Create packaging" }).click();
    await toast("K-1 was saved.");
    assert.deepEqual(await findViolations(page), []);
  });

  test("is told which item fits nothing, and why, at the item", async () => {
    await page.goto(`/packing/new?order_id=${order_id}`);
    await page.getByRole("button", { name: "Add item" }).click();
    await item("Item").fill("Vase");
    await item("Pieces").fill("4");
    for (const side of ["Length", "Width"]) await item(`${side}, mm`).fill("150");
    await item("Height, mm").fill("900");
    await page.getByRole("button", { name: "Create and solve" }).click();
    await page.getByText("Vase is larger than the inside of every packaging").first().waitFor();
    assert.deepEqual(await findViolations(page), []);
    await item("Height, mm").fill("240");
    await item("Weight, g").fill("800");
    await page.getByRole("button", { name: "Create and solve" }).click();
    await page.getByRole("img", { name: /Package 1 after step/ }).waitFor();
  });

  test("goes through the steps by keys, and turns the picture", async () => {
    const scene = page.getByRole("img", { name: /Package 1 after step/ });
    const faces = () => page.locator(".package-face").count();
    const all = await until("a package with its item", faces, (n) => n >= 3);
    const slider = page.getByRole("slider", { name: "Step" });
    await slider.press("Home");
    await page.getByRole("img", { name: /after step 0 of/ }).waitFor();
    await eventually(faces, 0);
    await slider.press("End");
    await eventually(faces, all);
    const drawn = await scene.innerHTML();
    await page.getByRole("button", { name: "Turn left" }).click();
    await until("another picture", async () => (await scene.innerHTML()) !== drawn);
    await page.getByRole("button", { name: "Usual view" }).click();
    await eventually(() => scene.innerHTML(), drawn);
    assert.deepEqual(await findViolations(page), []);
  });

  test("sees what applying changes before it does", async () => {
    await page.getByRole("button", { name: "Apply to order" }).click();
    await waitForDialog(page);
    await page.getByRole("dialog").getByText("4 × Vase").waitFor();
    assert.deepEqual(await findViolations(page), []);
    await page.getByRole("button", { name: "Change 1 parcel" }).click();
    await toast("The parcels were changed.");
    await page.getByText(/The plan does not change any more/).waitFor();
    const { parcels } = (await business.as("client_admin")(getOrder, { order_id })).order;
    assert.deepEqual(
      parcels.map(({ length_mm, contents }) => [length_mm, contents]),
      [[410, "4 × Vase"]],
    );
  });

  test("finds everything on a phone in the dark, too", async () => {
    const { page: phone, broken: problems } = await visit(browser, new URL(page.url()).origin, {
      as: await business.person("client_admin", "Ada"),
      viewport: { width: 390, height: 844 },
      colorScheme: "dark",
    });
    broken.push(problems);
    await phone.goto(new URL(page.url()).pathname);
    await phone.getByRole("img", { name: /Package 1 after step/ }).waitFor();
    const width = Number(await phone.evaluate("document.documentElement.scrollWidth"));
    assert.ok(width <= 390, `${width} px wide`);
    assert.deepEqual(await findViolations(phone), []);
  });

  test("no page reported an error", () => assert.deepEqual(broken.flat(), []));
});
