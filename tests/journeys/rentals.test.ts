/**
 * Locker rentals in the console, in a real browser: filtered in the list and tracked on their timelines, on a
 * desktop and on a phone, by the business and by a renter. `SHOTS=<folder>` saves screenshots.
 */
import assert from "node:assert/strict";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import {
  findViolations,
  NO_CHROMIUM,
  openBrowser,
  openByRail,
  type Visit,
  type VisitOptions,
  visit,
} from "#tests/support/browser.ts";
import { createProvider } from "#tests/support/provider.ts";
import { type TestPerson, testService } from "#tests/support/service.ts";
import { eventually } from "#tests/support/until.ts";

const service = await testService({ console: true });
const business = await service.business();
const HOUR = 3_600_000;
const SHOTS = process.env["SHOTS"];
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

const at = (hours: number) => new Date(service.now().getTime() + hours * HOUR).toISOString();

async function createRental(device: string, name: string, from: number, customer_id: number | null = null) {
  const row = await service.system.row<{ id: number }>(
    `insert into storage_rental (business_id, customer_id, device, device_name, place, compartment, size, booked_from, booked_to,
       price_minor, charges, currency, created_at, updated_at)
     values ($1, $2, $3, $4, '{"line1":"Platform 2","city":"Brasília","country":"BR"}', 'B12', 'M', $5, $6, 4500,
       '[{"code":"over","label":"Hours over","amount_minor":1500,"at":"2026-11-20T10:00:00.000Z"}]', 'BRL', now(), now())
     returning id`,
    [business.id, customer_id, device, name, at(from), at(from + 24)],
  );
  return row?.id ?? 0;
}

