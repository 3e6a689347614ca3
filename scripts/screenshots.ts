/**
 * `npm run screenshots`: starts the product on an empty data folder, plays half of the demo day through it, and
 * takes the pictures of docs/images with the machine's Chromium. The maps are those of a machine without a network.
 */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { openBrowser, signIn, visit } from "#tests/support/browser.ts";
import { drive } from "./drive/drive.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
const IMAGES = path.join(ROOT, "docs/images");
const EMAIL = "dispatch@rounds.example";
const ADMIN = "admin@rounds.example";
/** Orders of the next day that a contractor holds in its picture. */
const HANDED_OVER = 24;
const PASSWORD = "packhorse-demo";
/** Share of the day's orders that is delivered in the pictures of a day under way. */
const DRIVEN = 0.55;
/** Pixels of the wheel. */
const ZOOM = 1040;

const folder = await mkdtemp(path.join(tmpdir(), "packhorse-pictures-"));
const port = await freePort();
const base_url = `http://localhost:${port}`;
const product = spawn(process.execPath, ["packhorse.js"], {
  cwd: ROOT,
  stdio: ["ignore", "pipe", "inherit"],
  env: {
    ...process.env,
    DATA_DIR: folder,
    PORT: String(port),
    MQTT_PORT: "0",
    DATABASE_URL: "",
    DEMO_DAY: "2",
    LOG_LEVEL: "warn",
  },
});
let browser: Browser | undefined;
try {
  await printed(product, "Sign in at");
  browser = await openBrowser();
  await takeAll(browser);
} finally {
  await browser?.close();
  const gone = once(product, "exit");
  if (product.exitCode === null) {
    product.kill("SIGTERM");
    await gone;
  }
  await rm(folder, { recursive: true, force: true });
}

async function takeAll(open: Browser): Promise<void> {
  await mkdir(IMAGES, { recursive: true });
  const call = await signedIn(EMAIL);
  const { business } = await call<{ business: { time_zone: string } }>("GET", "/api/v1/user/me");
  const date = new Intl.DateTimeFormat("en-CA", { timeZone: business.time_zone }).format(new Date());

  const { plan_run_id } = await call<{ plan_run_id: number }>("POST", "/api/v3/client/build-route", {
    date,
    async: true,
    time_limit_s: 20,
  });
  for (let state = "QUEUED"; state !== "COMPLETED"; await wait(250)) {
    const { plan_run } = await call<{ plan_run: { state: string; failure: string | null } }>(
      "GET",
      `/api/v1/client/plan-runs/${plan_run_id}`,
    );
    assert(!["FAILED", "CANCELLED"].includes(plan_run.state), plan_run.failure ?? plan_run.state);
    state = plan_run.state;
  }

  const light = await person(open, { colorScheme: "light" });
  const dark = await person(open, { colorScheme: "dark" });
  for (const [page, name] of [
    [light, "plan.png"],
    [dark, "plan-dark.png"],
  ] as const) {
    await page.goto("/plan");
    await page.getByRole("button", { name: /^Release \d/ }).waitFor();
    await lookCloser(page);
    await take(page, name);
  }

  await call("POST", "/api/v1/client/routes/release", { date });
  const { total } = await call<{ total: number }>(
    "GET",
    `/api/v1/client/orders?date_from=${date}&date_to=${date}&per_page=1`,
  );
  let resolved = 0;
  await drive({
    base_url,
    date,
    password: PASSWORD,
    drivers: Array.from({ length: 40 }, (_, index) => `driver${index + 1}@rounds.example`),
    speed: Number.POSITIVE_INFINITY,
    failing: 0.02,
    stopped: () => resolved >= total * DRIVEN,
    onProgress: ({ delivered, failed }) => {
      resolved = delivered + failed;
    },
  });

  await light.goto("/");
  await light.getByRole("heading", { name: "Orders by status" }).waitFor();
  await take(light, "today.png");
  await light.goto(`/orders?from=${date}&to=${date}`);
  await light.getByRole("table", { name: "Orders" }).waitFor();
  await take(light, "orders.png");
  await light.goto("/drivers");
  await light.getByRole("table", { name: "Drivers" }).waitFor();
  await light.locator(".map-pin.driver").first().waitFor();
  await take(light, "drivers.png");

  const admin = await person(open, { colorScheme: "light" }, ADMIN);
  await admin.goto(`/contractors/${await contractor(date)}`);
  await admin.getByRole("button", { name: "The day after" }).click();
  await take(admin, "contractor.png");
  await admin.goto("/otep");
  await admin
    .getByRole("status", { name: "Verdict" })
    .getByText(/^Conforms/)
    .waitFor();
  await take(admin, "playground.png");

  const { orders } = await call<{ orders: { tracking_number: string }[] }>(
    "GET",
    `/api/v1/client/orders?status=DELIVERED&date_from=${date}&date_to=${date}&per_page=1`,
  );
  const { page: phone } = await visit(open, base_url, {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    colorScheme: "light",
  });
  await phone.goto(`/track/${orders[0]?.tracking_number}`);
  await phone.getByRole("heading", { name: "Delivered" }).waitFor();
  await phone.getByRole("img", { name: /taken at the hand-over/ }).scrollIntoViewIfNeeded();
  await phone.evaluate("scrollTo(0, 0)");
  await take(phone, "tracking.png");
}

