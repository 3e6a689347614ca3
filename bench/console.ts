/**
 * What the first visit of a page costs on a slow phone: bytes over the wire, with headers and data, and the time to
 * its largest content, with a processor four times slower than this one and 1.6 Mbit/s.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Browser } from "playwright-core";
import { openBrowser, visit } from "#tests/support/browser.ts";
import { freePort } from "#tests/support/ports.ts";
import { verdict } from "./load.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
const STAFF = { email: "dispatch@rounds.example", password: "packhorse-demo" };
const SLOW = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
const CPU_FACTOR = 4;
const QUIET_MS = 3000;

interface Visited {
  kilobytes: number;
  /** Largest contentful paint. */
  seconds: number;
}

export async function benchConsole(): Promise<boolean> {
  const folder = await mkdtemp(path.join(tmpdir(), "packhorse-console-"));
  const port = await freePort();
  const base_url = `http://localhost:${port}`;
  const child = spawn(process.execPath, ["packhorse.js"], {
    cwd: ROOT,
    stdio: "ignore",
    env: { ...process.env, PORT: String(port), DATA_DIR: folder, MQTT_PORT: "0", LOG_LEVEL: "silent" },
  });
  const browser = await openBrowser({ maps: true });
  try {
    const number = await findNumber(base_url);
    const tracking = await measure(browser, base_url, `/track/${number}`);
    const orders = await measure(browser, base_url, "/orders", STAFF);
    const plan = await measure(browser, base_url, "/plan", STAFF);
    for (const [page, { kilobytes, seconds }] of Object.entries({ tracking, orders, plan }))
      console.log(`  ${page}: ${kilobytes.toFixed(0)} kB, largest content after ${seconds.toFixed(2)} s`);
    return [
      verdict("tracking, bytes / 120 kB", tracking.kilobytes / 120, 1, "at most"),
      verdict("orders, bytes / 300 kB", orders.kilobytes / 300, 1, "at most"),
      verdict("plan, bytes / 700 kB", plan.kilobytes / 700, 1, "at most"),
      verdict("tracking, largest content / 2.5 s", tracking.seconds / 2.5, 1, "at most"),
      verdict("orders, largest content / 4 s", orders.seconds / 4, 1, "at most"),
    ].every(Boolean);
  } finally {
    await browser.close();
    child.kill("SIGTERM");
    await once(child, "exit");
    await rm(folder, { recursive: true, force: true });
  }
}

/** A number of the demo, once there is one. */
async function findNumber(base_url: string): Promise<string> {
  const headers = { "content-type": "application/json" };
  for (;;) {
    const number = await fetch(`${base_url}/api/v1/user/login`, {
      method: "POST",
      headers,
      body: JSON.stringify(STAFF),
    })
      .then(async (answer) => ((await answer.json()) as { access_token: string }).access_token)
      .then((token) =>
        fetch(`${base_url}/api/v1/client/orders?per_page=1`, {
          headers: { authorization: `Bearer ${token}` },
        }),
      )
      .then(async (answer) => (await answer.json()) as { orders?: { tracking_number: string }[] })
      .then(
        ({ orders }) => orders?.[0]?.tracking_number,
        () => undefined,
      );
    if (number !== undefined) return number;
    await wait(200);
  }
}

async function measure(
  browser: Browser,
  base_url: string,
  address: string,
  as?: typeof STAFF,
): Promise<Visited> {
  const { page } = await visit(browser, base_url, {
    viewport: { width: 390, height: 844 },
    maps: true,
    ...(as === undefined ? {} : { as }),
  });
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  await session.send("Network.emulateNetworkConditions", SLOW);
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_FACTOR });
  let bytes = 0;
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.addInitScript(`new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) window.largest_ms = startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });`);
  await page.goto(address);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.waitForLoadState("networkidle");
  await wait(QUIET_MS);
  const largest_ms = (await page.evaluate("window.largest_ms")) as number;
  await page.context().close();
  return { kilobytes: bytes / 1000, seconds: largest_ms / 1000 };
}
