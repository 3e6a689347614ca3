/** The service stops with whoever started it: port and data folder are free again, and the database is down. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { freePort } from "../support/ports.ts";
import { until } from "../support/until.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");

test("npm that is told to stop stops the service, although it tells only the shell between them", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "packhorse-stop-"));
  after(() => rm(folder, { recursive: true, force: true }));
  const port = await freePort();
  const ready = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
  const running = async () => (await readdir(path.join(folder, "postgres"))).includes("postmaster.pid");
  // As npm does it; what follows the service keeps the shell from becoming the service.
  const shell = spawn("sh", ["-c", `"${process.execPath}" packhorse.js; true`], {
    cwd: ROOT,
    stdio: ["ignore", "ignore", "inherit"],
    detached: true,
    env: {
      ...process.env,
      npm_lifecycle_event: "start",
      PORT: String(port),
      HOST: "127.0.0.1",
      DATA_DIR: folder,
      DATABASE_URL: "",
      DEMO: "0",
      MQTT_PORT: "0",
      LOG_LEVEL: "silent",
    },
  });
  after(() => {
    // Whoever is left of the group, when it did not stop by itself.
    try {
      process.kill(-(shell.pid ?? 0), "SIGKILL");
    } catch {}
  });
  await until("a service that is ready", () => {
    assert(shell.exitCode === null, "The service ended instead of starting.");
    return ready();
  });
  assert.equal(await running(), true);
  shell.kill("SIGTERM");
  await until("a database that is down", async () => !(await running()));
  await until("a port that is free", async () => !(await ready()));
});
