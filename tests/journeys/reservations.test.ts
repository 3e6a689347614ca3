/**
 * Guests on a phone reserve, move and cancel, wait and accept an offer, in a zone that is not that of their browser; the desk sees
 * who comes and checks in. `SHOTS=<folder>` saves screenshots.
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
import { makeLink } from "#tests/support/links.ts";
import { testService } from "#tests/support/service.ts";

const service = await testService({ console: true });
const business = await service.business();
const ROOT = "/api/v1/reservations";
const SHOTS = process.env["SHOTS"];
const PHONE = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  timezoneId: "Asia/Tokyo",
};

describe("reservations on a phone", { skip: NO_CHROMIUM }, () => {
  let browser: Browser;
  let guest: Visit;
  let desk: Visit;
  let bookable_id = 0;
  const admin = async (method: string, address: string, body?: object) => {
    const answer = await business.http("client_admin", method, address, body);
    assert(answer.status < 300, `${address}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  /** Without a fault, and no wider than the screen. */
  const check = async (page: Page, name: string) => {
    assert.deepEqual(await findViolations(page), [], name);
    const width = await page.evaluate<number>("document.documentElement.scrollWidth - window.innerWidth");
    assert.ok(width <= 0, `${name} is ${width} pixels too wide.`);
    if (SHOTS !== undefined) await page.screenshot({ path: path.join(SHOTS, `${name}.png`), fullPage: true });
  };

  before(async () => {
    const base_url = await service.app.listen({ port: 0, host: "127.0.0.1" });
    ({ bookable_id } = await admin("POST", `${ROOT}/bookables`, {
      code: "dock",
      name: "Dock 1",
      kind: "dock",
      description: "Deliveries to the hub, by lorry or van.",
      street_address: "SIA 3, gate 2, Brasília",
      calendar: {
        weekly: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: "00:00", to: "24:00" })),
        exceptions: [],
      },
      slot_minutes: 120,
      capacity: 1,
      lead_minutes: 0,
      cutoff_minutes: 0,
      verified_contact: "none",
      form_fields: {
        type: "object",
        properties: { plate: { type: "string", title: "Number plate" } },
        required: ["plate"],
      },
    }));
    browser = await openBrowser();
    guest = await visit(browser, base_url, PHONE);
    desk = await visit(browser, base_url, { as: await business.person("client_admin", "Ada") });
  });
  after(() => browser?.close());

  const openPage = async (page: Page) => {
    await page.goto(`/reserve/${business.code}/dock`);
    await page.getByRole("heading", { name: "Dock 1" }).waitFor();
  };
  const fill = async (page: Page) => {
    await page.getByRole("textbox", { name: "Name" }).fill("Grace Guest");
    await page.getByRole("textbox", { name: "E-mail" }).fill("grace@guest.example");
  };

  test("the page tells the zone; a slot is held, what is missing is said at its field, and then it is reserved", async () => {
    const { page } = guest;
    await openPage(page);
    await page.getByText(/Times are those of Sao Paulo, GMT-3\. Your clock shows another time\./).waitFor();
    await check(page, "reserve");
    await page.getByRole("button", { name: "Later" }).click();
    await page
      .getByRole("button", { name: /1 free/ })
      .first()
      .click();
    await page.getByRole("heading", { name: "Almost done" }).waitFor();
    await check(page, "hold");
    await fill(page);
    await page.getByRole("button", { name: "Reserve", exact: true }).click();
    await page.getByText("Some answers are missing or not valid.").waitFor();
    await check(page, "hold-refused");
    await page.getByRole("textbox", { name: "Number plate" }).fill("BR 4711");
    await page.getByRole("button", { name: "Reserve", exact: true }).click();
    await page.getByRole("heading", { name: "Reserved" }).waitFor();
    await check(page, "reserved");
  });

  test("it is moved to another slot, and cancelled after a question", async () => {
    const { page } = guest;
    await page.getByRole("button", { name: "Move", exact: true }).click();
    await page
      .getByRole("button", { name: /1 free/ })
      .first()
      .click();
    await page.getByRole("heading", { name: "Move" }).waitFor({ state: "detached" });
    await check(page, "moved");
    await page.getByRole("button", { name: "Cancel the reservation" }).click();
    await page.getByRole("heading", { name: "Cancel this reservation?" }).waitFor();
    await check(page, "cancel");
    await page.getByRole("button", { name: "Cancel the reservation" }).click();
    await page.getByRole("heading", { name: "Cancelled" }).waitFor();
    await check(page, "cancelled");
  });

  test("who finds a slot full waits, is offered the place that is cancelled, and accepts it", async () => {
    const { page } = guest;
    const { slots } = (await service.http("GET", `${ROOT}/public/${business.code}/dock/slots?days=2`)).body;
    const [{ starts_at }] = slots;
    const { reservation_id } = await admin("POST", ROOT, { bookable_id, starts_at, guest_name: "First" });
    await openPage(page);
    await page
      .getByRole("button", { name: /Full: wait/ })
      .first()
      .click();
    await page.getByRole("heading", { name: "Join the waitlist" }).waitFor();
    await fill(page);
    await page.getByRole("textbox", { name: "Number plate" }).fill("BR 4712");
    await check(page, "join");
    await page.getByRole("button", { name: "Join the waitlist" }).click();
    await page.getByRole("heading", { name: "You are on the waitlist" }).waitFor();
    await page.getByText("You are next.").waitFor();
    await check(page, "waiting");
    await admin("POST", `${ROOT}/${reservation_id}/cancel`, {});
    const offer = await service.system.row<{ id: number }>(
      "select id from waitlist_offer where business_id = $1 and status = 'OPEN'",
      [business.id],
    );
    const token = await makeLink(
      business,
      ["waitlistOffer", "waitlistOfferAccept", "waitlistOfferDecline"],
      { type: "waitlist_offer", id: offer?.id ?? 0 },
      3_600_000,
    );
    await page.goto(`/waitlist/offer#link=${token}`);
    await page.getByRole("heading", { name: "A place is free for you" }).waitFor();
    await check(page, "offer");
    await page.getByRole("button", { name: "Accept" }).click();
    await page.getByRole("heading", { name: "Reserved" }).waitFor();
  });

  test("a link that is none says so, and a business without anything to reserve too", async () => {
    const { page } = guest;
    await page.goto("/reservation#link=ph_link_nothing");
    await page.getByRole("heading", { name: "This link does not work any more" }).waitFor();
    await check(page, "no-link");
    await page.goto("/reserve/nobody-has-this-code");
    await page.getByRole("heading", { name: "There is nothing to reserve here" }).waitFor();
    await check(page, "nothing");
  });

  test("the desk sees how full the day is, checks a walk-in in, and changes what can be reserved", async () => {
    const { page } = desk;
    await page.goto("/reservations");
    await page.getByRole("list", { name: "Slots of the day" }).waitFor();
    await check(page, "desk");
    await page.getByRole("button", { name: "Walk-in" }).click();
    const dialog = await waitForDialog(page, "Walk-in");
    await dialog.getByRole("textbox", { name: "Guest" }).fill("Walter");
    await dialog.getByRole("button", { name: "Walk-in" }).click();
    await page.getByText("Walter").first().waitFor();
    await page.goto("/reservations/waitlist");
    await page.getByText("Grace Guest").first().waitFor();
    await check(page, "desk-waitlist");
    await page.goto("/reservations/bookables");
    await page.getByRole("row").filter({ hasText: "Dock 1" }).click();
    const editor = await waitForDialog(page, "Dock 1");
    await check(page, "desk-editor");
    await editor.getByRole("textbox", { name: "Places of a slot" }).fill("3");
    await editor.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Dock 1 saved").waitFor();
  });
});
