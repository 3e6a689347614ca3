/**
 * Chromium for the browser tests and for the screenshots of the documentation: the installed one, never a
 * download. Requests to other hosts are blocked, so that a page looks the same on every machine.
 */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import path from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import {
  type Browser,
  type BrowserContextOptions,
  type BrowserServer,
  chromium,
  type Locator,
  type Page,
} from "playwright-core";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** Path of the installed Chromium; undefined when there is none. */
export function findChromium(): string | undefined {
  const folders = ["/usr/bin", ...(process.env["PATH"] ?? "").split(path.delimiter).filter(Boolean)];
  return NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name))).find((file) =>
    existsSync(file),
  );
}

/** Why tests of the console cannot run here; false when they can. */
export const NO_CHROMIUM: string | false =
  findChromium() === undefined
    ? `There is no Chromium on this machine (looked for ${NAMES.join(", ")}).`
    : false;

/** Address of a browser that all journeys of a test run share, each in its own contexts; set by `npm test`. */
const SHARED_BROWSER = "PACKHORSE_TEST_BROWSER";

/** A browser that the caller closes; closing the shared one only ends the connection and its contexts. */
export function openBrowser(): Promise<Browser> {
  const shared = process.env[SHARED_BROWSER];
  return shared === undefined ? chromium.launch(launchOptions()) : chromium.connect(shared);
}

/** Starts the browser to which journeys connect by the address in `PACKHORSE_TEST_BROWSER`. */
export function launchBrowserServer(): Promise<BrowserServer> {
  return chromium.launchServer(launchOptions());
}

function launchOptions() {
  const executablePath = findChromium();
  assert(executablePath !== undefined, "There is no Chromium on this machine.");
  return {
    executablePath,
    // The first is required for root; the second renders maps without a graphics card.
    args: [
      "--no-sandbox",
      "--use-angle=swiftshader",
      "--enable-unsafe-swiftshader",
      "--font-render-hinting=none",
    ],
  };
}

export interface Visit {
  page: Page;
  /** Uncaught exceptions of the page. */
  broken: string[];
}

/** A browser context with storage of its own, for a service that listens at `base_url`. */
export async function visit(
  browser: Browser,
  base_url: string,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({
    baseURL: base_url,
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    timezoneId: "America/Sao_Paulo",
    reducedMotion: "reduce",
    ...options,
  });
  context.setDefaultTimeout(60_000);
  await context.route(
    (url) => url.origin !== base_url && url.protocol.startsWith("http"),
    (route) => route.abort(),
  );
  const page = await context.newPage();
  const broken: string[] = [];
  page.on("pageerror", (error) => broken.push(error.stack ?? error.message));
  return { page, broken };
}

/** Sign in through the form, and wait for the page that the console opens. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  // The rail, or the tabs on a phone; not the pagination of lists.
  await page.getByRole("navigation", { name: "Pages" }).first().waitFor();
}

/** The open dialog, after it has received the focus: earlier typing would go to another element. */
export async function waitForDialog(page: Page, name: string | RegExp = /./): Promise<Locator> {
  const dialog = page.getByRole("dialog", { name });
  await dialog.locator(":focus").first().waitFor();
  return dialog;
}

/** Violations of WCAG 2.2 A and AA and of best practices, as text, after the page has loaded. */
export async function findViolations(page: Page): Promise<string[]> {
  await page.getByRole("status", { name: "Loading" }).first().waitFor({ state: "detached" });
  await page.locator(".map-holder:not(:has(canvas))").first().waitFor({ state: "detached" });
  // Without legacy mode each check opens another page to join the results of frames, which the console has not.
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ["violations"] })
    .setLegacyMode()
    .analyze();
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes.map(({ html, any }) => `    ${html.slice(0, 300)} ${any[0]?.message ?? ""}`).join("\n")}`,
  );
}
