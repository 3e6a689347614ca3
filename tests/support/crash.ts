/** The service as a separate process with an embedded database; a test ends both by kill -9 during writes. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after } from "node:test";
import pg from "pg";
import { columnTypes } from "#platform/db/connect.ts";
import { attachEmbeddedDatabase } from "#platform/db/embedded/attach.ts";
import { freePort } from "./ports.ts";
import { until } from "./until.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const WRITERS = 6;

export type Victim = "service" | "database" | "both";
/** The processes to kill, in turn. */
export const KILL_TARGETS: readonly Victim[] = ["service", "database", "both"];

/** Number of rounds unless KILL_ROUNDS is set. */
export const getRoundCount = (count: number) => Number(process.env["KILL_ROUNDS"] ?? count);

export interface Answered {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read members of any answer.
  body: any;
  headers: Headers;
  /** Attempts until one got a response: the outcome of those before it is unknown. */
  tries: number;
}

/** Built for each attempt when they depend on its time. */
type HeadersOf = Record<string, string> | (() => Promise<Record<string, string>>);

export interface Killable {
  base: string;
  /** Retries until the response is anything but a server error, as a careful client does. */
  request(method: string, path: string, body?: unknown, headers?: HeadersOf): Promise<Answered>;
  /** Headers for an account of the demo. */
  as(email: string): Promise<Record<string, string>>;
  /** Kills, and resolves when the service responds again. */
  kill(victim: Victim): Promise<void>;
  /**
   * Writers run in parallel; in each round a process is killed as soon as a random number of writes is
   * acknowledged.
   */
  rounds(count: number, write: () => Promise<void>, between?: () => Promise<void>): Promise<void>;
  /** Runs work on the database over a separate connection, which ends with the work, or with the server. */
  beside<T>(work: (client: pg.Client) => Promise<T>): Promise<T>;
  rows<T>(text: string, values?: unknown[]): Promise<T[]>;
}

/** A service on the demo's data; stops itself after the tests. */
export async function killableService(env: Record<string, string> = {}): Promise<Killable> {
  const folder = await mkdtemp(path.join(tmpdir(), "packhorse-kill-"));
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  after(async () => {
    if (child !== undefined && child.exitCode === null && child.signalCode === null) {
      child.kill("SIGTERM");
      await once(child, "exit");
    }
    await rm(folder, { recursive: true, force: true });
  });

  async function start(): Promise<void> {
    child = spawn(process.execPath, ["packhorse.js"], {
      cwd: ROOT,
      stdio: ["ignore", "ignore", "inherit"],
      env: {
        ...process.env,
        PORT: String(port),
        HOST: "127.0.0.1",
        DATA_DIR: folder,
        DATABASE_URL: "",
        DEMO: "1",
        DEMO_DAY: "1",
        MQTT_PORT: "0",
        LOG_LEVEL: "silent",
        ...env,
      },
    });
    await untilReady();
  }

  async function untilReady(): Promise<void> {
    await until("a service that is ready", async () => {
      assert(child?.exitCode === null, "The service ended instead of starting.");
      return fetch(`${base}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      );
    });
  }

  /** The process number of the embedded server; NaN while there is none. */
  const postmaster = () =>
    readFile(path.join(folder, "postgres", "postmaster.pid"), "utf8").then(
      (text) => Number.parseInt(text, 10),
      () => Number.NaN,
    );

  async function askOnce(method: string, path: string, body: unknown, headers: HeadersOf) {
    try {
      const answer = await fetch(`${base}${path}`, {
        method,
        headers: {
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...(typeof headers === "function" ? await headers() : headers),
        },
        ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      });
      if (answer.status >= 500) return undefined;
      return { status: answer.status, body: await answer.json(), headers: answer.headers };
    } catch {
      return undefined;
    }
  }

  const ask: Killable["request"] = async (method, path, body, headers = {}) => {
    let tries = 0;
    const answer = await until(`an answer of ${path}`, () => {
      tries += 1;
      return askOnce(method, path, body, headers);
    });
    assert(answer !== undefined);
    return { ...answer, tries };
  };

  async function kill(victim: Victim): Promise<void> {
    const server = await postmaster();
    if (victim !== "database") {
      assert(child !== undefined);
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      if (victim === "both") process.kill(server, "SIGKILL");
      await ended;
      await start();
      return;
    }
    process.kill(server, "SIGKILL");
    await until("another database server", postmaster, (pid) => !Number.isNaN(pid) && pid !== server);
    await untilReady();
  }

  async function rounds(count: number, write: () => Promise<void>, between = async () => {}): Promise<void> {
    let remaining_count = 0;
    let reached = () => {};
    const acknowledgements = (count: number) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      [remaining_count, reached] = [count, resolve];
      return promise;
    };
    for (let round = 0; round < count; round += 1) {
      let writing = true;
      const due = acknowledgements(1 + Math.floor(Math.random() * 3 * WRITERS));
      const each = Array.from({ length: WRITERS }, async () => {
        while (writing) {
          await write();
          remaining_count -= 1;
          if (remaining_count === 0) reached();
        }
      });
      const writers = Promise.all(each);
      // Reported where it is awaited; until then a running kill has no unhandled rejection.
      writers.catch(() => {});
      try {
        await Promise.race([due, writers]);
        await kill(KILL_TARGETS[round % KILL_TARGETS.length] as Victim);
        await Promise.race([acknowledgements(WRITERS), writers]);
      } finally {
        writing = false;
        await Promise.allSettled(each);
      }
      await writers;
      await between();
    }
  }

  async function beside<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const config = await until("the database", () => attachEmbeddedDatabase(folder));
    assert(config !== null);
    const client = new pg.Client({ ...config, types: columnTypes });
    client.on("error", () => {});
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end().catch(() => {});
    }
  }

  await start();
  return {
    base,
    request: ask,
    kill,
    rounds,
    async as(email) {
      const answer = await until(
        "the demo's people",
        () => ask("POST", "/api/v1/user/login", { email, password: "packhorse-demo" }),
        ({ status }) => status === 200,
      );
      return { authorization: `Bearer ${answer.body.access_token}` };
    },
    beside,
    rows: <T>(text: string, values: unknown[] = []) =>
      beside(async (client) => (await client.query(text, values)).rows as T[]),
  };
}
