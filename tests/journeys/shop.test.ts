/**
 * A shop at a simulated locker, in a real browser: a buyer pays and the door is stuck, so the amount is given up; another sale works and
 * is taken. The operator stocks the cell, sees both sales and settles goods that are out unpaid.
 * `SHOTS=<folder>` saves screenshots.
 */
import assert from "node:assert/strict";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { createProviders, DEFAULT_PROVIDER_SETTINGS } from "#providers/create-providers.ts";
import {
  findViolations,
  NO_CHROMIUM,
  openBrowser,
  type Visit,
  visit,
  waitForDialog,
} from "#tests/support/browser.ts";
import { createCardProcessor, EVENT_SECRET, SECRET_KEY, signEvent } from "#tests/support/card-processor.ts";
import { runQueued } from "#tests/support/jobs.ts";
import { type LockerSimulator, startLockerSimulator } from "#tests/support/locker-simulator.ts";
import { PLACE } from "#tests/support/lockers.ts";
import { testService } from "#tests/support/service.ts";
import { until } from "#tests/support/until.ts";

const service = await testService({ console: true });
service.runtime.providers = createProviders({ ...DEFAULT_PROVIDER_SETTINGS, private_addresses: true });
const business = await service.business();
const ROOT = "/api/v1/locker-shop";
const SERIAL = "N-0001";
const SHOTS = process.env["SHOTS"];
const HERE = { latitude: PLACE.lat, longitude: PLACE.lng, accuracy: 5 };