/** A contractor with drivers, rules, and orders of the day after this one in its hands. */
async function contractor(today: string): Promise<number> {
  const call = await signedIn(ADMIN);
  const next = new Date(`${today}T12:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  const date = next.toISOString().slice(0, 10);
  const { contractors } = await call<{ contractors: { id: number; people: { broker_id: number }[] }[] }>(
    "GET",
    "/api/v1/client/contractors",
  );
  const one = contractors[0];
  assert(one !== undefined, "The demo has no contractor.");
  const { drivers } = await call<{ drivers: { id: number }[] }>("GET", "/api/v1/client/drivers?per_page=200");
  for (const { id } of drivers.slice(-2)) {
    await call("PATCH", `/api/v1/client/drivers/${id}`, { contractor_id: one.id });
  }
  await call("PATCH", `/api/v1/client/contractors/${one.id}`, {
    rules: [
      { name: "Asa Norte", postcode_prefixes: ["707", "708"], types: ["D"], capacity_per_day: 60 },
      { name: "Weekends", weekdays: [6, 7], capacity_per_day: 100 },
    ],
  });
  const { orders } = await call<{ orders: { id: number }[] }>(
    "GET",
    `/api/v1/client/orders?date_from=${date}&date_to=${date}&per_page=${HANDED_OVER}`,
  );
  await call("POST", "/api/v1/broker-order-assignments", {
    order_ids: orders.map(({ id }) => id),
    broker_id: one.people[0]?.broker_id,
  });
  return one.id;
}

async function person(open: Browser, options: BrowserContextOptions, email = EMAIL): Promise<Page> {
  const { page } = await visit(open, base_url, options);
  await signIn(page, email, PASSWORD);
  return page;
}

/** A few far stops make the city small: nearer to where most of them are. */
async function lookCloser(page: Page): Promise<void> {
  const depot = page.locator(".map-pin.depot");
  await atRest(page);
  await depot.hover();
  await page.mouse.wheel(0, -ZOOM);
  await page.getByRole("heading", { name: "Plan" }).hover();
  await atRest(page);
}

async function take(page: Page, name: string): Promise<void> {
  const picture = await atRest(page);
  await writeFile(path.join(IMAGES, name), picture);
  console.log(`${name}: ${Math.round(picture.length / 1000)} kB`);
}

/** A picture of the page at rest: taken again until nothing of it moves. */
async function atRest(page: Page): Promise<Buffer> {
  await page.getByRole("status", { name: "Loading" }).first().waitFor({ state: "detached" });
  let last: Buffer = Buffer.alloc(0);
  for (let tries = 0; tries < 40; tries += 1) {
    const picture = await page.screenshot({ animations: "disabled", caret: "hide" });
    if (picture.equals(last)) return picture;
    last = picture;
    await wait(700);
  }
  assert.fail(`${page.url()} does not come to rest.`);
}

async function signedIn(email: string) {
  let token = "";
  const call = async <T>(method: string, address: string, body?: object): Promise<T> => {
    const answer = await fetch(base_url + address, {
      method,
      headers: {
        "content-type": "application/json",
        ...(token === "" ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const document = (await answer.json()) as T & { message?: string };
    assert(answer.ok, `${method} ${address} answered ${answer.status}: ${document.message}`);
    return document;
  };
  ({ access_token: token } = await call<{ access_token: string }>("POST", "/api/v1/user/login", {
    email,
    password: PASSWORD,
  }));
  return call;
}

/** Until the product printed these words; its end before that is a failure. */
async function printed(child: ChildProcess, words: string): Promise<void> {
  let text = "";
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on("data", (chunk) => {
      text += String(chunk);
      if (text.includes(words)) resolve();
    });
    child.once("exit", () => reject(new Error(`The product ended early:\n${text}`)));
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  assert(address !== null && typeof address === "object");
  server.close();
  await once(server, "close");
  return address.port;
}
