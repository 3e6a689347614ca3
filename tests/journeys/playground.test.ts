/**
 * The tracking protocol in the console, in a real browser: an anonymous visitor validates documents, a business
 * creates a key for a carrier, the carrier's signed events appear in the timeline, and each reader sees the
 * view that they may see.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createHash, createHmac } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import type { Browser, Page } from "playwright-core";
import {
  findViolations,
  NO_CHROMIUM,
  openBrowser,
  type Visit,
  type VisitOptions,
  visit,
  waitForDialog,
} from "#tests/support/browser.ts";
import { testService } from "#tests/support/service.ts";
import { eventually, until } from "#tests/support/until.ts";

const service = await testService({ work: true, console: true });
const business = await service.business();

describe("the tracking protocol, as people try it", () => {
  let browser: Browser;
  let base_url = "";
  let number = "";
  let order_id = 0;
  let key = "";
  let secret = "";
  let page: Page;
  let admin: Page;
  const visits: Visit[] = [];
  let failed = "";
  const step = (name: string, run: () => Promise<void>) =>
    test(name, { skip: NO_CHROMIUM }, async () => {
      assert.equal(failed, "", "an earlier step failed");
      failed = name;
      await run();
      failed = "";
    });

  async function come(options: VisitOptions = {}): Promise<Page> {
    const visitor = await visit(browser, base_url, options);
    visits.push(visitor);
    return visitor.page;
  }
  const choose = async (label: string, option: string) => {
    await page.getByRole("combobox", { name: label }).click();
    await page.getByRole("option", { name: option, exact: true }).click();
  };
  const verdict = (words: string | RegExp) =>
    page.getByRole("status", { name: "Validation result" }).filter({ hasText: words }).waitFor();
  const focused = (words: RegExp) => page.locator(":focus").filter({ hasText: words }).waitFor();
  const finding = (words: string) => page.getByRole("list", { name: "Findings" }).getByText(words);
  /** The line number of the line that contains this text. */
  const lineWith = (text: string) =>
    page
      .getByRole("textbox", { name: "Document, JSON" })
      .locator(".cm-line")
      .filter({ hasText: text })
      .first();

  async function ingest(events: object[]): Promise<{ accepted: number; results: unknown[] }> {
    const body = JSON.stringify({ events });
    const timestamp = String(Math.floor(service.now().getTime() / 1000));
    const digest = createHash("sha256").update(body).digest("hex");
    const signature = createHmac("sha256", secret)
      .update(`v1\n${timestamp}\nPOST\n/api/v1/otep/ingest\n${digest}`)
      .digest("hex");
    const answer = await fetch(`${base_url}/api/v1/otep/ingest`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "otep-key": key,
        "otep-timestamp": timestamp,
        "otep-signature": `v1=${signature}`,
      },
      body,
    });
    const answered = await answer.json();
    assert.equal(answer.status, 200, JSON.stringify(answered));
    return answered as { accepted: number; results: unknown[] };
  }

  before(async () => {
    if (NO_CHROMIUM) return;
    base_url = await service.app.listen({ port: 0, host: "127.0.0.1" });
    service.runtime.settings.base_url = base_url;
    const order = await business.order({});
    order_id = order.id;
    number = order.tracking_number;
    browser = await openBrowser();
    page = await come();
    admin = await come({ as: await business.person("client_admin") });
  });
  after(async () => {
    await browser?.close();
  });

  step("a visitor comes from public tracking and sees a document conform", async () => {
    await page.goto("/track");
    await page.getByRole("link", { name: "For developers: event playground" }).click();
    await page.getByRole("heading", { name: "Tracking events, tried out" }).waitFor();
    await verdict("Conforms, level 2");
    await page.getByRole("list", { name: "Progress: delivered" }).waitFor();
    await page.getByText("1 estimate or plan, apart from what happened").waitFor();
    await page
      .locator(".timeline .voided s")
      .filter({ hasText: /^Delivered$/ })
      .waitFor();
    await page.getByText("Confirmed by Own delivery acme").waitFor();
    assert.deepEqual(await findViolations(page), []);
  });

  step("a voided event leads to its correction, and pressing it shows its place", async () => {
    await page.getByRole("button", { name: /^See the correction of/ }).click();
    const correction = page.locator(".timeline li[data-selected]");
    await correction.getByText("otep:carrier:handed_to_partner").waitFor();
    await focused(/Handed to the delivery/);
    await page
      .getByRole("region", { name: "Where it happened" })
      .getByRole("button", { name: /Handed to the delivery partner/ })
      .filter({ has: page.locator('.map-pin[style*="#964812"]') })
      .waitFor();
    await page.getByRole("button", { name: /^3: / }).click();
    await page
      .locator(".timeline li[data-selected]")
      .getByText("otep:lastmile:delivered_in_person")
      .waitFor();
    await page.keyboard.press("ArrowDown");
    await focused(/Recipient contacted/);
    assert.deepEqual(await findViolations(page), []);
  });

  step("errors stand beside their lines, and one that is repaired goes", async () => {
    await choose("Example", "Broken document");
    await verdict(/It does not conform5 errors · 2 warnings/);
    await lineWith('"2026-03-02T08:00:00"').getByText("A time needs Z or an offset").waitFor();
    await lineWith("145.75").getByText("Latitude is a number from -90 to 90.").waitFor();
    await lineWith('"colour"').getByText("colour is not known here.").waitFor();
    await page.getByText("4 events have errors and are left out.").waitFor();
    assert.deepEqual(await findViolations(page), []);

    await finding("A time needs Z or an offset").click();
    await page.keyboard.insertText('"2026-03-02T08:00:00Z"');
    await verdict(/4 errors · 2 warnings/);
    await finding("A time needs Z or an offset").waitFor({ state: "detached" });
    await lineWith('"2026-03-02T08:00:00Z"').locator(".editor-beside").waitFor({ state: "detached" });
    await page.getByText("3 events have errors and are left out.").waitFor();
    await page.getByText("Collected, custody taken").waitFor();
  });

  step("text that is no JSON says where it stops being JSON, and asks nobody", async () => {
    await lineWith('"protocol_version"').click();
    await page.keyboard.press("End");
    await page.keyboard.press("Backspace");
    await verdict("This is not JSON");
    await page.keyboard.insertText(",");
    await verdict(/4 errors/);
  });

  step("the document is told in every format, and what a format loses is said", async () => {
    await choose("Example", "Timeline");
    await verdict("Conforms, level 2");
    await page.getByRole("tab", { name: "Other formats" }).click();
    const epcis_document = page.getByRole("textbox", { name: "The document as GS1 EPCIS 2.0" });
    await epcis_document.getByText('"EPCISDocument"').first().waitFor();
    await page.getByText(/cannot be expressed in this format|Nothing is lost in this format/).waitFor();
    assert.deepEqual(await findViolations(page), []);
    await choose("Format", "Storefront B");
    await page.getByRole("textbox", { name: "The document as Storefront B" }).waitFor();
    await page.getByText(/\d+ events of 13 cannot be expressed in this format/).waitFor();

    await page.getByRole("button", { name: "Dark colours" }).click();
    await page.locator('[data-mantine-color-scheme="dark"]').first().waitFor();
    assert.deepEqual(await findViolations(page), []);
    await page.getByRole("button", { name: "Light colours" }).click();
  });

  step("as a trace it is drawn on one axis of time, and every span is reached by keys", async () => {
    await choose("Format", "OpenTelemetry traces");
    const spans = page.getByRole("treegrid", { name: "Spans" });
    const details = page.getByRole("region", { name: "The chosen span" });
    const row = (name: RegExp) => spans.getByRole("row", { name });
    const readStart = (name: RegExp) =>
      row(name)
        .locator(".trace-bar")
        .evaluate((bar) => (bar as unknown as { style: { left: string } }).style.left);
    await page.getByRole("textbox", { name: "The document as OpenTelemetry traces" }).waitFor();
    await row(/^Fold journey/)
      .and(page.locator("[aria-level='1']"))
      .waitFor();
    await row(/picked_up/)
      .and(page.locator("[aria-level='2']"))
      .waitFor();
    await eventually(() => readStart(/^Fold journey/), "0%");
    await until("a bar to the right", async () => Number.parseFloat(await readStart(/picked_up/)) > 0);
    await row(/delivery_attempted/).click();
    await details.getByText(/^Error: /).waitFor();
    await page.keyboard.press("ArrowLeft");
    await details.getByText("otep.event_count").waitFor();
    await page.keyboard.press("ArrowLeft");
    await spans.getByRole("row").nth(2).waitFor({ state: "detached" });
    await spans.getByRole("row").nth(1).waitFor();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    await focused(/picked_up/);
    await details.locator("summary").filter({ hasText: "threshold_breached" }).click();
    await details.getByText("otep.sensor.property").waitFor();
    assert.deepEqual(await findViolations(page), []);
    await page.getByRole("button", { name: "Dark colours" }).click();
    await page.locator('[data-mantine-color-scheme="dark"]').first().waitFor();
    assert.deepEqual(await findViolations(page), []);
    await page.getByRole("button", { name: "Light colours" }).click();
  });

  step("EPCIS is read to the same timeline, and lines to one of their own", async () => {
    await page.getByRole("tab", { name: "Timeline" }).click();
    await choose("Example", "GS1 EPCIS 2.0");
    await verdict("Conforms, level 2");
    await page.getByText("Confirmed by Own delivery acme").waitFor();
    await choose("Example", "One event a line (NDJSON)");
    await verdict(/4 events about 1 subject/);
    await page.locator(".timeline").getByText("Put in by the courier").waitFor();
    await choose("Example", "Cooled parcel, 180 readings");
    await page.getByRole("img", { name: /^Temperature, .* last 4\.9 °C$/ }).waitFor();
    await page.getByRole("button", { name: "60 readings" }).click();
    await eventually(() => page.locator(".timeline-readings li").count(), 60);
  });

  step("a link brings the document to somebody else", async () => {
    await choose("Example", "CloudEvents");
    await page.getByRole("button", { name: "Link" }).click();
    await page.waitForURL(/#d=/);
    const other = await come({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
    await other.goto(page.url());
    await other
      .getByRole("status", { name: "Validation result" })
      .filter({ hasText: /4 events about 1 subject/ })
      .waitFor();
    await other.getByText("PKH2026000077").first().waitFor();
    assert.deepEqual(await findViolations(other), []);
    await other.getByRole("tab", { name: "Other formats" }).click();
    await other.getByRole("combobox", { name: "Format" }).click();
    await other.getByRole("option", { name: "OpenTelemetry traces" }).click();
    await other.getByRole("treegrid", { name: "Spans" }).waitFor();
    assert.deepEqual(await findViolations(other), []);
    assert.equal(
      await other.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"),
      true,
    );
  });

  step("an administrator gives a carrier its key, whose secret is shown once", async () => {
    await admin.goto("/event-providers");
    await admin.getByText("Nobody sends events yet").waitFor();
    assert.deepEqual(await findViolations(admin), []);
    await admin.getByRole("button", { name: "New provider" }).click();
    await waitForDialog(admin);
    await admin.getByLabel("Name").fill("Globex Lines");
    await admin.getByLabel("Code").fill("Globex!");
    await admin.getByRole("button", { name: "Create key" }).click();
    await admin.getByLabel("Code").and(admin.locator("[aria-invalid=true]")).waitFor();
    await admin.getByLabel("Code").fill("globex");
    await admin.getByRole("button", { name: "Create key" }).click();
    const dialog = admin.getByRole("dialog", { name: "Secret of Globex Lines" });
    secret = (await dialog.getByText(/^otep_[\w-]{40,}$/).textContent()) ?? "";
    key = (await dialog.getByText(/^pk_[0-9a-f]+$/).textContent()) ?? "";
    assert.deepEqual(await findViolations(admin), []);

    // The printed request works unchanged, with the secret and a number filled in.
    const script = (await dialog.getByLabel("A signed request, for bash").inputValue())
      .replace("otep_…", secret)
      .replace("PKH0001", number);
    const { stdout } = await promisify(execFile)("bash", ["-c", script]);
    assert.equal(JSON.parse(stdout).accepted, 1, stdout);

    await dialog.getByRole("button", { name: "I have copied it" }).click();
    await admin.getByRole("list", { name: "Providers" }).getByText("Globex Lines").waitFor();
    await admin.getByText(secret).first().waitFor({ state: "detached" });
  });

  step("a long timeline opens at its newest days, on the order and in public", async () => {
    // Hours before the last noon of the reader (15:00 UTC), so that the newest day has few rows at any time of day.
    const hour = 3_600_000;
    const noon = Math.floor((service.now().getTime() - 15 * hour) / (24 * hour)) * 24 * hour + 15 * hour;
    const at = (hours: number) => new Date(noon - hours * hour).toISOString();
    const place = { address: { lines: ["1 Hidden Street"], city: "Goiânia", country: "BR" } };
    const { accepted } = await ingest([
      ...Array.from({ length: 480 }, (_, index) => ({
        event_id: `scan-${index}`,
        subject: number,
        occurred_at: at(20 + index / 2),
        status_code: index % 2 === 0 ? "otep:core:arrived" : "otep:core:departed",
        location: { ...place, geo: { lat: -16.6869 + (index % 7) / 10, lon: -49.2648 } },
      })),
      {
        event_id: "wrong",
        subject: number,
        occurred_at: at(10),
        status_code: "otep:core:delivered",
        description: "Scanned by mistake.",
      },
      {
        event_id: "right",
        subject: number,
        occurred_at: at(9),
        status_code: "otep:carrier:arrived_destination",
        corrects: "wrong",
        location: place,
      },
    ]);
    assert.equal(accepted, 482);

    await page.goto(`/track/${number}`);
    await page.getByRole("heading", { name: "What happened" }).waitFor();
    await page.locator(".timeline .voided s").getByText("Delivered").waitFor();
    const days = page.locator(".timeline-day");
    await days.nth(9).waitFor();
    const rows = await page.locator(".timeline ol > li").count();
    assert(rows > 0 && rows <= 90, `${rows} rows are drawn at first`);
    assert.equal(await page.getByText("Hidden Street").count(), 0);
    assert.deepEqual(await findViolations(page), []);
    await days.last().click();
    await page.locator(".timeline section").last().locator("ol > li").first().waitFor();
    await page.getByRole("button", { name: "Open all days" }).click();
    await page.getByRole("button", { name: "Open all days" }).waitFor({ state: "detached" });
    await page.locator(".timeline ol > li").nth(480).waitFor({ state: "attached" });

    await admin.goto(`/orders/${order_id}`);
    await admin.locator(".timeline .voided s").getByText("Delivered").waitFor();
    await admin.getByRole("button", { name: "At the delivery facility" }).click();
    await admin.getByText("1 Hidden Street").waitFor();
    assert.deepEqual(await findViolations(admin), []);
  });

  step("a number is shown in each format as visitors read it, with the command", async () => {
    await page.goto(`/otep?number=${number}&format=epcis`);
    await page.getByText(`curl '${base_url}/api/v1/otep/trackings/${number}?format=epcis'`).waitFor();
    await page
      .getByRole("textbox", { name: "The document as GS1 EPCIS 2.0" })
      .getByText('"@context"')
      .waitFor();
    await choose("Format", "OpenTelemetry traces");
    await page
      .getByRole("treegrid", { name: "Spans" })
      .getByRole("row", { name: /journey/ })
      .waitFor();
    await page.getByText("Show all 4", { exact: false }).waitFor();
    await choose("Format", "OTEP timeline");
    await page.getByRole("textbox", { name: "The document as OTEP timeline" }).waitFor();
    assert.deepEqual(await findViolations(page), []);
    await page.getByRole("textbox", { name: "Tracking number" }).fill("PH00000000000000");
    await page.getByRole("button", { name: "Show" }).click();
    await page.getByText("We do not know this number").waitFor();
  });

  step("a secret is changed beside the old one, a provider suspended, resumed and revoked", async () => {
    const act = async (name: string) => {
      await admin.getByRole("button", { name: "Actions for Globex Lines" }).click();
      await admin.getByRole("menuitem", { name }).click();
    };
    await admin.goto("/event-providers");
    await act("New secret");
    await admin.getByText("goes on working beside the new one").waitFor();
    await admin.getByRole("button", { name: "Create secret" }).click();
    const dialog = admin.getByRole("dialog", { name: "Secret of Globex Lines" });
    const next = (await dialog.getByText(/^otep_[\w-]{40,}$/).textContent()) ?? "";
    assert.notEqual(next, secret);
    await dialog.getByRole("button", { name: "I have copied it" }).click();
    await admin.getByText("Two secrets").waitFor();
    const event = {
      subject: number,
      occurred_at: service.now().toISOString(),
      status_code: "otep:core:note",
    };
    await ingest([{ ...event, event_id: "by-old" }]);
    secret = next;
    await ingest([{ ...event, event_id: "by-new" }]);
    await act("Suspend");
    await admin.getByText("Suspended", { exact: true }).waitFor();
    await act("Resume");
    await admin.getByText("Active", { exact: true }).waitFor();
    await act("Revoke");
    await admin.getByText("are refused from now on, for good").waitFor();
    await admin.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await admin.getByText("Revoked", { exact: true }).waitFor();
    await admin.getByRole("button", { name: "Actions for Globex Lines" }).waitFor({ state: "detached" });
  });

  step("nothing broke in any page on the way", async () => {
    assert.deepEqual(
      visits.flatMap(({ broken }) => broken),
      [],
    );
  });
});