describe("a shop at a locker", { skip: NO_CHROMIUM }, () => {
  let simulator: LockerSimulator;
  let browser: Browser;
  let buyer: Visit;
  let operator: Visit;
  let processor: Awaited<ReturnType<typeof createCardProcessor>>;
  let locker_id = 0;
  let cell_id = 0;
  let events_path = "";
  let door = "";
  const sale_ids: number[] = [];

  const admin = async (method: string, path: string, body?: object) => {
    const answer = await business.http("client_admin", method, path, body);
    assert(answer.status < 300, `${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const tell = (line: string) => simulator.command(line);
  const readSale = async (id: number) => (await admin("GET", `${ROOT}/sales/${id}`)).sale;
  const readCell = async () => (await admin("GET", `${ROOT}/cells?cell_id=${cell_id}`)).cells[0];
  const waitForSale = (id: number, status: string) =>
    until(
      `a sale that is ${status}`,
      async () => {
        await runQueued(service, "settle-shop-payment");
        return readSale(id);
      },
      (sale) => sale.status === status,
    );
  const toast = (page: Page, words: string) =>
    page.getByRole("alert").filter({ hasText: words }).first().waitFor();
  const shot = async (page: Page, name: string) => {
    if (SHOTS === undefined) return;
    for (const scheme of ["light", "dark"] as const)
      for (const width of [390, 1440]) {
        await page.emulateMedia({ colorScheme: scheme });
        await page.setViewportSize({ width, height: 900 });
        await page.waitForTimeout(400);
        await page.screenshot({ path: path.join(SHOTS, `${name}-${width}-${scheme}.png`), fullPage: true });
      }
    await page.emulateMedia({ colorScheme: "light" });
  };

  before(async () => {
    const base_url = await service.app.listen({ port: 0, host: "127.0.0.1" });
    const person = await business.person("client_admin", "Ada");
    processor = await createCardProcessor();
    ({ locker_id } = await admin("POST", "/api/v1/lockers", {
      kind: "locker",
      serial: SERIAL,
      name: "North hall",
      place: PLACE,
    }));
    await admin("POST", `/api/v1/lockers/${locker_id}/compartments`, { columns: [["S", "S", "M"]] });
    simulator = await startLockerSimulator(
      base_url,
      [SERIAL],
      ["--http", "--email", person.email, "--password", person.password],
    );
    const { id: customer_id, person: member } = await business.customer({ name: "Corner shop" });
    const { merchant_id, merchant } = await admin("POST", `${ROOT}/merchants`, {
      customer_id,
      name: "Corner shop",
      fee_bp: 500,
      member_account_ids: [member.account_id],
    });
    events_path = new URL(merchant.events_url).pathname;
    await member.http("PATCH", `${ROOT}/merchants/${merchant_id}/payment`, {
      base_url: processor.base_url,
      secret_key: SECRET_KEY,
      event_secret: EVENT_SECRET,
    });
    const { product_id } = await admin("POST", `${ROOT}/products`, {
      merchant_id,
      sku: "COFFEE-250",
      name: "Coffee, 250 g",
      description: "Ground, from Minas Gerais",
      price_minor: 2490,
      tax_bp: 1200,
      shelf_life_h: 720,
    });
    ({ cell_id } = await admin("POST", `${ROOT}/cells`, { product_id, locker_id, size: "S" }));
    browser = await openBrowser();
    operator = await visit(browser, base_url, { as: person });
    buyer = await visit(browser, base_url, {
      viewport: { width: 390, height: 844 },
      geolocation: HERE,
      permissions: ["geolocation"],
    });
    // The processor's page, on which the buyer pays: the processor reports it, and leads back.
    await buyer.page.route("https://pay.example/**", async (route) => {
      const key = new URL(route.request().url()).pathname.slice(1);
      const intent = processor.intents.get(key);
      assert(intent !== undefined, `No checkout was opened for ${key}.`);
      intent.status = "requires_capture";
      const event = signEvent("payment_intent.amount_capturable_updated", intent, service.now());
      assert.equal((await service.http("POST", events_path, event.body, event.headers)).status, 200);
      sale_ids.push(Number(key.split("-").at(-1)));
      await route.fulfill({ status: 303, headers: { location: `${base_url}/shop/${locker_id}` } });
    });
  });
  after(() => browser?.close());

  async function buyAndOpen(): Promise<number> {
    const { page } = buyer;
    await page.getByRole("button", { name: "Buy" }).click();
    await page.getByRole("button", { name: /^Pay/ }).click();
    await page.getByRole("heading", { name: "Paid: open the door" }).waitFor();
    assert.deepEqual(await findViolations(page), []);
    await page.getByRole("button", { name: "Open the door" }).click();
    return sale_ids.at(-1) ?? 0;
  }

  test("the operator stocks a cell: it counts when the door is closed", async () => {
    const { page } = operator;
    await page.goto("/locker-shop/stock");
    await page.getByRole("row").filter({ hasText: "Coffee, 250 g" }).click();
    await page.getByRole("button", { name: "Put goods in" }).click();
    const dialog = await waitForDialog(page, "Put in: Coffee, 250 g");
    await dialog.getByRole("textbox", { name: "How many do you put in?" }).fill("3");
    assert.deepEqual(await findViolations(page), []);
    await dialog.getByRole("button", { name: "Open the door" }).click();
    await page.getByText(/is open for you$/).waitFor();
    await shot(page, "stock-round");
    door = (await readCell()).compartment_code;
    await until("a door that is open", async () => (await tell(`state ${SERIAL}`)).includes(`open: ${door}`));
    await tell(`put ${SERIAL} ${door}`);
    await tell(`close ${SERIAL} ${door}`);
    await page.getByText("On sale", { exact: true }).first().waitFor();
    await shot(page, "stock-cell");
  });

  test("a buyer pays, the door is stuck, and the amount is given up", async () => {
    const { page } = buyer;
    await page.goto(`/shop/${locker_id}`);
    await page.getByText("3 left").waitFor();
    assert.deepEqual(await findViolations(page), []);
    await shot(page, "buyer-catalog");
    await page.setViewportSize({ width: 390, height: 844 });
    await tell(`stuck ${SERIAL} ${door} on`);
    const sale_id = await buyAndOpen();
    await waitForSale(sale_id, "REFUNDED");
    await page.getByRole("heading", { name: "Your money is back" }).waitFor();
    await page.getByText("Nothing was taken from your card, or all of it is back.").waitFor();
    assert.deepEqual(processor.calls, ["checkout", "payment_intents cancel"]);
    await shot(page, "buyer-refunded");
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("button", { name: "Choose something else" }).click();
    // The operator looks after the door.
    await tell(`stuck ${SERIAL} ${door} off`);
    const { compartments } = await admin("GET", `/api/v1/lockers/${locker_id}/compartments`);
    const { id } = compartments.find(({ code }: { code: string }) => code === door);
    await admin("POST", `/api/v1/lockers/${locker_id}/compartments/${id}/open`, { reason: "Stuck door" });
    await until("a door that is open", async () => (await tell(`state ${SERIAL}`)).includes(`open: ${door}`));
    await tell(`close ${SERIAL} ${door}`);
    await until("a cell that is sold", async () => (await readCell()).not_sold_because === null);
  });

  test("the next buyer gets the goods, and the amount is taken by the door", async () => {
    const { page } = buyer;
    await page.reload();
    const sale_id = await buyAndOpen();
    await until("a door that is open", async () => (await tell(`state ${SERIAL}`)).includes(`open: ${door}`));
    await tell(`close ${SERIAL} ${door}`);
    await waitForSale(sale_id, "COLLECTED");
    await page.getByRole("heading", { name: "It is yours" }).waitFor();
    assert.equal(processor.calls.at(-1), "payment_intents capture");
    assert.equal((await readSale(sale_id)).payment_status, "CAPTURED");
  });

  test("the operator sees both, with what may be done in each", async () => {
    const { page } = operator;
    await page.goto("/locker-shop");
    const row = (id: number) => page.getByRole("row").filter({ hasText: `Sale ${id}` });
    await row(sale_ids[0]!).filter({ hasText: "Money is back" }).waitFor();
    await row(sale_ids[1]!).filter({ hasText: "Collected" }).waitFor();
    assert.deepEqual(await findViolations(page), []);
    await shot(page, "sales");
    await page.setViewportSize({ width: 1440, height: 900 });
    await row(sale_ids[0]!).click();
    await page.getByText(/^The door did not open.*R\$/).waitFor();
    assert.equal(await page.getByRole("button", { name: "Give the money back" }).count(), 0);
    await page.goto(`/locker-shop/sales/${sale_ids[1]}`);
    await page.getByText("The buyer has the goods, and").waitFor();
    await page.getByRole("button", { name: "Give the money back" }).waitFor();
    assert.deepEqual(await findViolations(page), []);
    await shot(page, "sale-collected");
  });

  test("a door that opens after its amount was given up is an alert, until the operator settles it", async () => {
    // What a locker reports that had no network: `src/domain/lockers/locker-shop/locker-shop.test.ts`.
    await service.system.execute(
      "update shop_sale set opened_at = now(), unpaid_since = now() where id = $1",
      [sale_ids[0]],
    );
    const { page } = operator;
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto("/locker-shop/alerts");
    await page.getByRole("row").filter({ hasText: "Goods are out unpaid" }).click();
    await page.getByText("The goods are out unpaid").waitFor();
    await shot(page, "sale-unpaid");
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole("button", { name: "Settle" }).click();
    const dialog = await waitForDialog(page, /^Settle goods worth/);
    await dialog.getByRole("radio", { name: "Paid in another way" }).check();
    await dialog.getByRole("textbox", { name: "Note" }).fill("Cash, receipt 7");
    assert.deepEqual(await findViolations(page), []);
    await dialog.getByRole("button", { name: "Settle" }).click();
    await toast(page, "It is settled.");
    await page.getByText("Cash, receipt 7").waitFor();
  });

  test("every page of the shop fits a phone", async () => {
    const { page } = operator;
    for (const name of ["", "/alerts", "/stock", "/products", "/merchants", "/settlements"]) {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(`/locker-shop${name}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      assert.deepEqual(await findViolations(page), [], name);
      assert.ok(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name);
      await shot(page, `page${name.replace("/", "-")}`);
    }
    assert.deepEqual([...operator.broken, ...buyer.broken], []);
  });
});
