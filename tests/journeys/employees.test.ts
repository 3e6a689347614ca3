/**
 * Employees in the console, in a real browser: invited with a preset, adjusted by the keyboard, and shown in the list, on a
 * desktop and on a phone, light and dark. `SHOTS=<folder>` saves screenshots.
 */
import assert from "node:assert/strict";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import {
  findViolations,
  NO_CHROMIUM,
  openBrowser,
  signIn,
  type Visit,
  visit,
  waitForDialog,
} from "#tests/support/browser.ts";
import { type TestPerson, testService } from "#tests/support/service.ts";

const service = await testService({ console: true });
const business = await service.business();
const SHOTS = process.env["SHOTS"];
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

describe("employees in the console", () => {
  let browser: Browser;
  let base_url = "";
  let admin: TestPerson;
  let page: Page;
  const visits: Visit[] = [];
  let failed = "";
  const step = (name: string, run: () => Promise<void>) =>
    test(name, { skip: NO_CHROMIUM }, async () => {
      assert.equal(failed, "", "an earlier step failed");
      failed = name;
      await run();
      failed = "";
    });
  async function open(of: string, options = {}): Promise<Page> {
    const visitor = await visit(browser, base_url, { as: admin, ...options });
    visits.push(visitor);
    await visitor.page.goto(of);
    return visitor.page;
  }
  const shot = async (of: Page, name: string) => {
    if (SHOTS !== undefined) await of.screenshot({ path: path.join(SHOTS, `${name}.png`) });
  };
  const readAccess = async (name: string) =>
    service.system.row(
      `select role, preset, permissions, permissions_added, permissions_removed from account
        where business_id = $1 and name = $2`,
      [business.id, name],
    );
  const getRow = (of: Page, name: string) =>
    of.getByRole("table", { name: "Employees" }).getByRole("row").filter({ hasText: name });
  const NONE = {
    role: "employee",
    preset: null,
    permissions: [],
    permissions_added: [],
    permissions_removed: [],
  };

  before(async () => {
    if (NO_CHROMIUM) return;
    base_url = await service.app.listen({ port: 0, host: "127.0.0.1" });
    browser = await openBrowser();
    admin = await business.person("client_admin", "Ana");
    page = await open("/employees");
  });
  after(async () => {
    await browser?.close();
  });

  step("somebody is invited as what they do, which is told in words", async () => {
    await page.getByRole("button", { name: "Invite" }).click();
    const drawer = page.getByRole("dialog", { name: "Invite somebody" });
    await drawer.getByLabel("Name").fill("Rita");
    await drawer.getByLabel("E-mail").fill("rita@employees.example");
    await drawer.getByText("Plan, change, assign and run routes.").waitFor();
    await drawer.getByRole("radio", { name: "Finance" }).click();
    await drawer.getByText("As Finance", { exact: true }).waitFor();
    await drawer.getByText("Plan, change, assign and run routes.").waitFor({ state: "detached" });
    assert.deepEqual(await findViolations(page), []);
    await shot(page, "invite-light");
    await drawer.getByRole("button", { name: "Invite" }).click();
    await drawer.waitFor({ state: "detached" });
    await getRow(page, "Rita").getByText("Finance", { exact: true }).waitFor();
    assert.deepEqual(await readAccess("Rita"), { ...NONE, preset: "finance" });
  });

  step(
    "without an e-mail server the invitation is passed on as a link, with which the person signs in",
    async () => {
      const dialog = await waitForDialog(page, "Pass on the invitation");
      await dialog.getByText("Give the link to rita@employees.example yourself").waitFor();
      const link = new URL(await dialog.getByLabel("Invitation link").inputValue());
      assert.deepEqual(await findViolations(page), []);
      await shot(page, "invitation-light");
      await dialog.getByRole("button", { name: "Done" }).click();
      await dialog.waitFor({ state: "detached" });

      const phone = { ...PHONE, colorScheme: "dark" } as const;
      const invited = await visit(browser, base_url, phone);
      visits.push(invited);
      await invited.page.goto(link.pathname + link.search + link.hash);
      await invited.page.getByLabel("New password").fill("a password of Rita");
      await invited.page.getByLabel("Again").fill("a password of Rita");
      await shot(invited.page, "invited-phone-dark");
      await invited.page.getByRole("button", { name: "Set the password" }).click();
      await invited.page.getByRole("button", { name: "Sign in" }).click();
      await signIn(invited.page, "rita@employees.example", "a password of Rita");
      await shot(invited.page, "signed-in-phone-dark");
      // With what changed by it: another version is not saved over.
      await page.reload();
      await getRow(page, "Rita").getByText("Active", { exact: true }).waitFor();
    },
  );

  step("a preset is adjusted with the keyboard, and the differences are shown", async () => {
    await getRow(page, "Rita").click();
    const drawer = page.getByRole("dialog", { name: "Rita" });
    await drawer.getByRole("radio", { name: "Finance" }).focus();
    await page.keyboard.press("ArrowUp");
    await drawer.getByText("As Counter", { exact: true }).waitFor();
    await page.keyboard.press("ArrowDown");
    await drawer.getByText("As Finance", { exact: true }).waitFor();
    await drawer.getByRole("button", { name: "Adjust" }).focus();
    await page.keyboard.press("Enter");
    await drawer.getByLabel("Create, change, hold, assign and cancel orders.").focus();
    await page.keyboard.press("Space");
    await drawer.getByLabel("See and download issued documents.").focus();
    await page.keyboard.press("Space");
    await drawer.getByText("Finance, adjusted: 1 added, 1 removed").waitFor();
    assert.deepEqual(await findViolations(page), []);
    await shot(page, "adjust-light");
    await drawer.getByRole("button", { name: "Save" }).click();
    await drawer.waitFor({ state: "detached" });
    await getRow(page, "Rita").getByText("Finance, adjusted", { exact: true }).waitFor();
    assert.deepEqual(await readAccess("Rita"), {
      ...NONE,
      preset: "finance",
      permissions_added: ["orders:write"],
      permissions_removed: ["documents:read"],
    });
  });

  step("an adjusted preset is the preset again, on a phone in the dark", async () => {
    const phone = await open("/employees", { ...PHONE, colorScheme: "dark" });
    await phone.getByText("Finance, adjusted").waitFor();
    await shot(phone, "list-phone-dark");
    await phone.getByText("Rita", { exact: true }).click();
    const drawer = phone.getByRole("dialog", { name: "Rita" });
    await drawer.getByText("Removed", { exact: true }).scrollIntoViewIfNeeded();
    await drawer.getByRole("listitem").filter({ hasText: "Create, change, hold" }).waitFor();
    await shot(phone, "words-phone-dark");
    await drawer.getByRole("button", { name: "Adjust" }).click();
    await drawer.getByText("Removed", { exact: true }).scrollIntoViewIfNeeded();
    await shot(phone, "adjust-phone-dark");
    assert.ok(await phone.evaluate("document.documentElement.scrollWidth <= innerWidth"));
    assert.deepEqual(await findViolations(phone), []);
    await drawer.getByRole("button", { name: "As Finance again" }).click();
    await drawer.getByRole("button", { name: "Save" }).click();
    await drawer.waitFor({ state: "detached" });
    await phone.getByText("Finance", { exact: true }).waitFor();
    assert.deepEqual(await readAccess("Rita"), { ...NONE, preset: "finance" });
  });

  step("an own selection needs one permission, and an administrator needs none", async () => {
    await page.reload();
    await getRow(page, "Rita").click();
    const drawer = page.getByRole("dialog", { name: "Rita" });
    await drawer.getByRole("radio", { name: "Own selection" }).click();
    await drawer.getByText(/^\d+ chosen$/).waitFor();
    const checked = drawer.getByRole("checkbox", { checked: true });
    for (let remaining = await checked.count(); remaining > 0; remaining -= 1)
      await checked.nth(remaining - 1).uncheck();
    await drawer.getByText("0 chosen").waitFor();
    await drawer.getByRole("button", { name: "Save" }).click();
    await drawer.getByRole("alert").filter({ hasText: "Choose at least one permission." }).waitFor();
    await drawer.getByLabel("See warehouses, their zones and bins, and stock.").check();
    await shot(page, "own-light");
    await drawer.getByRole("button", { name: "Save" }).click();
    await getRow(page, "Rita").getByText("Own selection", { exact: true }).waitFor();
    assert.deepEqual(await readAccess("Rita"), { ...NONE, permissions: ["wms:read"] });

    await getRow(page, "Rita").click();
    await drawer.getByRole("radio", { name: "Administrator" }).click();
    await drawer.getByRole("button", { name: "Adjust" }).waitFor({ state: "detached" });
    await drawer.getByRole("button", { name: "Save" }).click();
    await getRow(page, "Rita").getByText("Administrator", { exact: true }).waitFor();
    assert.deepEqual(await readAccess("Rita"), { ...NONE, role: "client_admin" });
  });

  step("nobody changes what they may do themselves", async () => {
    await getRow(page, "Ana").click();
    const drawer = page.getByRole("dialog", { name: "Ana" });
    await drawer.getByRole("radio", { name: "Administrator" }).and(page.locator(":disabled")).waitFor();
    await drawer.getByRole("button", { name: "Discard" }).click();
  });

  step("a token gets scopes one by one, of those that its owner has", async () => {
    await page.goto("/settings/tokens");
    await page.getByRole("button", { name: "New token" }).click();
    const drawer = page.getByRole("dialog", { name: "New token" });
    await drawer.getByLabel("Name").fill("Stock");
    await drawer.getByRole("combobox", { name: "Permissions" }).click();
    const reach = drawer.getByRole("region", { name: "What may it do?" });
    await reach.getByText("It can call no high-risk tool.").waitFor();
    await page.getByRole("option", { name: "Operations, reading and writing" }).click();
    await reach.getByText("high-risk tools").click();
    await reach.getByText("Hold an order").waitFor();
    await drawer.getByRole("combobox", { name: "Permissions" }).click();
    await page.getByRole("option", { name: "Chosen one by one" }).click();
    await reach.getByText("Nothing yet: choose at least one permission.").waitFor();
    await drawer.getByLabel("See warehouses, their zones and bins, and stock.").check();
    await reach.getByText("1 permission in words").waitFor();
    assert.deepEqual(await findViolations(page), []);
    await shot(page, "token-light");
    await drawer.getByRole("button", { name: "Create token" }).click();
    await page.getByRole("dialog", { name: "Your new token" }).waitFor();
    const token_row = await service.system.row(
      "select profile, scopes from access_token where business_id = $1 and name = 'Stock'",
      [business.id],
    );
    assert.deepEqual(token_row, { profile: null, scopes: ["wms:read"] });
  });

  step("no page broke", async () => {
    assert.deepEqual(
      visits.flatMap(({ broken }) => broken),
      [],
    );
  });
});
