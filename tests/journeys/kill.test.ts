/**
 * kill -9 of the service and of the database in the middle of writes: what was acknowledged is there, once.
 */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "../support/ports.ts";
import { until } from "../support/until.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const ROUNDS = Number(process.env["KILL_ROUNDS"] ?? 20);
const WRITERS = 6;

const folder = await mkdtemp(path.join(tmpdir(), "packhorse-kill-"));
let child: ChildProcess | undefined;
after(async () => {
  if (child !== undefined && child.exitCode === null && child.signalCode === null) {
    child.kill("SIGTERM");
    await once(child, "exit");
  }
  await rm(folder, { recursive: true, force: true });
});

const port = await freePort();
const base = `http://127.0.0.1:${port}`;

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

async function signIn(): Promise<string> {
  const answer = await until(
    "the demo's people",
    () =>
      fetch(`${base}/api/v1/user/login`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email: "admin@rounds.example", password: "packhorse-demo" }),
      }),
    ({ ok }) => ok,
  );
  return ((await answer.json()) as { access_token: string }).access_token;
}

/** The process number of the embedded server. */
async function postmaster(): Promise<number> {
  return Number.parseInt(await readFile(path.join(folder, "postgres", "postmaster.pid"), "utf8"), 10);
}

test(`${ROUNDS} rounds of kill -9 lose no acknowledged order, double none, and every event reaches a reader`, async () => {
  await start();
  const token = await signIn();
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const acknowledged = new Map<string, { order_id: number; tracking_number: string }>();
  const read = new Map<number, number>();
  let cursor: string | undefined;

  for (let round = 0; round < ROUNDS; round += 1) {
    let writing = true;
    const writers = Array.from({ length: WRITERS }, async () => {
      while (writing) {
        const key = randomUUID();
        // The same key until it is acknowledged: what a careful client does.
        const made = await until(
          "an acknowledgement",
          () => create(headers, key),
          (answer) => answer !== undefined || child?.exitCode !== null,
        );
        if (made !== undefined) acknowledged.set(key, made);
      }
    });
    try {
      await wait(150 + Math.random() * 250);
      if (round % 2 === 0) {
        assert(child !== undefined);
        const ended = once(child, "exit");
        child.kill("SIGKILL");
        await ended;
        if (round % 4 === 0) process.kill(await postmaster(), "SIGKILL");
        await start();
      } else {
        process.kill(await postmaster(), "SIGKILL");
        await wait(50);
        await untilReady();
      }
      await wait(100);
    } finally {
      writing = false;
    }
    await Promise.all(writers);
    cursor = await drain(headers, cursor, read);
  }

  assert(acknowledged.size > ROUNDS, `Only ${acknowledged.size} orders were acknowledged.`);
  for (const [key, { order_id, tracking_number }] of acknowledged) {
    const answer = await fetch(`${base}/api/v1/client/orders/${order_id}`, { headers });
    assert.equal(answer.status, 200, `Order ${order_id} of key ${key} was acknowledged and is gone.`);
    const { order } = (await answer.json()) as { order: { tracking_number: string; ref: string } };
    assert.equal(order.tracking_number, tracking_number);
    assert.equal(order.ref, key);
    assert.equal(
      read.get(order_id),
      1,
      `The reader was told ${read.get(order_id) ?? 0} times of order ${order_id}.`,
    );
  }
  // A key that was tried again and again made one order.
  const total = await fetch(`${base}/api/v1/client/orders?per_page=1&date_from=2099-01-01`, { headers });
  assert.equal(((await total.json()) as { total: number }).total, acknowledged.size);
});

async function create(headers: Record<string, string>, key: string) {
  try {
    const answer = await fetch(`${base}/api/v1/client/orderCreate`, {
      method: "POST",
      headers: { ...headers, "idempotency-key": key },
      body: JSON.stringify({
        ref: key,
        scheduled_date: "2099-01-01",
        dropoff: { line1: "Quadra 1", city: "Brasília", lat: -15.7, lng: -47.8 },
      }),
    });
    if (answer.status >= 500) return undefined;
    const body = (await answer.json()) as { order_id: number; tracking_number: string; message?: string };
    assert(answer.status === 200, body.message ?? "refused");
    return body;
  } catch (error) {
    if (error instanceof assert.AssertionError) throw error;
    return undefined;
  }
}

interface Feed {
  next: string;
  caught_up: boolean;
  events: { kind: string; subject_id: string }[];
}

async function feed(headers: Record<string, string>, position: string | undefined): Promise<Feed> {
  const after = position === undefined ? "" : `&after=${encodeURIComponent(position)}`;
  const address = `${base}/api/v1/events?limit=1000${after}`;
  const answer = await fetch(address, { headers });
  assert.equal(answer.status, 200);
  return (await answer.json()) as Feed;
}

/** A reader that remembers only its cursor, and how often it was told of each order. */
async function drain(
  headers: Record<string, string>,
  from: string | undefined,
  read: Map<number, number>,
): Promise<string> {
  let cursor = from;
  for (;;) {
    const page = await feed(headers, cursor);
    for (const event of page.events) {
      if (event.kind !== "order.created") continue;
      const id = Number(event.subject_id);
      read.set(id, (read.get(id) ?? 0) + 1);
    }
    cursor = page.next;
    if (page.caught_up) return cursor;
  }
}
