/**
 * Chromium for the journeys of people and for the pictures of the documentation: the one of the machine, never
 * a download. Nothing outside the service is reached, so that a page looks the same on every machine.
 */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import path from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from "playwright-core";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** Where the machine has a Chromium; undefined when it has none. */
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

export async function openBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  assert(executablePath !== undefined, "There is no Chromium on this machine.");
  return chromium.launch({
    executablePath,
    // Root needs the first; the second draws maps where there is no graphics card.
    args: [
      "--no-sandbox",
      "--use-angle=swiftshader",
      "--enable-unsafe-swiftshader",
      "--font-render-hinting=none",
    ],
  });
}

export interface Visit {
  page: Page;
  /** What broke in the page: exceptions nobody caught. */
  broken: string[];
}

/** A person's browser: storage of its own, on a service that listens at `base_url`. */
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

/** Sign in through the form, and be where the console leads. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  // The rail, or the tabs of a phone; lists have pages too.
  await page.getByRole("navigation", { name: "Pages" }).first().waitFor();
}

/** The dialog that is open, once it has taken the focus: what is typed before goes wherever the focus then goes. */
export async function opened(page: Page, name: string | RegExp = /./): Promise<Locator> {
  const dialog = page.getByRole("dialog", { name });
  await dialog.locator(":focus").first().waitFor();
  return dialog;
}

/** Violations of WCAG 2.2 A and AA and of good practice, as text, once the page is whole. */
export async function violationsOf(page: Page): Promise<string[]> {
  await page.getByRole("status", { name: "Loading" }).first().waitFor({ state: "detached" });
  await page.locator(".map-holder:not(:has(canvas))").first().waitFor({ state: "detached" });
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes.map(({ html, any }) => `    ${html.slice(0, 300)} ${any[0]?.message ?? ""}`).join("\n")}`,
  );
}
