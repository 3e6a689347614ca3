/** Cold start of the installed product, with the demo, until its first response, and its idle memory. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, statSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "#tests/support/ports.ts";
import { isUnchanged, SOURCES_FILE } from "../src/bundle.ts";
import { verdict } from "./load.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
/** The targets are in seconds and megabytes; the ratios are relative to them. */
const FIRST_S = 4;
const RESTART_S = 1.5;
const IDLE_MB = 220;

export async function benchStart(): Promise<boolean> {
  buildWhenStale();
  const folder = await mkdtemp(path.join(tmpdir(), "packhorse-start-"));
  try {
    const first = await start(folder);
    const second = await start(folder);
    for (const [name, { seconds, megabytes }] of Object.entries({ "first start": first, restart: second }))
      console.log(`  ${name}: ${seconds.toFixed(2)} s, idle ${megabytes.toFixed(0)} MB`);
    return [
      verdict("first start with the whole demo / 4 s", first.seconds / FIRST_S, 1, "at most"),
      verdict("restart / 1.5 s", second.seconds / RESTART_S, 1, "at most"),
      verdict(
        "idle memory of the service after a restart / 220 MB",
        second.megabytes / IDLE_MB,
        1,
        "at most",
      ),
    ].every(Boolean);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What `npm ci` prepares, without which a start is another one. */
function buildWhenStale(): void {
  const [sources, template, migrations] = [
    `build/service/${SOURCES_FILE}`,
    "build/database.template",
    "migrations/digests.sha256",
  ].map((file) => path.join(ROOT, file)) as [string, string, string];
  const is_current =
    existsSync(sources) &&
    existsSync(template) &&
    statSync(template).mtimeMs > statSync(migrations).mtimeMs &&
    isUnchanged(ROOT, JSON.parse(readFileSync(sources, "utf8")));
  if (is_current) return;
  console.log("  build/ is not of these sources: npm run build:service and build:database run first");
  for (const script of ["build-service", "build-database"])
    execFileSync(process.execPath, [path.join(ROOT, `scripts/${script}.ts`)], { stdio: "ignore" });
}

async function start(folder: string): Promise<{ seconds: number; megabytes: number }> {
  const port = await freePort();
  const began = performance.now();
  const child = spawn(process.execPath, ["packhorse.js"], {
    cwd: ROOT,
    stdio: "ignore",
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: folder,
      DEMO: "1",
      MQTT_PORT: "0",
      LOG_LEVEL: "silent",
    },
  });
  try {
    for (;;) {
      if (child.exitCode !== null) throw new Error("The service ended before it answered.");
      const answered = await fetch(`http://127.0.0.1:${port}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      );
      if (answered) break;
      await wait(10);
    }
    const seconds = (performance.now() - began) / 1000;
    await wait(8000);
    const status = await readFile(`/proc/${child.pid}/status`, "utf8");
    const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0);
    return { seconds, megabytes: kilobytes / 1024 };
  } finally {
    child.kill("SIGTERM");
    await once(child, "exit");
  }
}
