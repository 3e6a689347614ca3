/**
 * The service stops on a signal, after running requests and jobs are finished. It also stops with the process
 * that started it: port and data folder are released, and the database is stopped.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import WebSocket from "ws";
import { databaseUrl, openTestDatabase } from "../support/database.ts";
import { freePort } from "../support/ports.ts";
import { type ServiceProcess, startProcess } from "../support/process.ts";
import { until } from "../support/until.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");

const database = await openTestDatabase();
const files = await mkdtemp(path.join(tmpdir(), "packhorse-stop-"));
after(async () => {
  await database.drop();
  await rm(files, { recursive: true, force: true });
});

/** A service on the database of this file, with the demo's people and orders. */
async function demoService(env: Record<string, string> = {}): Promise<ServiceProcess> {
  const url = databaseUrl(database.config);
  const service = await startProcess({ DATABASE_URL: url, DATA_DIR: files, DEMO: "1", ...env });
  await service.untilReady();
  return service;
}

const JSON_BODY = JSON.stringify({ email: "dispatch@rounds.example", password: "packhorse-demo" });

async function signedIn({ base }: ServiceProcess): Promise<string> {
  const answer = await fetch(`${base}/api/v1/user/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON_BODY,
  });
  assert.equal(answer.status, 200);
  return ((await answer.json()) as { access_token: string }).access_token;
}

/** A request whose body stops in the middle; the rest is sent by `finish`. */
async function slowRequest({
  base,
  port,
}: ServiceProcess): Promise<{ finish(): Promise<string>; closed: Promise<unknown> }> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  const closed = new Promise((resolve) => void socket.once("close", resolve));
  let answer = "";
  socket.on("data", (bytes) => {
    answer += bytes;
  });
  await once(socket, "connect");
  const half = Math.floor(JSON_BODY.length / 2);
  socket.write(
    `POST /api/v1/user/login HTTP/1.1\r\nhost: packhorse\r\ncontent-type: application/json\r\ncontent-length: ${JSON_BODY.length}\r\n\r\n${JSON_BODY.slice(0, half)}`,
  );
  // A request sent after it, so that the first is being processed however busy the machine is.
  for (let index = 0; index < 2; index += 1) await (await fetch(`${base}/healthz`)).text();
  return {
    closed,
    async finish() {
      socket.write(JSON_BODY.slice(half));
      await closed;
      return answer;
    },
  };
}

/**
 * A client that repeats requests over keep-alive connections until stopped; returns the responses that were not
 * 200.
 */
function asking({ port }: ServiceProcess, agent: Agent, token: string) {
  const faults: string[] = [];
  let going = true;
  let request_count = 0;
  const ask = () =>
    new Promise<void>((resolve) => {
      const headers = { authorization: `Bearer ${token}` };
      const client_request = request({
        port,
        host: "127.0.0.1",
        path: "/api/v1/client/orders?per_page=1",
        agent,
        headers,
      });
      client_request.on("error", (error) => {
        faults.push(String(error));
        resolve();
      });
      client_request.on("response", (response) => {
        if (response.statusCode !== 200) faults.push(String(response.statusCode));
        response.on("error", (error) => faults.push(String(error)));
        response.on("close", resolve);
        response.resume();
      });
      client_request.end();
    });
  const sending = (async () => {
    while (going) {
      await ask();
      request_count += 1;
    }
  })();
  return {
    async stop() {
      going = false;
      await sending;
      return { faults, request_count };
    },
  };
}

test("on SIGTERM under load, the service finishes running requests and ends event streams cleanly", async () => {
  const service = await demoService({ SHUTDOWN_DELAY_S: "2" });
  const token = await signedIn(service);
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };

  const socket = new WebSocket(`ws://127.0.0.1:${service.port}/mqtt`, "mqtt");
  await once(socket, "open");
  const closed = once(socket, "close");
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const askers = Array.from({ length: 8 }, () => asking(service, agent, token));
  const slow = await slowRequest(service);
  const plan = fetch(`${service.base}/api/v3/client/build-route`, {
    method: "POST",
    headers,
    body: JSON.stringify({ preview: true, time_limit_s: 5 }),
  });
  // After one more read the plan is running.
  assert.equal((await fetch(`${service.base}/api/v1/user/me`, { headers })).status, 200);

  service.child.kill("SIGTERM");
  await until("a service that is not ready", service.readiness, (status) => status === 503);
  // A load balancer has not noticed the shutdown yet.
  const late = await fetch(`${service.base}/healthz`);
  assert.deepEqual([late.status, late.headers.get("connection")], [200, "close"]);
  const loads = await Promise.all(askers.map((one) => one.stop()));
  agent.destroy();
  assert.deepEqual(
    loads.flatMap(({ faults }) => faults),
    [],
  );
  assert(loads.every(({ request_count }) => request_count > 0));
  await until("a service that takes no more connections", service.readiness, (status) => status === 0);

  assert.match(await slow.finish(), /^HTTP\/1.1 200 .*connection: close.*access_token/is);
  const planned = await plan;
  assert.equal(planned.status, 200);
  const { totals, unassigned } = (await planned.json()) as {
    totals: { stops: number };
    unassigned: unknown[];
  };
  // Late in the day not everything fits, and the rest is named.
  assert.equal(totals.stops + unassigned.length, 1037);
  const [code] = await closed;
  assert.equal(code, 1001);
  assert.equal(await service.ended(), 0, service.output());
});

test("requests that do not finish within the limit are aborted", async () => {
  const service = await demoService({ SHUTDOWN_TIMEOUT_S: "1" });
  const slow = await slowRequest(service);
  service.child.kill("SIGTERM");
  await slow.closed;
  assert.equal(await service.ended(), 0, service.output());
});

test("a second signal ends the service at once", async () => {
  const service = await demoService({ SHUTDOWN_TIMEOUT_S: "3600" });
  await slowRequest(service);
  service.child.kill("SIGTERM");
  await until("a service that takes no more connections", service.readiness, (status) => status === 0);
  const ended = service.ended();
  const again = setInterval(() => service.child.kill("SIGTERM"), 100);
  try {
    assert.equal(await ended, 143);
  } finally {
    clearInterval(again);
  }
});

test("a signal to npm stops the service, although npm forwards it only to the shell between them", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "packhorse-stop-"));
  after(() => rm(folder, { recursive: true, force: true }));
  const port = await freePort();
  const ready = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
  const running = async () => (await readdir(path.join(folder, "postgres"))).includes("postmaster.pid");
  // As npm starts it; the command after the service prevents the shell from replacing itself with the service.
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
    // Ends what is left of the process group.
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
