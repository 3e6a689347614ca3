/**
 * A document is checked by somebody without an account, in a real browser of a phone's width: by its file, which is not sent, and by
 * the code on paper. `SHOTS=<folder>` saves screenshots.
 */
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { PDFDocument } from "pdf-lib";
import type { Browser, Page } from "playwright-core";
import { getOrderLabel } from "#domain/carriers/labels/operations/get-order-label.ts";
import { readSignature } from "#signed-pdf/sign.ts";
import { findViolations, NO_CHROMIUM, openBrowser, type Visit, visit } from "#tests/support/browser.ts";
import { testService } from "#tests/support/service.ts";

const service = await testService({ console: true });
const business = await service.business();
const SHOTS = process.env["SHOTS"];

describe("a document", { skip: NO_CHROMIUM }, () => {
  let browser: Browser;
  let checker: Visit;
  let folder = "";
  let base_url = "";
  let code = "";
  const requests: string[] = [];
  const files: Record<"issued" | "saved" | "other", string> = { issued: "", saved: "", other: "" };

  const shot = async (page: Page, name: string) => {
    if (SHOTS === undefined) return;
    for (const scheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.screenshot({ path: path.join(SHOTS, `${name}-${scheme}.png`), fullPage: true });
    }
    await page.emulateMedia({ colorScheme: "light" });
  };
  const choose = (page: Page, file: string) => page.locator("input[type=file]").setInputFiles(file);
  const waitForVerdict = (page: Page, words: string) =>
    page.getByRole("heading", { level: 1, name: words, exact: true }).waitFor();

  before(async () => {
    base_url = await service.app.listen({ port: 0, host: "127.0.0.1" });
    const order = await business.order();
    const answer = await business.as("employee")(getOrderLabel, { order_id: order.id });
    const bytes = Buffer.from(answer.content_base64, "base64");
    code = readSignature(bytes)!.statement.code;
    folder = await mkdtemp(path.join(tmpdir(), "packhorse-documents-"));
    for (const name of ["issued", "saved", "other"] as const) files[name] = path.join(folder, `${name}.pdf`);
    const empty = await PDFDocument.create();
    empty.addPage();
    await Promise.all([
      writeFile(files.issued, bytes),
      writeFile(files.saved, await (await PDFDocument.load(bytes)).save()),
      writeFile(files.other, await empty.save()),
    ]);
    browser = await openBrowser();
    checker = await visit(browser, base_url, { viewport: { width: 390, height: 844 } });
    checker.page.on("request", (request) => requests.push(`${request.url()} ${request.postData() ?? ""}`));
  });
  after(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  test("is checked by its file, which does not leave the browser", async () => {
    const { page } = checker;
    await page.goto(`${base_url}/verify`);
    await page.getByRole("heading", { name: "Check a document" }).waitFor();
    await shot(page, "verify-empty");
    assert.deepEqual(await findViolations(page), []);
    await choose(page, files.issued);
    await waitForVerdict(page, "Authentic");
    await page.getByText("Shipping label", { exact: true }).waitFor();
    await shot(page, "verify-authentic");
    assert.deepEqual(await findViolations(page), []);
    const checks = requests.filter((one) => one.includes("/api/v1/documents/verify"));
    assert.equal(checks.length, 1);
    assert.match(checks[0]!, /"sha256":"[0-9a-f]{64}"/);
    assert.ok(checks[0]!.length < 400 && !checks[0]!.includes("content_base64"), "the hash alone is sent");
  });

  test("saved again, or never issued, it is told apart", async () => {
    const { page } = checker;
    await choose(page, files.saved);
    await waitForVerdict(page, "Saved again");
    await shot(page, "verify-saved-again");
    await choose(page, files.other);
    await waitForVerdict(page, "Unknown");
    assert.deepEqual(await findViolations(page), []);
  });

  test("is checked by the code that its QR code opens, or that somebody types", async () => {
    const { page } = checker;
    await page.goto(`${base_url}/verify/${code}`);
    await waitForVerdict(page, "Valid code");
    await shot(page, "verify-code");
    const field = page.getByLabel("Code");
    await field.fill(`${code.slice(0, -1)}${code.endsWith("0") ? "1" : "0"}`);
    await field.press("Enter");
    await page.getByText("not a complete code").waitFor();
    await field.fill(code.toLowerCase().replaceAll("-", " "));
    await page.getByRole("button", { name: "Check" }).click();
    await waitForVerdict(page, "Valid code");
    assert.deepEqual(await findViolations(page), []);
  });

  test("that its business revokes is withdrawn for whoever checks it", async () => {
    const office = await visit(browser, base_url, { as: await business.person("client_admin", "Ada") });
    const { page } = office;
    await page.goto(`${base_url}/documents`);
    await page.getByText("Shipping label", { exact: true }).first().click();
    await page.getByRole("link", { name: code }).waitFor();
    await shot(page, "documents-drawer");
    assert.deepEqual(await findViolations(page), []);
    await page.getByRole("button", { name: "Revoke", exact: true }).click();
    const dialog = page.getByRole("dialog").filter({ hasText: "Whoever checks it" });
    await dialog.getByRole("button", { name: "Revoke", exact: true }).click();
    await page.getByRole("alert").filter({ hasText: "The document is revoked" }).waitFor();
    await shot(page, "documents-revoked");
    assert.deepEqual(office.broken, []);
    await checker.page.goto(`${base_url}/verify/${code}`);
    await waitForVerdict(checker.page, "Withdrawn");
    await shot(checker.page, "verify-revoked");
  });
});
