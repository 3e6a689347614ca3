/** Every page that a manifest of the console declares opens: with a heading, without an uncaught exception. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import {
  NO_CHROMIUM,
  openBrowser,
  openByRail,
  type Visit,
  visit,
  waitForDialog,
} from "#tests/support/browser.ts";
import { testService } from "#tests/support/service.ts";
import { findManifests } from "../../console/find-manifests.ts";

const service = await testService({ console: true });
const business = await service.business();

const manifests = (await findManifests()).map(({ manifest }) => manifest);
const insidePages = manifests.flatMap(({ pages }) => Object.entries(pages));
const publicPages = manifests.flatMap(({ public_pages }) => Object.entries(public_pages));
const sections = manifests.flatMap(({ settings }) => settings);

describe("pages of the console", { skip: NO_CHROMIUM }, () => {
  let browser: Browser;
  let base_url = "";
  let parameters: Record<string, string> = {};
  let admin: Visit;

  before(async () => {
    base_url = await service.app.listen({ port: 0, host: "127.0.0.1" });
    const { id, tracking_number } = await business.order();
    parameters = {
      order_id: String(id),
      number: tracking_number,
      driver_id: String((await business.driver()).id),
      contractor_id: String((await business.contractor()).id),
    };
    browser = await openBrowser({ maps: true });
    admin = await visit(browser, base_url, { maps: true, as: await business.person("client_admin") });
    await admin.page.goto("/");
    await admin.page.getByRole("heading", { name: "Today", level: 1 }).waitFor();
  });
  after(async () => {
    await browser?.close();
  });

  /** What a parameter has no row for shows that it is not found, which is a page as well. */
  const fill = (address: string) => address.replaceAll(/\$(\w+)/g, (_, name) => parameters[name] ?? "1");

  /** Opens an address as a link does, without loading the console again; the heading of the page before is marked. */
  async function open(page: Page, address: string): Promise<void> {
    await page.evaluate(`document.querySelector("h1")?.setAttribute("data-before", "");
      history.pushState({}, "", ${JSON.stringify(fill(address))})`);
  }

  async function assertOpened({ page, broken }: Visit, address: string): Promise<void> {
    await page.getByRole("status", { name: "Loading" }).first().waitFor({ state: "detached" });
    assert.deepEqual(broken, [], address);
    const text = await page.locator("main").first().innerText();
    assert.doesNotMatch(text, /There is no such (page|setting)|did not load/, address);
  }

  test("an administrator opens every page and every section of the settings", async () => {
    for (const [address, page] of insidePages) {
      if ("redirect" in page || address.endsWith("/$section")) continue;
      await open(admin.page, address);
      await admin.page
        .locator("h1:not([data-before])")
        .first()
        .waitFor()
        .catch((error) => assert.fail(`${address}: ${(error as Error).message}`));
      await assertOpened(admin, address);
    }
    for (const { id, label } of sections) {
      await open(admin.page, `/settings/${id}`);
      await admin.page.getByRole("heading", { level: 1, name: label, exact: true }).waitFor();
      await assertOpened(admin, id);
    }
  });

  test("an address that leads to another one does so", async () => {
    for (const [address, page] of insidePages) {
      if (!("redirect" in page)) continue;
      await open(admin.page, address);
      await admin.page.waitForURL(`**${page.redirect}`);
    }
  });

  test("anybody opens the public pages", async () => {
    const made = await visit(browser, base_url);
    for (const [address] of publicPages) {
      await made.page.goto(fill(address));
      await made.page.getByRole("heading", { level: 1 }).first().waitFor();
      await assertOpened(made, address);
    }
  });

  test("the palette leads to a page, a section of the settings and what a command names", async () => {
    const { page } = admin;
    for (const [text, name, address] of [
      ["rout", "Routes Page", "/routes"],
      ["skil", "Skills Page", "/skills"],
      ["toke", "API tokens Settings", "/settings/tokens"],
      ["on hold", "Orders on hold Command", "/orders?status=*HOLD*"],
    ] as const) {
      await page.keyboard.press("/");
      await page.getByRole("combobox", { name: "Search orders, pages and actions" }).fill(text);
      await page.getByRole("option", { name }).click();
      await page.waitForURL(`**${address}`);
    }
  });

  test("a form shows an error of the service at its field, and asks before it closes unsaved", async () => {
    const { page } = admin;
    await open(page, "/skills");
    await page.getByRole("button", { name: "New skill" }).click();
    const drawer = await waitForDialog(page, "New skill");
    await drawer.getByLabel("Name").fill("Tail lift");
    await drawer.getByLabel("Code").fill("Tail lift!");
    await drawer.getByRole("button", { name: "Create skill" }).click();
    const code = drawer.getByRole("textbox", { name: "Code" });
    await drawer.locator("[aria-invalid=true]").waitFor();
    assert.equal(await code.getAttribute("aria-invalid"), "true");
    assert.equal(await drawer.getByRole("alert").count(), 0, "the error is at its field alone");
    await page.keyboard.press("Escape");
    await drawer.getByRole("alert").getByText("Close without saving?").waitFor();
    await drawer.getByRole("button", { name: "Keep editing" }).click();
    await code.fill("tail-lift");
    await drawer.getByRole("button", { name: "Create skill" }).click();
    await drawer.waitFor({ state: "detached" });
    await page.getByText("tail-lift").waitFor();
  });

  test("a page with unsaved changes asks before it is left", async () => {
    const { page } = admin;
    await open(page, "/settings/business");
    await page.getByLabel("Language").fill("de-BR");
    const leave = () => openByRail(page, "Orders");
    await leave();
    await page.getByRole("button", { name: "Keep editing" }).click();
    assert.match(page.url(), /business$/);
    assert.equal(await page.getByLabel("Language").inputValue(), "de-BR");
    await leave();
    await page.getByRole("button", { name: "Leave without saving" }).click();
    await page.waitForURL("**/orders");
  });
});
