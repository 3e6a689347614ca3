/**
 * An administrator builds up a warehouse in the console, shares the tracking of an order that starts there, and
 * revokes the link; a visitor follows the order by e-mail.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { listOutbox } from "#domain/communication/messaging/operations/list-outbox.ts";
import { createEntry } from "#domain/locations/addressbook/operations/create-entry.ts";
import { updateOrderNote } from "#domain/orders/orders/operations/update-order-note.ts";
import { findViolations, NO_CHROMIUM, openBrowser, visit, waitForDialog } from "#tests/support/browser.ts";
import { testService } from "#tests/support/service.ts";

const service = await testService({ console: true });
const business = await service.business();
const EMAIL = "clara@test.example";
const NORTH = { line1: "Rua Norte 1", city: "Brasília", country: "BR", lat: -15.6, lng: -47.9 };

describe("warehouses in the console", { skip: NO_CHROMIUM }, () => {
  let browser: Browser;
  let page: Page;
  let visitor: Page;
  const broken: string[][] = [];
  let number = "";
  let order_id = 0;
  const toast = (words: string) => page.getByRole("alert").filter({ hasText: words }).first().waitFor();
  const field = (name: string) => page.getByRole("dialog").getByRole("textbox", { name, exact: true });

  before(async () => {
    const base_url = await service.app.listen({ port: 0, host: "127.0.0.1" });
    await business.as("client_admin", "Ada")(createEntry, { place: NORTH, pinned: true });
    browser = await openBrowser();
    const visits = await Promise.all([
      visit(browser, base_url, { as: await business.person("client_admin", "Ada") }),
      visit(browser, base_url, { viewport: { width: 390, height: 844 }, colorScheme: "dark" }),
    ]);
    [page, visitor] = visits.map((one) => one.page) as [Page, Page];
    broken.push(...visits.map((one) => one.broken));
  });
  after(async () => {
    await browser?.close();
  });

  test("are created at an address of the address book, and one without coordinates is refused", async () => {
    await page.goto("/warehouses");
    const table = page.getByRole("table", { name: "Warehouses" });
    await table.getByText("Depot", { exact: true }).first().waitFor();
    await page.getByRole("button", { name: "New warehouse" }).click();
    await waitForDialog(page);
    await field("Name").first().fill("North hub");
    await field("Code").fill("north");
    await page.getByRole("dialog").getByLabel("Street and number").first().fill("Nowhere 0");
    await field("City").fill("Nowhere");
    await page.getByRole("button", { name: "Create warehouse" }).click();
    await page.getByText(/needs coordinates/i).waitFor();
    await page.getByRole("dialog").getByLabel("Street and number").first().fill("Rua Norte 1");
    await page.getByRole("option", { name: /Rua Norte 1/ }).click();
    assert.deepEqual(await findViolations(page), []);
    await page.getByRole("button", { name: "Create warehouse" }).click();
    await toast("North hub was saved.");
    await table.getByText("NORTH", { exact: true }).waitFor();
    assert.deepEqual(await findViolations(page), []);
  });

  test("have zones with bins, which are changed and closed by the keyboard", async () => {
    await page.getByRole("row", { name: /North hub/ }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("A zone is a part of the building").waitFor();
    await page.getByRole("button", { name: "New zone" }).click();
    await waitForDialog(page);
    await field("Code").fill("a");
    await field("Name").fill("Shelves");
    await page.getByRole("button", { name: "Create zone" }).click();
    await page.getByText("A bin is a place with a code").waitFor();
    await page.getByRole("button", { name: "New bin" }).click();
    await waitForDialog(page);
    await field("Code").fill("a-01");
    await field("Kilograms").fill("250");
    await page.getByRole("button", { name: "Create bin" }).click();
    await toast("Bin A-01 was saved.");
    const bins = page.getByRole("table", { name: "Bins of Shelves" });
    await bins.getByText("250 kg").waitFor();
    assert.deepEqual(await findViolations(page), []);
    await bins.getByRole("row", { name: /A-01/ }).focus();
    await page.keyboard.press("Enter");
    await waitForDialog(page, "Change bin A-01");
    await page.getByRole("button", { name: "Close this bin" }).click();
    await page.getByRole("button", { name: "Close for good" }).click();
    await toast("Bin A-01 was closed.");
    await bins.getByText("Closed").waitFor();
  });

  test("say what stands in the way of closing", async () => {
    const { origin_warehouse_id } = await createOrderThere();
    await page.reload();
    await page.getByText("1 open order").first().waitFor();
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await waitForDialog(page);
    await page.getByText("It would be refused").waitFor();
    await page.getByRole("button", { name: "Close for good" }).and(page.locator(":disabled")).waitFor();
    assert.deepEqual(await findViolations(page), []);
    await page.getByRole("dialog").getByRole("link", { name: "1 open order" }).click();
    await page.waitForURL(`**/orders?starts_at=${origin_warehouse_id}`);
    await page.getByRole("table", { name: "Orders" }).getByText(number).waitFor();
  });

  /** An order that starts at the new warehouse. */
  async function createOrderThere(): Promise<{ origin_warehouse_id: number }> {
    const origin_warehouse_id = Number(new URL(page.url()).pathname.split("/").at(-1));
    const created = await business.order({ origin_warehouse_id });
    [number, order_id] = [created.tracking_number, created.id];
    await business.as("client_admin", "Ada")(updateOrderNote, { order_id, note: "internal note" });
    return { origin_warehouse_id };
  }

  test("an order is shared by a link, which shows it to a visitor until it is revoked", async () => {
    await page.goto(`/orders/${order_id}`);
    await page.getByText("Starts at North hub").waitFor();
    await page.getByRole("button", { name: "Share", exact: true }).click();
    await waitForDialog(page);
    await field("For whom").fill("The recipient");
    await page.getByRole("checkbox", { name: /where the driver is/ }).check();
    await page.getByRole("button", { name: "Create link" }).click();
    const url = new URL(await page.getByRole("textbox", { name: "The link" }).inputValue());
    assert.equal(url.pathname, `/track/${number}`);
    await page.getByRole("button", { name: "Done", exact: true }).click();
    const row = page.getByRole("list", { name: "Shared links" }).getByRole("listitem");
    await row.getByText("The recipient").waitFor();
    assert.deepEqual(await findViolations(page), []);

    await visitor.goto(`${url.pathname}${url.hash}`);
    await visitor.getByText("This page was shared with you until").waitFor();
    assert.equal(await visitor.getByText("internal note").count(), 0);
    await row.getByRole("button", { name: "Revoke The recipient" }).click();
    await row.getByRole("button", { name: "Revoke The recipient now" }).click();
    await row.getByText("Revoked", { exact: true }).waitFor();
    await visitor.reload();
    await visitor.getByRole("heading", { name: "This link was revoked" }).waitFor();
    assert.deepEqual(await findViolations(visitor), []);
    await service.system.execute(
      "update link set revoked_at = null, created_at = created_at - interval '2 days', expires_at = created_at - interval '1 day' where business_id = $1",
      [business.id],
    );
    service.runtime.authentication.clearCache();
    await visitor.reload();
    await visitor.getByRole("heading", { name: "This link has expired" }).waitFor();
    await visitor.goto(`/track/${number}#link=ph_link_unknown`);
    await visitor.getByRole("heading", { name: "We do not know this link" }).waitFor();
    await visitor.getByRole("link", { name: /without the link/ }).click();
    await visitor.getByRole("heading", { name: "We expect your parcel" }).waitFor();
  });

  test("and followed by e-mail once the address is confirmed by a code", async () => {
    const watch = visitor.getByRole("region", { name: "Messages about this parcel" });
    await watch.getByRole("textbox", { name: "E-mail address" }).fill("clara");
    await watch.getByRole("button", { name: "Send a code" }).click();
    await watch.locator("[aria-invalid=true]").waitFor();
    await watch.getByRole("textbox", { name: "E-mail address" }).fill(EMAIL);
    await watch.getByRole("button", { name: "Send a code" }).click();
    await watch.getByRole("heading", { name: "Enter the code" }).waitFor();
    const { messages } = await business.as("client_admin", "Ada")(listOutbox, { recipient: EMAIL });
    const [mail] = messages as unknown as { body: string }[];
    const code = /^\d{6}$/m.exec(mail?.body ?? "")?.[0] ?? "";
    await watch.getByRole("textbox", { name: "Code" }).fill(code === "000000" ? "000001" : "000000");
    await watch.getByRole("button", { name: "Confirm" }).click();
    await watch.getByText(/not valid/i).waitFor();
    assert.deepEqual(await findViolations(visitor), []);
    await watch.getByRole("textbox", { name: "Code" }).fill(code);
    await watch.getByRole("button", { name: "Confirm" }).click();
    await watch.getByText(`${EMAIL} gets a message`).waitFor();
    assert.deepEqual(await findViolations(visitor), []);
    assert.deepEqual(broken, [[], []]);
  });
});
