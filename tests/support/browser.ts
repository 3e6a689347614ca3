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
  type BrowserContext,
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

/** `SLOW=6` makes every page six times slower, to find steps that do not wait for what they need. */
const SLOW = Number(process.env["SLOW"] ?? 1);

/**
 * A browser that the caller closes; closing the shared one only ends the connection and its contexts. One with `maps`
 * is never shared: it composes every page by the program that stands in for a graphics card, which doubles its work.
 */
export function openBrowser({ maps = false }: { maps?: boolean } = {}): Promise<Browser> {
  const shared = maps ? undefined : process.env[SHARED_BROWSER];
  return shared === undefined ? chromium.launch(launchOptions(maps)) : chromium.connect(shared);
}

/** Starts the browser to which journeys connect by the address in `PACKHORSE_TEST_BROWSER`. */
export function launchBrowserServer(): Promise<BrowserServer> {
  return chromium.launchServer(launchOptions(false));
}

function launchOptions(maps: boolean) {
  const executablePath = findChromium();
  assert(executablePath !== undefined, "There is no Chromium on this machine.");
  return {
    executablePath,
    args: [
      // Required for root.
      "--no-sandbox",
      "--font-render-hinting=none",
      // WebGL without a graphics card.
      ...(maps ? ["--use-angle=swiftshader", "--enable-unsafe-swiftshader"] : ["--disable-gpu"]),
    ],
  };
}

export interface Visit {
  page: Page;
  /** Uncaught exceptions of the page. */
  broken: string[];
}

export interface VisitOptions extends BrowserContextOptions {
  /**
   * Draw maps, in a browser that was opened with them. Without a graphics card each takes seconds of every core, so
   * other visits have no WebGL, for which the console lists the places.
   */
  maps?: boolean;
  /** Signed in from the start, by a request for the session cookie; `signIn` goes through the form instead. */
  as?: { email: string; password: string };
}

/** A browser context with storage of its own, for a service that listens at `base_url`. */
export async function visit(
  browser: Browser,
  base_url: string,
  { maps = false, as, ...options }: VisitOptions = {},
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
  if (!maps) await context.addInitScript(WITHOUT_WEBGL);
  await context.route(
    (url) => url.origin !== base_url && url.protocol.startsWith("http"),
    (route) => route.abort(),
  );
  if (as !== undefined) await startSession(context, base_url, as);
  if (SLOW > 1) context.on("page", (page) => void slowDown(context, page));
  const page = await context.newPage();
  const broken: string[] = [];
  page.on("pageerror", (error) => broken.push(error.stack ?? error.message));
  return { page, broken };
}

async function slowDown(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOW });
}

async function startSession(
  context: BrowserContext,
  base_url: string,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const answer = await context.request.post(`${base_url}/api/v1/user/login`, {
    headers: { "x-packhorse-client": "console" },
    data: { email, password },
  });
  assert(answer.ok(), `The sign-in of ${email} answered ${answer.status()}: ${await answer.text()}`);
  // What the console remembers of a session, until it ends.
  const { cookies } = await context.storageState();
  const localStorage = [{ name: "packhorse.signed-in", value: "yes" }];
  await context.setStorageState({ cookies, origins: [{ origin: base_url, localStorage }] });
}

/** As in a browser whose graphics driver has no WebGL. */
const WITHOUT_WEBGL = `{
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
    return kind.startsWith("webgl") ? null : getContext.call(this, kind, ...more);
  };
}`;

/** Sign in through the form, and wait for the page that the console opens. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  // The rail, or the tabs on a phone; not the pagination of lists.
  await page.getByRole("navigation", { name: "Pages" }).first().waitFor();
}

/** Opens a page by the rail: the area, then its page when that is another one. */
export async function openByRail(page: Page, area: string, name = area): Promise<void> {
  const rail = page.getByRole("navigation", { name: "Pages" });
  await rail.getByRole("link", { name: area, exact: true }).click();
  if (name !== area) await rail.getByRole("link", { name, exact: true }).click();
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
  await page.locator(".map-holder:not(:has(canvas, .map-places))").first().waitFor({ state: "detached" });
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
