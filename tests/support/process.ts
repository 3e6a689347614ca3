/**
 * Services as separate processes, started as by `npm start`; each is ended after the tests if it still runs.
 */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { after } from "node:test";
import { freePort } from "./ports.ts";
import { until } from "./until.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");

export interface ServiceProcess {
  base: string;
  port: number;
  child: ChildProcess;
  /** Its output so far, stdout and stderr. */
  output(): string;
  /** Status of `/readyz`; 0 while nothing responds. */
  readiness(): Promise<number>;
  untilReady(): Promise<void>;
  /** Its exit code, or the signal that ended it. */
  ended(): Promise<number | string>;
  stop(): Promise<void>;
}

/** A service that listens on a free port; `env` overrides settings that silence and isolate it. */
export async function startProcess(
  env: Record<string, string>,
  file = "packhorse.js",
): Promise<ServiceProcess> {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  let written = "";
  const child = spawn(process.execPath, [file], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      npm_lifecycle_event: "",
      NODE_ENV: "",
      PORT: String(port),
      HOST: "127.0.0.1",
      DATABASE_URL: "",
      SECRET_KEY: "a key of the tests",
      DEMO: "0",
      MQTT_PORT: "0",
      LOG_LEVEL: "warn",
      ...env,
    },
  });
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (bytes: Buffer) => {
      written += bytes;
    });
  const exited = once(child, "exit") as Promise<[number | null, string | null]>;
  const ended = async () => {
    const [code, signal] = await exited;
    return code ?? signal ?? "";
  };
  const running = () => child.exitCode === null && child.signalCode === null;
  after(async () => {
    if (!running()) return;
    child.kill("SIGKILL");
    await exited;
  });
  const readiness = () =>
    fetch(`${base}/readyz`).then(
      ({ status }) => status,
      () => 0,
    );
  return {
    base,
    port,
    child,
    output: () => written,
    readiness,
    async untilReady() {
      await until(
        "a service that is ready",
        () => {
          assert(running(), `The service ended instead of starting: ${written}`);
          return readiness();
        },
        (status) => status === 200,
      );
    },
    ended,
    async stop() {
      if (running()) child.kill("SIGTERM");
      await exited;
    },
  };
}
