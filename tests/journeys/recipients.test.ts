/** A recipient changes a delivery by a shared link, in a real browser, and a dispatcher answers. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { updateSettings } from "#domain/identity/settings/operations/update-settings.ts";
import { createShareLink } from "#domain/orders/sharing/operations/create-share-link.ts";
import { createRoute } from "#domain/planning/routes/operations/create-route.ts";
import { releaseRoute } from "#domain/planning/routes/operations/release-route.ts";
import { findViolations, NO_CHROMIUM, openBrowser, type Visit, visit } from "#tests/support/browser.ts";
import { testService } from "#tests/support/service.ts";
import { eventually } from "#tests/support/until.ts";
import { addDays, toLocalDate } from "#vocabulary/calendar.ts";

const service = await testService({ console: true, work: true });
const business = await service.business();
const tomorrow = addDays(toLocalDate(service.now(), "America/Sao_Paulo"), 1);

describe("a recipient with a link", { skip: NO_CHROMIUM }, () => {
  let browser: Browser;
  let base_url = "";
  const visits: Visit[] = [];
  const come = async (options: Parameters<typeof visit>[2] = {}): Promise<Page> => {
    const visitor = await visit(browser, base_url, options);
    visits.push(visitor);
    return visitor.page;
  };

  before(async () => {
    base_url = await service.app.listen({ port: 0, host: "127.0.0.1" });
    browser = await openBrowser();
  });
  after(async () => {
    assert.deepEqual(
      visits.flatMap(({ broken }) => broken),
      [],
    );
    await browser?.close();
  });

  test("leaves a note, asks for another day, and reads what the dispatcher answers", async () => {
    const admin = await business.person("client_admin", "Ada");
    const console_page = await come({ as: admin });
    await console_page.goto("/settings/recipients");
    const choose = (choice: string, mode: string) =>
      console_page.getByRole("radiogroup", { name: choice }).getByText(mode, { exact: true }).click();
    await choose("Note to the driver", "At once");
    await choose("Another day", "You decide");
    await console_page.getByRole("switch", { name: "Message to you" }).check({ force: true });
    assert.deepEqual(await findViolations(console_page), []);
    await console_page.getByRole("button", { name: "Save" }).click();
    await console_page.getByText("Saved.").waitFor();

    const order = await business.order({ scheduled_date: tomorrow });
    const share = (allows: ("note" | "day" | "contact")[]) =>
      admin.call(createShareLink, {
        number: order.tracking_number,
        shows: [],
        allows,
        expires_in_h: 24,
      });
    const { url } = await share(["note", "day", "contact"]);
    const phone = await come({
      locale: "de-DE",
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
    });
    await phone.goto(url.replace(/^https?:\/\/[^/]+/, ""));
    const note = phone.getByRole("button", { name: /^Nachricht an den Fahrer/ });
    await note.waitFor();
    // A neighbour and a safe place are switched off.
    await eventually(() => phone.locator(".changes-list > li").count(), 3);
    await note.press("Enter");
    await phone.getByRole("textbox", { name: "Ihre Nachricht" }).fill("Bitte klopfen.");
    assert.deepEqual(await findViolations(phone), []);
    await phone.getByRole("button", { name: "Nachricht speichern" }).press("Enter");
    const request_item = phone.getByRole("listitem").filter({ hasText: "Gilt" });
    await request_item.getByText("Bitte klopfen.").waitFor();

    await phone.getByRole("button", { name: /^Anderer Tag/ }).click();
    const submit = phone.getByRole("button", { name: "Diesen Tag wählen" });
    // The group without a day gets the focus, with what is missing.
    await submit.click();
    await phone.locator("[aria-invalid=true]:focus").getByRole("alert").waitFor();
    assert.deepEqual(await findViolations(phone), []);
    await phone.getByRole("radio").nth(1).press("Space");
    assert.deepEqual(await findViolations(phone), []);
    await submit.click();
    await phone.getByText("Wartet auf Antwort").waitFor();

    await console_page.goto("/recipient-requests");
    const waiting = console_page.getByRole("listitem").filter({ hasText: "Another day:" });
    await waiting.getByRole("button", { name: "Accept" }).click();
    const dialog = console_page.getByRole("dialog");
    await dialog
      .getByText(/^Order \d+/)
      .first()
      .waitFor();
    await dialog.getByRole("textbox", { name: /^Answer/ }).fill("Bis dann!");
    assert.deepEqual(await findViolations(console_page), []);
    await dialog.getByRole("button", { name: "Accept" }).click();
    await console_page.getByText("Nothing waits for an answer").waitFor();

    await phone.reload();
    await phone.getByText("Bis dann!").waitFor();
    await phone.getByText("Angenommen").waitFor();
    const { scheduled_date } = (await service.system.row<{ scheduled_date: string }>(
      "select scheduled_date from delivery_order where id = $1",
      [order.id],
    )) ?? { scheduled_date: "" };
    assert.ok(scheduled_date > tomorrow);

    // What waits among the exceptions leads to the request.
    await phone.getByRole("button", { name: /^An .* schreiben/ }).click();
    await phone.getByRole("textbox", { name: "Ihre Mitteilung" }).fill("Kommt es morgens?");
    await phone.getByRole("button", { name: "Mitteilung senden" }).click();
    await phone.getByText("Kommt es morgens?").waitFor();
    await console_page.goto("/exceptions");
    await console_page.getByText("The recipient wrote a message").first().waitFor();
    await console_page.getByRole("link", { name: /Decide or answer$/ }).click();
    await console_page.getByText("Kommt es morgens?").waitFor();
    await console_page.getByRole("button", { name: "Answer" }).click();
    await dialog.getByRole("textbox", { name: /^Answer/ }).fill("Ja, vor zehn.");
    await dialog.getByRole("button", { name: "Answer" }).click();
    await console_page.getByText("Nothing waits for an answer").waitFor();
  });

  test("gets an e-mail that a dispatcher switched on, and ends further ones on the tracking page", async () => {
    const admin = await business.person("client_admin", "Ada");
    const console_page = await come({ as: admin });
    await console_page.goto("/settings/notifications");
    await console_page.getByRole("checkbox", { name: "Order created: E-mail" }).check();
    await console_page.getByText("Nobody sends e-mail yet", { exact: false }).waitFor();
    await console_page.getByRole("button", { name: "Save", exact: true }).click();
    await console_page.getByText("Saved.").waitFor();
    const words = console_page.getByRole("textbox", { name: "Text", exact: true });
    await words.fill("Soon: {nmuber} {link}");
    await console_page.getByText("did you mean {number}", { exact: false }).first().waitFor();
    await words.fill("Soon: {number} {link}");
    await console_page.getByText("Soon: PH", { exact: false }).waitFor();
    assert.deepEqual(await findViolations(console_page), []);
    await console_page.getByRole("button", { name: "Save these words" }).click();
    await console_page.getByRole("button", { name: "Use the standard words" }).waitFor();

    const order = await business.order({
      scheduled_date: tomorrow,
      dropoff: { line1: "Quadra 7", city: "Brasília", country: "BR", email: "ana@example.com" },
    });
    await console_page.goto(`/orders/${order.id}`);
    const log = console_page.getByRole("list", { name: "Told to the recipient" });
    await log.getByText("In the outbox").waitFor();
    const { body } = await admin.http("GET", "/api/v1/client/outbox?channel=email");
    const phone = await come({ locale: "en-GB", viewport: { width: 390, height: 844 } });
    await phone.goto(/\/track\/PH\S+/.exec(body.messages[0].body)?.[0] ?? "");
    const email = phone.getByRole("switch", { name: /^E-mail/ });
    await email.click();
    await phone.getByText("Saved.").waitFor();
    assert.deepEqual(await findViolations(phone), []);
    await phone.reload();
    await eventually(() => email.isChecked(), false);
    await phone.goto(/\/track\/notifications\S+/.exec(body.messages[0].body)?.[0] ?? "");
    await phone.getByRole("button", { name: "Stop notifications" }).click();
    await phone.getByRole("button", { name: "Receive them again" }).click();
    await phone.getByText("are sent to a***@example.com again", { exact: false }).waitFor();
  });

  test("is told why a choice is closed, and what is possible", async () => {
    const admin = await business.person("client_admin", "Ada");
    await admin.call(updateSettings, { settings: { recipient_note: "apply", recipient_contact: true } });
    const order = await business.order({ scheduled_date: tomorrow });
    const { url } = await admin.call(createShareLink, {
      number: order.tracking_number,
      shows: [],
      allows: ["note", "contact"],
      expires_in_h: 24,
    });
    const page = await come();
    await page.goto(url.replace(/^https?:\/\/[^/]+/, ""));
    await page.getByRole("button", { name: /^Note to the driver/ }).click();
    await page.getByRole("textbox", { name: "Your note" }).fill("Knock");
    // The driver gets the route while the form is open.
    const driver = await business.driver();
    const { route } = await admin.call(createRoute, {
      driver_id: driver.id,
      order_ids: [order.id],
      date: tomorrow,
    });
    await admin.call(releaseRoute, { route_id: route.id });
    await page.getByRole("button", { name: "Save the note" }).click();
    await page
      .getByText("The driver has been given this delivery already.", { exact: false })
      .first()
      .waitFor();
    await page.getByRole("button", { name: /^Note to the driver/ }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: /^Write to/ }).waitFor();
    assert.deepEqual(await findViolations(page), []);
  });
});
