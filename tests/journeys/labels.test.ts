/** A clerk compares carriers, buys a label, prints it, voids another, and closes the day; a failed one is bought again. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { createShippingLabel } from "#domain/carriers/shipping/operations/create-shipping-label.ts";
import { listLabelOrders } from "#domain/carriers/shipping/operations/list-label-orders.ts";
import { rateLabels } from "#domain/carriers/shipping/operations/rate-labels.ts";
import { recordAdjustment } from "#domain/carriers/shipping/operations/record-adjustment.ts";
import { getShippingRules } from "#domain/carriers/shipping-rules/operations/get-shipping-rules.ts";
import { setShippingRules } from "#domain/carriers/shipping-rules/operations/set-shipping-rules.ts";
import type { Shipment } from "#providers/carriers/port.ts";
import { findViolations, NO_CHROMIUM, openBrowser, visit, waitForDialog } from "#tests/support/browser.ts";
import { testService } from "#tests/support/service.ts";
import { eventually } from "#tests/support/until.ts";

const service = await testService({ console: true });
const business = await service.business();
const HUB = { name: "Hub", line1: "Rua A 1", city: "Brasília", postal_code: "71200-030", country: "BR" };
const to = (name: string) => ({
  name,
  line1: "Rua B 2",
  city: "Goiânia",
  postal_code: "74000-000",
  country: "BR",
});

describe("labels of a clerk", { skip: NO_CHROMIUM }, () => {
  let browser: Browser;
  let page: Page;
  const broken: string[][] = [];
  const admin = business.as("client_admin");

  const buy = async (name: string, weight_g = 700) => {
    const shipment = { ship_from: HUB, ship_to: to(name), packages: [{ weight_g }] };
    const { rates } = await admin(rateLabels, shipment);
    const { label_order } = await admin(createShippingLabel, { rate_id: rates[0]?.rate_id ?? "" });
    return label_order;
  };

  before(async () => {
    const base_url = await service.app.listen({ port: 0, host: "127.0.0.1" });
    await buy("Ana Dias");
    await buy("Bruno Reis");
    browser = await openBrowser();
    const one = await visit(browser, base_url, { as: await business.person("client_admin", "Clerk") });
    page = one.page;
    broken.push(one.broken);
  });
  after(async () => {
    await browser?.close();
  });

  test("compares prices of all services and buys the cheapest", async () => {
    await page.goto("/labels");
    await page.getByRole("link", { name: "New label" }).first().click();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Clara Lopes");
    await page.getByRole("combobox", { name: "Street and number" }).fill("Rua C 3");
    await page.getByRole("textbox", { name: "Postal code" }).fill("01310-100");
    await page.getByRole("textbox", { name: "City" }).fill("São Paulo");
    await page.getByRole("textbox", { name: "Weight, g" }).fill("900");
    await page.getByRole("checkbox", { name: "From another place than the depot" }).check();
    const from = page.getByRole("group", { name: "From" });
    await from.getByRole("combobox", { name: "Street and number" }).fill(HUB.line1);
    await from.getByRole("textbox", { name: "Postal code" }).fill(HUB.postal_code);
    await from.getByRole("textbox", { name: "City" }).fill(HUB.city);
    await page.getByRole("button", { name: "Compare prices" }).click();
    const rates = page.getByRole("list", { name: "Compare carriers" }).getByRole("listitem");
    await rates.first().filter({ hasText: "Cheapest" }).waitFor();
    assert.deepEqual(await findViolations(page), []);
    await page.getByRole("textbox", { name: "Weight, g" }).fill("950");
    await page.getByText("Compare again for prices that hold").waitFor();
    await rates.first().getByRole("button").and(page.locator(":disabled")).waitFor();
    await page.getByRole("button", { name: "Compare prices" }).click();
    await page.getByText("Compare again for prices that hold").waitFor({ state: "hidden" });
    await rates.first().getByRole("button", { name: /^Buy / }).click();
    await page.getByRole("heading", { level: 1, name: "Label to Clara Lopes" }).waitFor();
    await page.getByText("Print it, and hand the packages over.").waitFor();
    assert.deepEqual(await findViolations(page), []);
    const { label_orders } = await admin(listLabelOrders, {});
    assert.partialDeepStrictEqual(label_orders[0], { recipient: "Clara Lopes", state: "LABEL_READY" });
  });

  test("prints the label as a picture of 4 x 6 inches", async () => {
    // A dialog of the browser cannot be read: what would be printed is kept instead.
    await page.evaluate(`{
      const prototype = HTMLIFrameElement.prototype;
      const frame = Object.getOwnPropertyDescriptor(prototype, "contentWindow");
      Object.defineProperty(prototype, "contentWindow", {
        get() {
          const inner = frame.get.call(this);
          inner.print = () => document.body.setAttribute("data-printed", inner.document.body.innerHTML);
          return inner;
        },
      });
    }`);
    await page.getByRole("button", { name: "Print", exact: true }).click();
    await page.locator("body[data-printed*='data:image/png;base64']").waitFor();
  });

  test("voids a label, and closes the day with the rest", async () => {
    await page.goto("/labels");
    await page.getByText("Ana Dias").click();
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Void" }).click();
    const dialog = await waitForDialog(page, "Void the label to Ana Dias");
    await dialog.getByRole("button", { name: "Void" }).click();
    await page.getByText("The carrier charges nothing for it.").waitFor();

    await page.goto("/labels/close-day");
    const open = page.getByRole("list", { name: "Waiting for the end of the day" });
    await open.getByText("2 packages").waitFor();
    assert.deepEqual(await findViolations(page), []);
    await page.getByRole("button", { name: "Close the day" }).click();
    await page.getByText("No label waits").waitFor();
    const manifests = page.getByRole("table", { name: "Manifests" });
    await manifests.getByRole("button", { name: "Schedule a pickup" }).click();
    const form = await waitForDialog(page, "Pickup by house");
    await form.getByText("2 packages handed over at Hub").waitFor();
    await form.getByLabel("Until").fill("14:30");
    await form.getByRole("button", { name: "Schedule a pickup" }).click();
    await form.getByText("The window is shorter than an hour.").waitFor();
    await form.getByLabel("Until").fill("18:00");
    await form.getByRole("button", { name: "Schedule a pickup" }).click();
    const pickups = page.getByRole("list", { name: "Pickups" }).getByRole("listitem");
    await pickups.filter({ hasText: "Confirmation PU-" }).waitFor();
    await manifests.getByRole("button", { name: "Schedule a pickup" }).waitFor({ state: "detached" });
    await pickups.filter({ hasText: "The window is shorter" }).waitFor();
    assert.deepEqual(await findViolations(page), []);
    await pickups.getByRole("button", { name: "Cancel the pickup" }).click();
    const cancelling = await waitForDialog(page, "Cancel the pickup by house");
    await cancelling.getByRole("button", { name: "Cancel the pickup" }).click();
    await pickups.filter({ hasText: "Cancelled" }).waitFor();
    await manifests.getByRole("button", { name: "Schedule a pickup" }).waitFor();
    await manifests.getByText("2 labels").click();
    await page.getByText("Bruno Reis").waitFor();
    const { label_orders } = await admin(listLabelOrders, { state: ["MANIFESTED"] });
    assert.deepEqual(label_orders.map(({ recipient }) => recipient).sort(), ["Bruno Reis", "Clara Lopes"]);
  });

  test("disputes what a carrier corrects, with the reason", async () => {
    const [label] = (await admin(listLabelOrders, { q: "Bruno" })).label_orders;
    await admin(recordAdjustment, {
      label_order_id: label?.id ?? 0,
      carrier_reference: "INV-1",
      kind: "weight",
      amount_minor: 250,
      claimed: { weight_g: 5000 },
      measured: { weight_g: 690 },
    });
    await page.goto("/labels/corrections");
    const row = page.getByRole("list", { name: "Corrections of carriers" }).getByRole("listitem");
    await row.getByText("0.69 kg").waitFor();
    assert.deepEqual(await findViolations(page), []);
    await row.getByRole("button", { name: "Dispute" }).click();
    const dialog = await waitForDialog(page, "Dispute the correction");
    await dialog.getByRole("textbox").fill("Weighed at 690 g");
    await dialog.getByRole("button", { name: "Dispute" }).click();
    await page.getByText("No corrections").waitFor();
    await page.getByText("All", { exact: true }).click();
    await row.getByText("“Weighed at 690 g”").waitFor();
    assert.deepEqual(broken.flat(), []);
  });

  test("shipping rules are ordered with the keyboard, tried on past labels, and saved as they stand", async () => {
    await page.goto("/shipping-rules");
    await page.getByText("No rules yet").waitFor();
    const list = page.getByRole("list", { name: "Rules in their order" });
    const add = async (name: string, service: string) => {
      await page.getByRole("button", { name: "Add a rule" }).click();
      const form = await waitForDialog(page, "New rule");
      await form.getByRole("button", { name: "Apply" }).click();
      // The first wrong field gets the focus, with what is wrong beside it.
      const wrong = form.locator("[aria-invalid=true]:focus");
      const id = await wrong.getAttribute("id");
      assert.equal(await page.locator(`[id="${id}-error"]`).textContent(), "Is required.");
      await wrong.fill(name);
      await form.getByRole("combobox", { name: "Services" }).click();
      await page.getByRole("option", { name: service }).click();
      assert.deepEqual(await findViolations(page), []);
      await form.getByRole("button", { name: "Apply" }).click();
      await form.waitFor({ state: "hidden" });
    };
    await add("Economical", "Economy (economy)");
    const tested = page.locator(".shipping-rules-tested:not([data-stale=true])");
    await tested.getByText("All 3 labels would have been bought the same way").waitFor();
    await add("Urgent", "Express (express)");
    await page.getByRole("button", { name: "Move Urgent: 2 of 2" }).focus();
    await page.keyboard.press("ArrowUp");
    await list.getByRole("listitem").first().filter({ hasText: "Urgent" }).waitFor();
    await tested.getByText("3 of 3 labels would have been bought otherwise").waitFor();
    await tested.getByText(/ more in all$/).waitFor();
    await tested.getByText("Economy → Express").first().waitFor();
    assert.equal((await admin(getShippingRules, {})).version, 0, "nothing is saved yet");
    await page.getByRole("switch", { name: "Use the rule Economical" }).click({ force: true });
    assert.deepEqual(await findViolations(page), []);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("The rules are saved.").waitFor();
    assert.deepEqual(
      (await admin(getShippingRules, {})).rules.map(({ name, is_enabled = true }) => [name, is_enabled]),
      [
        ["Urgent", true],
        ["Economical", false],
      ],
    );

    await page.getByRole("button", { name: "Delete Urgent" }).click();
    const dialog = await waitForDialog(page, "Delete the rule Urgent?");
    await dialog.getByRole("button", { name: "Delete the rule" }).click();
    await page.getByText("Not saved yet").waitFor();
    // Somebody else saves meanwhile: what is here is refused, and their list is shown after it is discarded.
    await admin(setShippingRules, { rules: [] });
    await page.getByText("Somebody else has saved other rules").waitFor();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("The rules were not saved").waitFor();
    await page.getByRole("button", { name: "Discard" }).click();
    await page.getByText("No rules yet").waitFor();
  });

  test("a price of the house carrier is changed, and refused where weight breaks do not rise", async () => {
    await page.goto("/carrier-accounts");
    await page.getByRole("link", { name: "Rates" }).click();
    await page.getByText("Standard", { exact: true }).click();
    const prices = page.getByRole("table", { name: "Prices of Standard" });
    const price = prices.getByRole("textbox", { name: "Price, zone 3, up to 1 kg" });
    await eventually(() => price.inputValue(), "8.90");
    assert.deepEqual(await findViolations(page), []);
    await price.fill("9.25");
    const second = prices.getByRole("textbox", { name: "Weight break 2", exact: true });
    await second.fill("0.5");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("The rates were not saved").waitFor();
    await second.fill("1");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("The rates are saved.").waitFor();
    await page.getByRole("button", { name: "Use the usual rates" }).waitFor();
    const { rates } = await admin(rateLabels, {
      ship_from: HUB,
      ship_to: to("Eva"),
      packages: [{ weight_g: 900 }],
    });
    const standard = rates.find(({ service }) => service === "standard");
    assert.equal(standard?.price_details?.find(({ code }) => code === "freight")?.amount_minor, 925);
  });

  test("to another country says what customs data is missing, and takes it", async () => {
    await page.goto("/labels/new");
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Jane Doe");
    await page.getByRole("combobox", { name: "Street and number" }).fill("5 Oak St");
    await page.getByRole("textbox", { name: "Postal code" }).fill("78701");
    await page.getByRole("textbox", { name: "City" }).fill("Austin");
    await page.getByRole("combobox", { name: "Country" }).fill("United States");
    await page.getByRole("option", { name: "United States", exact: true }).click();
    await page.getByRole("textbox", { name: "Weight, g", exact: true }).fill("900");
    await page.getByRole("checkbox", { name: "From another place than the depot" }).check();
    const from = page.getByRole("group", { name: "From" });
    await from.getByRole("combobox", { name: "Street and number" }).fill(HUB.line1);
    await from.getByRole("textbox", { name: "Postal code" }).fill(HUB.postal_code);
    await from.getByRole("textbox", { name: "City" }).fill(HUB.city);
    await page.getByRole("button", { name: "Compare prices" }).click();
    await page.getByText("Customs data is missing").waitFor();
    await page.getByText("Carriers without an offer").waitFor();
    assert.equal(await page.getByText(/0 prices/).count(), 0);
    assert.deepEqual(await findViolations(page), []);

    const goods = page.getByRole("group", { name: "Goods 1" });
    await goods.getByRole("textbox", { name: "Description" }).fill("T-shirts");
    await goods.getByRole("textbox", { name: "Pieces" }).fill("2");
    await goods.getByRole("textbox", { name: "Value, BRL" }).fill("149.90");
    await goods.getByRole("textbox", { name: "Net weight, g" }).fill("700");
    await page.getByRole("textbox", { name: "Signed by" }).fill("P. Central");
    await goods.getByRole("combobox", { name: "Country of origin" }).fill("Braz");
    await page.getByRole("option", { name: "Brazil", exact: true }).click();
    await page.getByRole("button", { name: "Compare prices" }).click();
    const hs_code = goods.getByRole("textbox", { name: "HS code" });
    await hs_code.and(page.locator("[aria-invalid=true]")).waitFor();
    await hs_code.fill("6109.10");
    await page.getByRole("button", { name: "Compare prices" }).click();
    const prices = page.getByRole("list", { name: "Compare carriers" });
    await prices.getByRole("button", { name: /^Buy/ }).first().click();
    await page.getByRole("heading", { level: 1, name: "Label to Jane Doe" }).waitFor();
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Customs declaration CN 22" }).waitFor();
    const [{ shipment } = { shipment: null }] = await service.system.rows<{ shipment: Shipment }>(
      "select shipment from label_order where business_id = $1 order by id desc limit 1",
      [business.id],
    );
    assert.deepEqual(shipment?.customs?.lines, [
      {
        description: "T-shirts",
        quantity: 2,
        value_minor: 14_990,
        weight_g: 700,
        hs_code: "610910",
        origin_country: "BR",
      },
    ]);
  });

  test("carrier accounts are tested, and disabled", async () => {
    await page.goto("/carrier-accounts");
    await page.getByRole("button", { name: "Test" }).click();
    await page.getByText(/offers 3 services/).waitFor();
    await page.getByRole("switch", { name: /^Enable/ }).click({ force: true });
    await page
      .getByText(/is disabled/)
      .first()
      .waitFor();
    assert.deepEqual(await findViolations(page), []);
    await page.goto("/labels/new");
    await page.getByText("No carrier account is enabled").waitFor();
  });
});
