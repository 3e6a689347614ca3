/**
 * A customer orders shipping in the portal: an administrator defines the service, the customer sees its price, orders and
 * pays; staff receive, measure and reprice; the customer sees the step and pays the rest. Then it stores a package, which staff
 * receive into a bin, and pays a ship-out of it. `SHOTS=<folder>` saves screenshots.
 */
import assert from "node:assert/strict";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { createService } from "#domain/customer/services/operations/create-service.ts";
import { listClientServices } from "#domain/customer/services/operations/list-client-services.ts";
import { replaceService } from "#domain/customer/services/operations/replace-service.ts";
import { PLAIN_DEFINITION } from "#domain/customer/services/samples.ts";
import { createPriceList } from "#domain/money/price-lists/operations/create-price-list.ts";
import { topUpWallet } from "#domain/money/wallets/operations/top-up-wallet.ts";
import {
  findViolations,
  NO_CHROMIUM,
  openBrowser,
  openByRail,
  type Visit,
  visit,
  waitForDialog,
} from "#tests/support/browser.ts";
import { testService } from "#tests/support/service.ts";
import { openWarehouse } from "#tests/support/stock.ts";

const service = await testService({ console: true });
const business = await service.business({ currency: "EUR" });
const SHOTS = process.env["SHOTS"];
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