describe("locker rentals in the console", () => {
  let browser: Browser;
  let base_url = "";
  let page: Page;
  let mine = 0;
  let renter: Awaited<ReturnType<typeof business.customer>>;
  const visits: Visit[] = [];
  let failed = "";
  const step = (name: string, run: () => Promise<void>) =>
    test(name, { skip: NO_CHROMIUM }, async () => {
      assert.equal(failed, "", "an earlier step failed");
      failed = name;
      await run();
      failed = "";
    });
  async function come(person: TestPerson, options: VisitOptions = {}): Promise<Page> {
    const visitor = await visit(browser, base_url, { as: person, ...options });
    visits.push(visitor);
    await visitor.page.goto("/");
    return visitor.page;
  }
  const shot = async (of: Page, name: string) => {
    if (SHOTS !== undefined) await of.screenshot({ path: path.join(SHOTS, `${name}.png`), fullPage: true });
  };
  /** Fails when the page is wider than the window. */
  const fits = async (of: Page) =>
    assert.ok(await of.evaluate("document.documentElement.scrollWidth <= innerWidth"));

  before(async () => {
    if (NO_CHROMIUM) return;
    base_url = await service.app.listen({ port: 0, host: "127.0.0.1" });
    browser = await openBrowser();
    page = await come(await business.person("client_admin"));
  });
  after(async () => {
    await browser?.close();
  });

  step("a business without rentals is told what appears here", async () => {
    await openByRail(page, "Network", "Locker rentals");
    await page.getByText("No rentals yet").waitFor();
    assert.deepEqual(await findViolations(page), []);
  });

  step("rentals are found by state, locker and day, and the view can be kept", async () => {
    renter = await business.customer();
    mine = await createRental("RODO-1", "Bus station", -2, renter.id);
    await createRental("AERO-1", "Airport", -240);
    await createRental("AERO-1", "Airport", 240);
    const kiosk = await createProvider(business);
    const events = ["booked", "checked_in", "accessed"].map((code, index) => ({
      subject: { scheme: "rental_id", id: String(mine) },
      status_code: `otep:storage:${code}`,
      occurred_at: at(index / 2 - 2),
      location: { kind: "locker", name: "Bus station", address: { city: "Brasília", country: "BR" } },
    }));
    assert.equal((await kiosk.ingest(events)).body.accepted, 3);
    await page.reload();
    const table = page.getByRole("table", { name: "Rentals" });
    const rows = table.getByRole("row").filter({ hasText: "compartment" });
    await table.waitFor();
    await eventually(() => rows.count(), 3);
    assert.deepEqual(await findViolations(page), []);
    await shot(page, "rentals-light");

    await page.getByRole("combobox", { name: "State" }).click();
    await page.getByRole("option", { name: "In use" }).click();
    await page.getByText("1 rental found").waitFor();
    await rows.first().filter({ hasText: "Bus station" }).waitFor();
    await page.getByLabel("Any state").click();
    await page.getByRole("searchbox", { name: "Code of the locker" }).fill("AERO-1");
    await page.keyboard.press("Enter");
    await page.getByText("2 rentals found").waitFor();
    await page.waitForURL(/device=AERO-1/);
    await page.getByLabel("Rented on or after").fill(at(24).slice(0, 10));
    await page.getByText("1 rental found").waitFor();
    await page.reload();
    await page.getByText("1 rental found").waitFor();
    await page.getByLabel("Rented on or after").fill("2030-01-01");
    await page.getByText("No rental fits").waitFor();
    assert.deepEqual(await findViolations(page), []);
    await page.getByRole("button", { name: "Show all" }).click();
    await page.getByText("3 rentals", { exact: true }).waitFor();
  });

  step("a rental shows what was booked and what happened, in light and in dark", async () => {
    await page.getByRole("row").filter({ hasText: "Bus station" }).click();
    await page.getByRole("heading", { name: "Bus station, B12" }).waitFor();
    await page.getByRole("button", { name: "Checked in" }).waitFor();
    await page.getByText("Hours over").waitFor();
    assert.deepEqual(await findViolations(page), []);
    await shot(page, "rental-light");
    await page.emulateMedia({ colorScheme: "dark" });
    assert.deepEqual(await findViolations(page), []);
    await shot(page, "rental-dark");
    await page.goto("/rentals");
    await page.getByRole("table", { name: "Rentals" }).waitFor();
    assert.deepEqual(await findViolations(page), []);
    await shot(page, "rentals-dark");
    await page.emulateMedia({ colorScheme: "light" });
    await page.getByRole("row").filter({ hasText: "Airport" }).first().click();
    await page.getByText("No event yet").waitFor();
    await page.goto("/rentals/999999");
    await page.getByRole("alert").filter({ hasText: "Not found" }).waitFor();
    assert.deepEqual(await findViolations(page), []);
  });

  step("a renter follows their own on a phone, and finds what is public", async () => {
    const phone = await come(renter.person, PHONE);
    await phone.goto("/rentals");
    await eventually(() => phone.getByRole("list", { name: "Rentals" }).getByRole("listitem").count(), 1);
    await fits(phone);
    assert.deepEqual(await findViolations(phone), []);
    await shot(phone, "rentals-390");
    await phone.getByText("Bus station").click();
    await phone.getByRole("button", { name: "Checked in" }).waitFor();
    await fits(phone);
    assert.deepEqual(await findViolations(phone), []);
    await shot(phone, "rental-390");
    await phone.goto("/rentals");
    await phone.getByRole("navigation", { name: "Main pages" }).getByRole("button", { name: "More" }).click();
    await phone
      .getByRole("dialog", { name: "All pages" })
      .getByRole("link", { name: "Public tracking" })
      .click();
    await phone.getByRole("heading", { name: "Where is my parcel?" }).waitFor();
    await phone.goto("/rentals");
    await phone.getByRole("button", { name: "Account" }).click();
    await phone.getByRole("menuitem", { name: "Event playground" }).click();
    await phone.getByRole("heading", { name: "Tracking events, tried out" }).waitFor();
    await fits(phone);
  });

  step("nothing broke in any page", async () => {
    assert.deepEqual(
      visits.flatMap(({ broken }) => broken),
      [],
    );
  });
});
