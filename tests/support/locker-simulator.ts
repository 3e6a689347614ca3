/** Simulated lockers as a separate process, `npm run demo:locker`, between a running service and a test. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after } from "node:test";
import type { Flash } from "#locker-protocol/firmware/device-state.ts";
import type { ScreenState } from "#locker-protocol/screen.ts";
import { until } from "./until.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");

export interface LockerSimulator {
  /** Of its port; another one after each start. */
  base(): string;
  /** A line of the prompt. */
  command(line: string): Promise<string>;
  /** What the firmware answers to the screen of a kiosk; undefined where the process ended meanwhile. */
  post(serial: string, address: string, body?: object): Promise<ScreenState | undefined>;
  /** What survives the power of a device, as it is stored now. */
  readFlash(serial: string): Promise<Flash>;
  kill(): Promise<void>;
  start(): Promise<void>;
  /** What another one with the same folder says, which is to end by itself. */
  startAnother(): Promise<string>;
}

/** Nobody stands before its doors: tests put, take and close. */
export async function startLockerSimulator(
  service_url: string,
  serials: readonly string[],
  options: readonly string[] = [],
): Promise<LockerSimulator> {
  const folder = await mkdtemp(path.join(tmpdir(), "packhorse-lockers-"));
  let base = "";
  let child: ReturnType<typeof launch> | undefined;
  after(async () => {
    await kill();
    await rm(folder, { recursive: true, force: true });
  });

  function launch() {
    return spawn(
      process.execPath,
      [
        "scripts/demo-locker.ts",
        ...["--url", service_url, "--folder", folder, "--port", "0", "--poll", "0.2", "--no-people"],
        ...serials.flatMap((serial) => ["--locker", serial]),
        ...options,
      ],
      { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] },
    );
  }

  async function start(): Promise<void> {
    const started = launch();
    child = started;
    let output = "";
    for (const stream of [started.stdout, started.stderr])
      stream.on("data", (bytes: Buffer) => {
        output += bytes;
      });
    base = await until("the port of the simulator", () => {
      assert.equal(started.exitCode, null, `The simulator ended: ${output}`);
      return /(http:\/\/127\.0\.0\.1:\d+)\//.exec(output)?.[1] ?? "";
    });
  }

  async function kill(): Promise<void> {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  }

  async function startAnother(): Promise<string> {
    const another = launch();
    let output = "";
    another.stderr.on("data", (bytes: Buffer) => {
      output += bytes;
    });
    const [code] = await once(another, "close");
    assert.equal(code, 1, output);
    return output;
  }

  const send = (address: string, body: object) =>
    fetch(`${base}${address}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });

  await start();
  return {
    base: () => base,
    async command(line) {
      const answer = await send("/commands", { command: line });
      const { message } = (await answer.json()) as { message: string };
      assert.equal(answer.status, 200, message);
      return message;
    },
    async post(serial, address, body = {}) {
      const answer = await send(`/${serial}/${address}`, body).catch(() => undefined);
      const state = (await answer?.json().catch(() => undefined)) as ScreenState | undefined;
      if (answer === undefined || state === undefined) return undefined;
      assert.equal(answer.status, 200, JSON.stringify(state));
      return state;
    },
    readFlash: async (serial) =>
      JSON.parse(await readFile(path.join(folder, serial, "flash.json"), "utf8")) as Flash,
    kill,
    start,
    startAnother,
  };
}
