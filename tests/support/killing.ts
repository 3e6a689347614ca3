/** The service as a process of its own with an embedded database, both of which a test ends by kill -9 amid writes. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after } from "node:test";
import pg from "pg";
import { attachEmbeddedDatabase } from "#platform/db/embedded/attach.ts";
import { freePort } from "./ports.ts";
import { until } from "./until.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const WRITERS = 6;

export type Victim = "service" | "database" | "both";
/** Whom each round kills, in turn. */
export const VICTIMS: readonly Victim[] = ["service", "database", "both"];

/** So many rounds unless KILL_ROUNDS says otherwise. */
export const roundsOf = (count: number) => Number(process.env["KILL_ROUNDS"] ?? count);

export interface Answered {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read members of any answer.
  body: any;
  headers: Headers;
  /** Requests until one was answered: what became of those before it, nobody knows. */
  tries: number;
}

/** Made anew for each request where they say when it was made. */
type HeadersOf = Record<string, string> | (() => Promise<Record<string, string>>);

export interface Killable {
  base: string;
  /** Sends until it is answered by anything but a failure of the service, as a careful client does. */
  ask(method: string, path: string, body?: unknown, headers?: HeadersOf): Promise<Answered>;
  /** Headers of somebody of the demo. */
  as(email: string): Promise<Record<string, string>>;
  /** Kills, and comes back when the service answers again. */
  kill(victim: Victim): Promise<void>;
  /** Writers write side by side; in each round somebody is killed as soon as a random number is acknowledged. */
  rounds(count: number, write: () => Promise<void>, between?: () => Promise<void>): Promise<void>;
  /** Work on the database from beside the service; its connection ends with it, or with the server. */
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

  const ask: Killable["ask"] = async (method, path, body, headers = {}) => {
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
    let left = 0;
    let reached = () => {};
    const acknowledgements = (wanted: number) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      [left, reached] = [wanted, resolve];
      return promise;
    };
    for (let round = 0; round < count; round += 1) {
      let writing = true;
      const due = acknowledgements(1 + Math.floor(Math.random() * 3 * WRITERS));
      const each = Array.from({ length: WRITERS }, async () => {
        while (writing) {
          await write();
          left -= 1;
          if (left === 0) reached();
        }
      });
      const writers = Promise.all(each);
      // Told where it is waited for; until then a kill under way is not left alone.
      writers.catch(() => {});
      try {
        await Promise.race([due, writers]);
        await kill(VICTIMS[round % VICTIMS.length] as Victim);
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
    const client = new pg.Client(config);
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
    ask,
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
