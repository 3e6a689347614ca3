/**
 * On a phone nothing is clipped: no page scrolls horizontally, no word is broken and no button is truncated.
 */
import { after, before, describe, test } from "node:test";
import type { Browser } from "playwright-core";
import { NO_CHROMIUM, openBrowser, type Visit, visit } from "#tests/support/browser.ts";
import { TEST_PASSWORD, testService } from "#tests/support/service.ts";
import { eventually } from "#tests/support/until.ts";

const service = await testService({ console: true });
const business = await service.business();

describe("the console on a phone", { skip: NO_CHROMIUM }, () => {
  let browser: Browser;
  let visited: Visit;

  before(async () => {
    const base_url = await service.app.listen({ port: 0, host: "127.0.0.1" });
    browser = await openBrowser();
    const admin = await business.person("client_admin");
    visited = await visit(browser, base_url, {
      as: admin,
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
    });
    // Another sign-in, which can be revoked from this one.
    await service.http("POST", "/api/v1/user/login", { email: admin.email, password: TEST_PASSWORD });
    await business.customer();
  });
  after(() => browser?.close());

  for (const [path, expected_text] of [
    ["/employees", "Administrator"],
    ["/settings/reasons", "Try again"],
    ["/customers", "Standard"],
    ["/settings/tokens", "Revoke"],
  ] as const) {
    test(`${path} fits the screen`, async () => {
      const { page } = visited;
      await page.goto(path);
      await page.getByText(expected_text, { exact: true }).first().waitFor();
      await eventually<unknown>(() => page.evaluate(CUT), []);
    });
  }
});

/** Elements of the page that do not fit. Addresses and codes, which have no spaces, may break. */
const CUT = `(() => {
  const cut = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) cut.push("the page is " + root.scrollWidth + " wide");
  for (const label of document.querySelectorAll("main button *"))
    if (label.scrollWidth > label.clientWidth + 1 && label.textContent) cut.push("button " + label.textContent);
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    for (const { 0: word, index } of text.data.matchAll(/[\\p{L}]+(?=\\s|$)/gu)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (range.getClientRects().length > 1) cut.push("word " + word);
    }
  }
  return cut;
})()`;
