/** The language of the console and of the public tracking, in a real browser: chosen, kept, and used for messages. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { listOutbox } from "#domain/communication/messaging/operations/list-outbox.ts";
import { findViolations, NO_CHROMIUM, openBrowser, type Visit, visit } from "#tests/support/browser.ts";
import { testService } from "#tests/support/service.ts";
import { eventually } from "#tests/support/until.ts";

const service = await testService({ console: true });
const business = await service.business();
const EMAIL = "clara@test.example";

describe("languages of the console", { skip: NO_CHROMIUM }, () => {
  let browser: Browser;
  let base_url = "";
  const visits: Visit[] = [];
  const come = async (locale: string, options: Parameters<typeof visit>[2] = {}): Promise<Page> => {
    const visitor = await visit(browser, base_url, { locale, ...options });
    visits.push(visitor);
    return visitor.page;
  };
  const readLanguage = (page: Page) => page.evaluate("document.documentElement.lang");

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

  test("tracking is in the language of the browser, then in the one that was chosen, and so is its mail", async () => {
    const { tracking_number } = await business.order();
    const page = await come("de-AT");
    await page.goto(`/track/${tracking_number}`);
    await page.getByRole("heading", { name: "Wir erwarten Ihr Paket" }).waitFor();
    await page.getByRole("button", { name: "Sendungsdaten erhalten" }).waitFor();
    await eventually(() => readLanguage(page), "de-AT");
    await eventually(() => page.title(), `Sendung ${tracking_number} · Packhorse`);
    assert.deepEqual(await findViolations(page), []);

    await page.getByRole("button", { name: "Sprache: Deutsch" }).click();
    const portuguese = page.getByRole("menuitemradio", { name: "Português" });
    await portuguese.waitFor();
    await eventually(() => page.getByRole("menuitemradio").count(), 9);
    await portuguese.click();
    await page.getByRole("heading", { name: "Aguardamos a sua encomenda" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Aguardamos a sua encomenda" }).waitFor();
    await eventually(() => readLanguage(page), "pt");

    await page.getByRole("textbox", { name: "E-mail" }).fill(EMAIL);
    await page.getByRole("button", { name: "Enviar código" }).click();
    await page.getByRole("heading", { name: "Digite o código" }).waitFor();
    const { messages } = await business.as("client_admin", "outbox reader")(listOutbox, { recipient: EMAIL });
    assert.deepEqual(
      messages.map(({ subject }) => subject),
      [`Código para acompanhar ${tracking_number}`],
    );
  });

  test("buyers and sellers read their pages in every language, others only in those of the console", async () => {
    const buyer = await come("de-AT");
    await buyer.goto("/claim");
    await buyer.getByRole("heading", { name: "Ihr Artikel im Schließfach" }).waitFor();
    const { person } = await business.customer();
    await service.system.execute("update account set locale = 'ja' where id = $1", [person.account_id]);
    const seller = await come("en-GB", { as: person });
    await seller.goto("/wallet");
    await seller.getByRole("heading", { name: "Wallet" }).first().waitFor();
    await seller.goto("/resale");
    await seller.getByRole("heading", { name: "受け渡し" }).first().waitFor();
    await seller.getByRole("link", { name: "新しい受け渡し" }).first().waitFor();
    await eventually(() => readLanguage(seller), "ja");
  });

  test("the console is in the account's language, and a change of it is kept with the account", async () => {
    const admin = await business.person("client_admin");
    await service.system.execute("update account set locale = 'pt-BR' where id = $1", [admin.account_id]);
    const page = await come("en-GB", { as: admin });
    await page.goto("/warehouses");
    await page.getByRole("heading", { name: "Armazéns" }).waitFor();
    await eventually(() => readLanguage(page), "pt-BR");
    await page.getByRole("button", { name: "client_admin" }).click();
    await page.getByRole("menuitemradio", { name: "English" }).click();
    await page.getByRole("heading", { name: "Warehouses" }).waitFor();
    await eventually(
      () =>
        service.system.row<{ locale: string }>("select locale from account where id = $1", [
          admin.account_id,
        ]),
      { locale: "en" },
    );
    await page.reload();
    await page.getByRole("heading", { name: "Warehouses" }).waitFor();
  });
});
