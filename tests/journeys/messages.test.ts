/**
 * An administrator configures the senders of text messages and e-mail, sends a test message, and finds it in
 * the log of the console.
 */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { listOutbox } from "#domain/communication/messaging/operations/list-outbox.ts";
import { createProviders, DEFAULT_PROVIDER_SETTINGS } from "#providers/create-providers.ts";
import {
  findViolations,
  NO_CHROMIUM,
  openBrowser,
  type Visit,
  visit,
  waitForDialog,
} from "#tests/support/browser.ts";
import { testService } from "#tests/support/service.ts";
import { until } from "#tests/support/until.ts";

const service = await testService({ work: true, console: true });
service.runtime.providers = createProviders({ ...DEFAULT_PROVIDER_SETTINGS, private_addresses: true });
const business = await service.business();
const TOKEN = "0123456789-the-token";

describe("messages in the console", { skip: NO_CHROMIUM }, () => {
  let browser: Browser;
  let visited: Visit;
  let page: Page;
  /** A vendor that accepts only the token of the test. */
  const vendor = createServer((request, response) => {
    const [, token = ""] = Buffer.from(String(request.headers.authorization).slice(6), "base64")
      .toString()
      .split(":");
    if (token === TOKEN) response.writeHead(201).end('{"sid":"SM7","status":"queued"}');
    else response.writeHead(401).end('{"code":20003,"message":"Authenticate"}');
  });
  const toast = (words: string) => page.getByRole("alert").filter({ hasText: words }).first().waitFor();
  const field = (name: string) => page.getByRole("dialog").getByRole("textbox", { name, exact: true });

  before(async () => {
    const base_url = await service.app.listen({ port: 0, host: "127.0.0.1" });
    await new Promise<void>((resolve) => vendor.listen(0, "127.0.0.1", resolve));
    const admin = await business.person("client_admin", "Ada");
    await service.system.execute("update account set phone_e164 = '+5561988887777' where id = $1", [
      admin.account_id,
    ]);
    browser = await openBrowser();
    visited = await visit(browser, base_url, { as: admin });
    page = visited.page;
    await page.goto("/settings/messages");
  });
  after(async () => {
    await browser?.close();
    vendor.closeAllConnections();
    vendor.close();
  });

  test("have no sender of text messages at first, and e-mail is stored only", async () => {
    await page.getByText("Nobody sends them, so codes cannot be asked for.").waitFor();
    await page.getByRole("button", { name: "Test: Text messages" }).and(page.locator(":disabled")).waitFor();
    assert.deepEqual(await findViolations(page), []);
  });

  test("fail through an account with a wrong token, and the log shows the reason", async () => {
    await page.getByRole("button", { name: "Change: Text messages" }).click();
    await waitForDialog(page);
    // Refusals of the service are shown at their fields.
    await field("Account").fill("AC0123456789abcdef0123456789abcdef");
    await field("Sender").fill("!");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Is needed, again when account or address change.").waitFor();
    await page.getByText(/Must be a number such as/).waitFor();
    await field("Sender").fill("+15005550006");
    await field("Token").fill("not-the-right-token");
    await field("Address of the service").fill(`http://127.0.0.1:${(vendor.address() as AddressInfo).port}`);
    assert.deepEqual(await findViolations(page), []);
    await page.getByRole("button", { name: "Save" }).click();
    await toast("Saved. Send a test");
    await page.getByRole("button", { name: "Test: Text messages" }).click();
    await toast("The vendor does not accept the account or its token (error 20003).");
    await page.getByRole("list", { name: "Messages" }).getByText("Failed").waitFor();
  });

  test("are sent with the right token, of which only the last characters are shown", async () => {
    await page.getByRole("button", { name: "Change: Text messages" }).click();
    await page.getByText("One is kept that ends in oken; empty leaves it as it is.").waitFor();
    await waitForDialog(page);
    await field("Token").fill(TOKEN);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Test: Text messages" }).click();
    await toast("Look at your phone or mailbox.");
    await page.getByRole("list", { name: "Messages" }).getByText("Sent").waitFor();
    assert.ok(!(await page.content()).includes(TOKEN));
  });

  test("can be filtered by state, and stored e-mail can be read with its link", async () => {
    await page.getByRole("button", { name: "Test: E-mail" }).click();
    await toast("It is in the list below.");
    const person = await business.person("employee");
    await service.http("POST", "/api/v1/user/password/forgot", { email: person.email });
    await until("a link in the outbox", async () => {
      const { messages } = await business.as("client_admin")(listOutbox, { recipient: person.email });
      return messages.length > 0;
    });
    await page.getByRole("radiogroup", { name: "State of the messages" }).getByText("Kept here").click();
    const list = page.getByRole("list", { name: "Messages" });
    await list.getByText("Set a new password").click();
    await list.getByText(/reset-password\?token=/).waitFor();
    await list.getByText("Failed").waitFor({ state: "detached" });
    assert.deepEqual(await findViolations(page), []);
    assert.deepEqual(visited.broken, []);
  });
});
