/** An administrator sets who sends text messages and e-mail, tries it, and reads in the console what became of it. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { makeProviders, NO_SETTINGS } from "#providers/make.ts";
import {
  NO_CHROMIUM,
  openBrowser,
  opened,
  signIn,
  type Visit,
  violationsOf,
  visit,
} from "#tests/support/browser.ts";
import { TEST_PASSWORD, testService } from "#tests/support/service.ts";

const service = await testService({ work: true, console: true });
service.mechanism.providers = makeProviders({ ...NO_SETTINGS, private_addresses: true });
const t = await service.business();
const TOKEN = "0123456789-the-token";

describe("messages in the console", { skip: NO_CHROMIUM }, () => {
  let browser: Browser;
  let visited: Visit;
  let page: Page;
  /** A vendor that knows the token of the test and no other. */
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
    const admin = await t.person("client_admin", "Ada");
    await service.system.execute("update account set phone_e164 = '+5561988887777' where id = $1", [
      admin.account_id,
    ]);
    browser = await openBrowser();
    visited = await visit(browser, base_url);
    page = visited.page;
    await signIn(page, admin.email, TEST_PASSWORD);
    await page.goto("/settings/messages");
  });
  after(async () => {
    await browser?.close();
    vendor.closeAllConnections();
    vendor.close();
  });

  test("begin with nobody sending texts, and e-mail kept here", async () => {
    await page.getByText("Nobody sends them, so codes cannot be asked for.").waitFor();
    assert.equal(await page.getByRole("button", { name: "Test Text messages" }).isDisabled(), true);
    assert.deepEqual(await violationsOf(page), []);
  });

  test("go through an account whose token turns out to be wrong, and the log says so", async () => {
    await page.getByRole("button", { name: "Change Text messages" }).click();
    await opened(page);
    // What the service refuses is shown at its fields.
    await field("Account").fill("AC0123456789abcdef0123456789abcdef");
    await field("Sender").fill("!");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Is needed, again when account or address change.").waitFor();
    await page.getByText(/Must be a number such as/).waitFor();
    await field("Sender").fill("+15005550006");
    await field("Token").fill("not-the-right-token");
    await field("Address of the service").fill(`http://127.0.0.1:${(vendor.address() as AddressInfo).port}`);
    assert.deepEqual(await violationsOf(page), []);
    await page.getByRole("button", { name: "Save" }).click();
    await toast("Saved. Send a test");
    await page.getByRole("button", { name: "Test Text messages" }).click();
    await toast("The vendor does not accept the account or its token (error 20003).");
    await page.getByRole("list", { name: "Messages" }).getByText("Failed").waitFor();
  });

  test("go out with the right one, which is known again by its end and shown nowhere", async () => {
    await page.getByRole("button", { name: "Change Text messages" }).click();
    await page.getByText("One is kept that ends in oken; empty leaves it as it is.").waitFor();
    await opened(page);
    await field("Token").fill(TOKEN);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Test Text messages" }).click();
    await toast("Look at your phone or mailbox.");
    await page.getByRole("list", { name: "Messages" }).getByText("Sent").waitFor();
    assert.ok(!(await page.content()).includes(TOKEN));
  });

  test("are found by their state, and e-mail that is kept can be read with its link", async () => {
    await page.getByRole("button", { name: "Test E-mail" }).click();
    await toast("It is in the list below.");
    const person = await t.person("employee");
    await service.http("POST", "/api/v1/user/password/forgot", { email: person.email });
    await page.getByRole("radiogroup", { name: "State of the messages" }).getByText("Kept here").click();
    const list = page.getByRole("list", { name: "Messages" });
    await list.getByText("Set a new password").click();
    await list.getByText(/reset-password\?token=/).waitFor();
    await list.getByText("Failed").waitFor({ state: "detached" });
    assert.deepEqual(await violationsOf(page), []);
    assert.deepEqual(visited.broken, []);
  });
});
