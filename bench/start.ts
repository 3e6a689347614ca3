/** Cold start of the installed product until its first response, and its idle memory. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "#tests/support/ports.ts";
import { verdict } from "./load.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
/** The target is in seconds; the ratio is relative to it. */
const TARGET_S = 3;
const TARGET_MB = 250;

export async function benchStart(): Promise<boolean> {
  const folder = await mkdtemp(path.join(tmpdir(), "packhorse-start-"));
  try {
    const first = await start(folder);
    const second = await start(folder);
    console.log(
      `  first start ${first.seconds.toFixed(2)} s, second start ${second.seconds.toFixed(2)} s, idle ${second.megabytes.toFixed(0)} MB`,
    );
    return [
      verdict("first start (new database) to first answer / 3 s", first.seconds / TARGET_S, 1, "at most"),
      verdict("second start to first answer / 3 s", second.seconds / TARGET_S, 1, "at most"),
      verdict("idle memory of the service / 250 MB", second.megabytes / TARGET_MB, 1, "at most"),
    ].every(Boolean);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
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
      DEMO: "0",
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