describe("shipping orders of a customer in the console", () => {
  let browser: Browser;
  let admin: Page;
  let portal: Page;
  let customer: Awaited<ReturnType<typeof business.customer>>;
  let number = "";
  const visits: Visit[] = [];
  let failed = "";
  const step = (name: string, run: () => Promise<void>) =>
    test(name, { skip: NO_CHROMIUM }, async () => {
      assert.equal(failed, "", "an earlier step failed");
      failed = name;
      await run();
      failed = "";
    });
  const shot = async (of: Page, name: string) => {
    if (SHOTS === undefined) return;
    await of.screenshot({ path: path.join(SHOTS, `${name}.png`), fullPage: true });
    await of.emulateMedia({ colorScheme: "dark" });
    await of.screenshot({ path: path.join(SHOTS, `${name}-dark.png`), fullPage: true });
    await of.emulateMedia({ colorScheme: "light" });
  };
  const fits = async (of: Page) =>
    assert.ok(await of.evaluate("document.documentElement.scrollWidth <= innerWidth"), of.url());
  /** The price of what the form says now. */
  const price = () => portal.locator(".shipping-price:not(.is-stale)");
  /** Opens the dialog of a decision that is offered first, or stands in the menu. */
  const decide = async (label: string) => {
    const next = admin.getByRole("region", { name: "What to do next" });
    await next.getByRole("button", { name: label, exact: true }).click();
    return waitForDialog(admin);
  };

  before(async () => {
    if (NO_CHROMIUM) return;
    const base_url = await service.app.listen({ port: 0, host: "127.0.0.1" });
    browser = await openBrowser();
    customer = await business.customer({ name: "Clara" });
    for (const [person, options] of [
      [await business.person("client_admin"), {}],
      [customer.person, PHONE],
    ] as const) {
      const visitor = await visit(browser, base_url, { as: person, ...options });
      visits.push(visitor);
    }
    [admin, portal] = visits.map(({ page }) => page) as [Page, Page];
  });
  after(async () => {
    await browser?.close();
  });

  step("without a service the customer reads why, and the administrator is led to the editor", async () => {
    await portal.goto("/shipping");
    await portal.getByText("Nothing to order at the moment").waitFor();
    assert.deepEqual(await findViolations(portal), []);
    await admin.goto("/");
    await openByRail(admin, "Orders", "Customer orders");
    await admin.getByText("Customers can order nothing yet").waitFor();
    assert.deepEqual(await findViolations(admin), []);
    await admin.getByRole("link", { name: "Define a service" }).click();
    await admin.getByRole("heading", { name: "New service", level: 1 }).waitFor();
  });

  step("a service is defined beside the form that customers see", async () => {
    await admin.getByRole("textbox", { name: "Name", exact: true }).fill("Forwarding");
    await admin.getByText("There is no price list for this yet").waitFor();
    await admin.getByRole("button", { name: "Add a question" }).click();
    await admin.getByRole("textbox", { name: "Question", exact: true }).fill("What is inside?");
    await admin.getByRole("combobox", { name: "Answer", exact: true }).click();
    await admin.getByRole("option", { name: "Choice from a list" }).click();
    await admin
      .getByRole("combobox", { name: "Answers to choose from" })
      .pressSequentially("Books\nClothes\n");
    const preview = admin.locator(".service-preview");
    await preview.getByRole("combobox", { name: "What is inside?" }).waitFor();
    assert.deepEqual(await findViolations(admin), []);
    await shot(admin, "service-new");
    await business.as("client_admin")(createPriceList, {
      name: "Forwarding",
      family: "shipping_service",
      rules: [{ name: "Flat", base_minor: 1000, per_kg_minor: 100 }],
      is_default: true,
    });
    await admin.getByRole("button", { name: "Create service" }).click();
    await admin.getByRole("heading", { name: "Forwarding", level: 1 }).waitFor();
  });

  step("a version that somebody else saves meanwhile loses nothing", async () => {
    await admin.getByRole("textbox", { name: "Description", exact: true }).fill("To all of Europe");
    const { services } = await business.as("client_admin")(listClientServices, {});
    const [storage_service] = services;
    assert(storage_service !== undefined);
    await business.as("client_admin")(replaceService, {
      ...PLAIN_DEFINITION,
      service_id: storage_service.id,
      name: "Forwarding",
      dropoff: "required",
      measures: "required",
      form_fields: storage_service.form_fields,
      supplies: [{ code: "tape", name: "Tape", quantity_max: 5, price_minor: 250 }],
    });
    await admin.getByText("Somebody else saved version 2 meanwhile").waitFor();
    await admin.getByText("Taken over from it: Supplies.").waitFor();
    assert.deepEqual(await findViolations(admin), []);
    await shot(admin, "service-conflict");
    await admin.getByRole("button", { name: "Put my changes on top" }).click();
    await admin.getByRole("button", { name: "Remove supply Tape" }).waitFor();
    await admin.getByRole("button", { name: "Save as new version" }).click();
    await admin.locator(".page-about").getByText("Version 3").waitFor();
    const after_save = await business.as("client_admin")(listClientServices, {});
    assert.partialDeepStrictEqual(after_save.services[0], {
      version: 3,
      description: "To all of Europe",
      supplies: [{ code: "tape" }],
    });
  });

  step("the customer sees what is missing, then the price, and orders at it", async () => {
    await portal.goto("/shipping");
    await portal.getByRole("link", { name: /Forwarding/ }).click();
    await portal.getByRole("listitem").filter({ hasText: "Package 1: weight" }).waitFor();
    await fits(portal);
    assert.deepEqual(await findViolations(portal), []);
    await portal.getByRole("textbox", { name: "Weight (kg)" }).fill("2");
    for (const [side, cm] of [
      ["Length (cm)", "30"],
      ["Width (cm)", "20"],
      ["Height (cm)", "10"],
    ] as const)
      await portal.getByRole("textbox", { name: side }).fill(cm);
    await portal.getByRole("combobox", { name: "Street and number" }).fill("Rue 1");
    await portal.getByRole("textbox", { name: "City" }).fill("Paris");
    await portal.getByRole("textbox", { name: "Postal code" }).fill("75001");
    await portal.getByRole("textbox", { name: "How many: Tape" }).fill("1");
    // 10.00, 2 kg at 1.00, and a tape.
    await price().getByText("€14.50").waitFor();
    await portal.getByRole("textbox", { name: "Your reference" }).fill("Books for Marie");
    assert.deepEqual(await findViolations(portal), []);
    await shot(portal, "order-390");
    await portal.getByRole("button", { name: "Order", exact: true }).click();
    await portal.getByText("Your order was placed").waitFor();
    number = (await portal.locator(".page-about .mono").innerText()).trim();
    await fits(portal);
  });

  step("a wallet that is too low leads to a top-up, and then the order is paid", async () => {
    await portal.getByText("€14.50 are missing in your wallet.").waitFor();
    await portal.getByRole("link", { name: "Top up the wallet" }).click();
    await portal.getByRole("textbox", { name: "Amount, EUR" }).waitFor();
    await portal.getByRole("button", { name: "Go to the payment" }).click();
    await portal.getByText("Cards are not accepted here").waitFor();
    await fits(portal);
    assert.deepEqual(await findViolations(portal), []);
    await shot(portal, "wallet-390");
    await business.as("client_admin")(topUpWallet, {
      customer_id: customer.id,
      amount_minor: 1600,
      method: "cash",
    });
    await portal.getByRole("link", { name: "Back to the order" }).click();
    await portal.reload();
    await portal.getByRole("button", { name: "Pay €14.50" }).click();
    const dialog = await waitForDialog(portal);
    await dialog.getByText("Left to pay then: €0.00").waitFor();
    await dialog.getByRole("button", { name: "Pay €14.50" }).click();
    await portal.getByText("Confirmed", { exact: true }).first().waitFor();
  });

  step("staff scan the package, weigh it and price it again, each decision offered first", async () => {
    await admin.goto("/customer-orders");
    await admin
      .getByRole("grid", { name: "Customer orders" })
      .or(admin.getByRole("table", { name: "Customer orders" }))
      .getByText("Clara")
      .waitFor();
    assert.deepEqual(await findViolations(admin), []);
    await shot(admin, "desk-list");
    await admin.getByRole("searchbox", { name: "Find or scan an order" }).fill(number);
    await admin.keyboard.press("Enter");
    await admin.getByRole("heading", { name: "Clara", level: 1 }).waitFor();
    const receive = await decide("Receive packages");
    await receive.getByRole("textbox", { name: "Scan" }).fill(number);
    await admin.keyboard.press("Enter");
    await receive.getByText("1 of 1 ticked").waitFor();
    await shot(admin, "desk-receive");
    await receive.getByRole("button", { name: "Receive packages" }).click();
    const measure = await decide("Measure");
    await measure.getByRole("button", { name: "Package 1 as declared" }).click();
    await measure.getByRole("textbox", { name: "Weight (kg)" }).fill("5");
    await shot(admin, "desk-measure");
    await measure.getByRole("button", { name: "Measure" }).click();
    await admin.getByText("By its measures it costs €3.00 more.").waitFor();
    await shot(admin, "desk-order");
    assert.deepEqual(await findViolations(admin), []);
    const reprice = await decide("Reprice");
    await reprice.getByText("Left to pay then: €3.00").waitFor();
    await reprice.getByRole("textbox", { name: "Note" }).fill("It weighs 5 kg.");
    assert.deepEqual(await findViolations(admin), []);
    await shot(admin, "desk-reprice");
    await reprice.getByRole("button", { name: "Reprice" }).click();
    await admin.getByText("Repriced", { exact: true }).first().waitFor();
  });

  step("the customer sees the step and pays the rest", async () => {
    await portal.reload();
    const steps = portal.getByRole("list", { name: "How the price came about" });
    await steps.getByText("It weighs 5 kg.").waitFor();
    await steps.getByText("€3.00 more to pay.").waitFor();
    await portal.getByText("€1.50 are missing in your wallet.").waitFor();
    await fits(portal);
    assert.deepEqual(await findViolations(portal), []);
    await shot(portal, "repriced-390");
    await portal.getByRole("button", { name: "Pay €1.50 of it now" }).click();
    await (await waitForDialog(portal)).getByRole("button", { name: "Pay €1.50" }).click();
    await business.as("client_admin")(topUpWallet, {
      customer_id: customer.id,
      amount_minor: 150,
      method: "cash",
    });
    await portal.reload();
    await portal.getByRole("button", { name: "Pay €1.50", exact: true }).click();
    await (await waitForDialog(portal)).getByRole("button", { name: "Pay €1.50" }).click();
    await portal.getByRole("dialog").waitFor({ state: "detached" });
    // The page of the desk follows.
    await admin.getByText("Everything is here.").waitFor();
    await admin.getByText("€0.00").first().waitFor();
    await (await decide("Start preparing")).getByRole("button", { name: "Start preparing" }).click();
    const ship = await decide("Ship");
    await ship.getByRole("textbox", { name: "Carrier", exact: true }).fill("ups");
    await ship.getByRole("textbox", { name: "Number of the carrier" }).fill("1Z999AA10123456784");
    await ship.getByRole("button", { name: "Ship" }).click();
    await admin.getByText("1Z999AA10123456784").first().waitFor();
    await portal.goto("/shipping");
    await portal.getByText("Shipped").first().waitFor();
    assert.deepEqual(await findViolations(portal), []);
    await shot(portal, "portal-390");
  });

  step("the customer orders storage, and staff receive the package into a bin", async () => {
    const run = business.as("client_admin");
    await openWarehouse(business);
    const price_family = "storage_services" as const;
    await run(createPriceList, {
      name: "Storage",
      family: price_family,
      rules: [
        { name: "Store", services: ["store"], base_minor: 1000, per_day_minor: 10, day_unit: "piece" },
        { name: "Out", services: ["out"], base_minor: 500, per_kg_minor: 100 },
      ],
      is_default: true,
    });
    const storage = { free_days: 2, grace_days: 3 };
    const plain = { ...PLAIN_DEFINITION, family: price_family };
    await run(createService, {
      ...plain,
      name: "Keeping",
      dropoff: "none",
      storage,
      code: "store",
      kind: "storage",
    });
    await run(createService, {
      ...plain,
      name: "Sending",
      dropoff: "required",
      code: "out",
      kind: "shipout",
    });
    await run(topUpWallet, { customer_id: customer.id, amount_minor: 1500, method: "cash" });
    await portal.goto("/storage");
    await portal.getByText("Nothing is ready to be shipped out").waitFor();
    await portal.getByRole("link", { name: "Order storage" }).click();
    await portal.getByRole("textbox", { name: "Contents" }).fill("Winter clothes");
    await portal.getByRole("textbox", { name: "Weight (kg)" }).fill("2");
    await price().getByText("While the goods are here: €0.10 a day.").waitFor();
    assert.deepEqual(await findViolations(portal), []);
    await portal.getByRole("button", { name: "Order", exact: true }).click();
    await portal.getByText("Your order was placed").waitFor();
    await portal.getByRole("button", { name: "Pay €10.00" }).click();
    await (await waitForDialog(portal)).getByRole("button", { name: "Pay €10.00" }).click();
    await portal.getByText("Confirmed", { exact: true }).first().waitFor();
    assert.deepEqual(await findViolations(portal), []);
    await fits(portal);

    await openByRail(admin, "Network", "Storage orders");
    await admin.getByText("Clara").first().click();
    await admin.getByRole("heading", { name: "Clara", level: 1 }).waitFor();
    await admin.getByRole("button", { name: "Receive packages" }).click();
    const dialog = await waitForDialog(admin);
    await dialog.getByRole("combobox", { name: "Warehouse" }).click();
    await admin.getByRole("option", { name: "NORTH" }).click();
    await dialog.getByRole("combobox", { name: "Bin" }).click();
    await admin.getByRole("option", { name: "A-1" }).click();
    await dialog.getByRole("checkbox", { name: /Winter clothes/ }).check();
    assert.deepEqual(await findViolations(admin), []);
    await shot(admin, "storage-receive");
    await dialog.getByRole("button", { name: "Receive packages" }).click();
    await admin.getByText("Bin A-1").waitFor();
    assert.deepEqual(await findViolations(admin), []);
    await shot(admin, "storage-desk");
  });

  step("the customer chooses the package, sees what its ship-out costs, orders and pays it", async () => {
    await portal.goto("/storage");
    await portal.getByRole("checkbox", { name: "Choose Winter clothes" }).check();
    assert.deepEqual(await findViolations(portal), []);
    await shot(portal, "storage-390");
    await portal.getByRole("link", { name: "Ship out", exact: true }).click();
    await portal.getByRole("combobox", { name: "Street and number" }).fill("Rue 1");
    await portal.getByRole("textbox", { name: "City" }).fill("Paris");
    // 5.00, and 2 kg at 1.00.
    await price().getByText("€7.00").first().waitFor();
    assert.deepEqual(await findViolations(portal), []);
    await portal.getByRole("button", { name: "Order", exact: true }).click();
    await portal.getByText("Your ship-out was ordered").waitFor();
    await portal.getByText("€2.00 are missing in your wallet.").waitFor();
    await fits(portal);
    assert.deepEqual(await findViolations(portal), []);
    await business.as("client_admin")(topUpWallet, {
      customer_id: customer.id,
      amount_minor: 200,
      method: "cash",
    });
    await portal.reload();
    await portal.getByRole("button", { name: "Pay €7.00" }).click();
    await (await waitForDialog(portal)).getByRole("button", { name: "Pay €7.00" }).click();
    await portal.getByText("Paid", { exact: true }).first().waitFor();
    await shot(portal, "shipout-390");
    await portal.goto("/storage");
    // It is held by its ship-out.
    await portal.getByText("Nothing is ready to be shipped out").waitFor();
  });

  step("nothing broke in any page", async () => {
    assert.deepEqual(
      visits.flatMap(({ broken }) => broken),
      [],
    );
  });
});
