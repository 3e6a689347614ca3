/**
 * An app of a client, in the console: shortcuts are reordered by keyboard and by drag, the phone preview and
 * the apps show the new order; a person who registered is approved; the platform uses the kill switch.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { createApp, DEVICE, providing, type TestApp } from "#tests/support/apps.ts";
import { findViolations, NO_CHROMIUM, openBrowser, visit, waitForDialog } from "#tests/support/browser.ts";
import { TEST_PASSWORD, type TestPerson, testService } from "#tests/support/service.ts";
import { eventually } from "#tests/support/until.ts";

const service = await testService({ console: true, operations: [providing()] });
const business = await service.business();

describe("apps in the console", { skip: NO_CHROMIUM }, () => {
  let browser: Browser;
  let base_url = "";
  let app: TestApp;

  before(async () => {
    base_url = await service.app.listen({ port: 0, host: "127.0.0.1" });
    browser = await openBrowser();
    app = await createApp(service, business, {
      client: {
        methods: { registration: true },
        registration: { phone_verification_required: false, requires_approval: true },
      },
    });
  });
  after(async () => {
    await browser?.close();
  });

  async function openAs(person: TestPerson, address: string): Promise<Page> {
    const { page } = await visit(browser, base_url, { as: person });
    await page.goto(address);
    return page;
  }
  const getConfiguration = async () => (await service.http("GET", app.at("/bootstrap"))).body.data;

  test("a client's administrator reorders shortcuts, brands the app and approves a registration", async () => {
    const email = "waits@test.example";
    const registered = await app.post("/registration/complete", {
      name: "Marina Costa",
      email,
      phone: "+5561998765432",
      password: TEST_PASSWORD,
      password_confirmation: TEST_PASSWORD,
      address: "SQN 210",
      city: "Brasília",
      postcode: "70862-030",
      country: "BR",
      ...DEVICE,
    });
    assert.equal(registered.body.status, "pending_review");
    const page = await openAs(await business.person("client_admin"), "/apps");
    const waiting = page.getByRole("list", { name: "Pending registrations" });
    await waiting.getByText("Marina Costa").waitFor();
    assert.deepEqual(await findViolations(page), []);

    // By keyboard: the wallet moves from the last position to the first, and the focus with it.
    await page.getByRole("button", { name: /^Move Wallet/ }).focus();
    await page.keyboard.press("Home");
    await page.getByRole("button", { name: "Move Wallet: 1 of 8" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.getByRole("button", { name: "Move Wallet: 2 of 8" }).waitFor();
    await page.getByText("Wallet is now 2 of 8.").waitFor({ state: "attached" });
    // By drag: payment becomes the first.
    await page
      .getByRole("button", { name: /^Move Pay/ })
      .dragTo(page.getByRole("button", { name: /^Move Send/ }), { steps: 10 } as never);
    await page.getByRole("button", { name: "Move Pay: 1 of 8" }).waitFor();
    await page.getByRole("switch", { name: "Show Lockers" }).press("Space");
    await page.getByLabel("Name", { exact: true }).fill("Café Cerrado");
    const preview = page.getByRole("figure", { name: "Preview of the app" });
    await eventually(
      () => preview.getByRole("listitem").allInnerTexts(),
      ["Pay", "Send", "Wallet", "Return", "Store", "Luggage", "Hand over"],
    );
    await preview.getByText("Café Cerrado").waitFor();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Configuration 2").waitFor();
    const { client, settings } = await getConfiguration();
    assert.equal(client.display_name, "Café Cerrado");
    assert.deepEqual(settings.home.quick_actions, [
      "pay",
      "send",
      "wallet",
      "return",
      "store",
      "luggage",
      "handover",
    ]);

    await waiting.getByRole("button", { name: "Approve" }).click();
    await page.getByText("Nobody waits.", { exact: false }).waitFor();
    assert.equal((await app.signIn(email)).status, 200);
  });

  test("templates: one is the default, an app uses another, and that one cannot be deleted", async () => {
    const page = await openAs(await business.person("client_admin"), "/customer-templates");
    const make = async (name: string, is_default: boolean) => {
      await page.getByRole("button", { name: "New template" }).click();
      const form = await waitForDialog(page, "New template");
      await form.getByLabel("Name").fill(name);
      if (is_default) await form.getByRole("switch", { name: "Default template" }).press("Space");
      await form.getByLabel("Tier").fill("gold");
      await form.getByLabel("Credit limit").fill("12.5");
      await form.getByRole("button", { name: "Create template" }).click();
      await row(name).waitFor();
    };
    const row = (name: string) => page.getByRole("row").filter({ hasText: name });
    await make("Retail", true);
    await make("Wholesale", false);
    await row("Retail").getByText("Apps with none chosen").waitFor();
    await row("Wholesale").getByText("No app").waitFor();
    assert.deepEqual(await findViolations(page), []);

    await page.goto("/apps");
    await page.getByRole("combobox", { name: "Customer template" }).click();
    await page.getByRole("option", { name: "Wholesale" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.", { exact: false }).waitFor();
    await page.getByRole("link", { name: "Customer templates" }).click();
    await row("Wholesale").getByText("Shop").waitFor();
    await row("Wholesale").click();
    const open = page.getByRole("dialog", { name: "Wholesale" });
    await open
      .getByText("It cannot be deleted while Shop starts customers from it.", { exact: false })
      .waitFor();
    await eventually(() => open.getByLabel("Credit limit").inputValue(), "12.5");
    await open.getByRole("switch", { name: "Default template" }).press("Space");
    await open.getByRole("button", { name: "Save" }).click();
    await row("Wholesale").getByText("Shop, apps with none chosen").waitFor();
    await row("Retail").getByText("No app").waitFor();

    await row("Retail").click();
    const unused = page.getByRole("dialog", { name: "Retail" });
    await unused.getByRole("button", { name: "Delete this template…" }).click();
    await unused.getByRole("button", { name: "Delete", exact: true }).click();
    await row("Retail").waitFor({ state: "detached" });
    const { body } = await business.http("client_admin", "GET", "/api/v1/client/customer-templates");
    assert.partialDeepStrictEqual(body.templates, [
      { name: "Wholesale", tier: "gold", credit_limit_minor: 1250, is_default: true, apps: ["Shop"] },
    ]);
  });

  test("a refusal is shown beside its field", async () => {
    const page = await openAs(await business.person("client_admin"), "/apps");
    await page.getByLabel("Oldest supported").fill("one");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByLabel("Oldest supported").and(page.locator("[aria-invalid=true]")).waitFor();
    assert.equal((await getConfiguration()).version_policy.min_supported, null);
  });

  test("a platform administrator disables an app with the kill switch and enables it again", async () => {
    const page = await openAs(await service.platformAdmin(), "/platform-apps");
    await page.getByRole("row").filter({ hasText: app.code }).click();
    await page.getByRole("button", { name: "Kill this app…" }).click();
    await page.getByRole("button", { name: "Kill Shop for 1 client" }).click();
    await page.getByRole("button", { name: "Activate again" }).waitFor();
    assert.equal((await service.http("GET", app.at("/bootstrap"))).status, 403);
    await page.getByRole("button", { name: "Activate again" }).click();
    await page.getByRole("button", { name: "Kill this app…" }).waitFor();
    assert.equal((await service.http("GET", app.at("/bootstrap"))).status, 200);
  });
});
