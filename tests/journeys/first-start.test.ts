/**
 * A first start: a service that is still creating the demo does not respond that an account or an order does
 * not exist.
 */
import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { databaseUrl, openTestDatabase } from "../support/database.ts";
import { startProcess } from "../support/process.ts";
import { until } from "../support/until.ts";

const database = await openTestDatabase();
const folder = await mkdtemp(path.join(tmpdir(), "packhorse-start-"));
after(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const env = { DATABASE_URL: databaseUrl(database.config), DATA_DIR: folder, DEMO: "1" };

test("services that start together report that they are starting until the demo has been created, once, and have all its data when they are ready", async () => {
  const service = await startProcess(env);
  const beside = await startProcess(env);
  const post = (url: string, body: object, token = "") =>
    fetch(service.base + url, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: token },
      body: JSON.stringify(body),
    });
  const signIn = () =>
    post("/api/v1/user/login", { email: "dispatch@rounds.example", password: "packhorse-demo" });

  const early: string[] = [];
  const ready = service.untilReady();
  let is_ready = false;
  ready.finally(() => {
    is_ready = true;
  });
  await until("readiness", async () => {
    const answer = await signIn().catch(() => undefined);
    if (answer === undefined || answer.status === 200) return is_ready;
    early.push(`${answer.status} ${answer.headers.get("retry-after")} ${await answer.text()}`);
    assert.equal((await fetch(`${service.base}/healthz`)).status, 200);
    return is_ready;
  });
  await ready;
  assert.deepEqual(
    early.filter((text) => !/^503 1 .*The service is starting/.test(text)),
    [],
  );
  assert.notEqual(early.length, 0);

  await beside.untilReady();
  for (const one of [service, beside]) assert.doesNotMatch(one.output(), /could not be made/);

  const signed = await signIn();
  assert.equal(signed.status, 200);
  const { access_token } = (await signed.json()) as { access_token: string };
  const plan = await post(
    "/api/v3/client/build-route",
    { preview: true, time_limit_s: 1 },
    `Bearer ${access_token}`,
  );
  const { totals, unassigned } = (await plan.json()) as { totals: { stops: number }; unassigned: unknown[] };
  // Late in the day not everything fits, and the rest is named.
  assert.equal(totals.stops + unassigned.length, 1037);
});

test("a process with a different file folder from the others does not start, and explains what to do", async () => {
  const own_folder = path.join(folder, "of-its-own");
  const stray = await startProcess({ ...env, DATA_DIR: own_folder });
  assert.equal(await stray.ended(), 1);
  const sentence =
    stray
      .output()
      .split("\n")
      .find((line) => line.startsWith("The folder ")) ?? "";
  assert.match(sentence, /is not the one in which the other processes on this database keep files/);

  // The right folder, restored without its marker file.
  const [, mark = "", file = ""] = /write (\S+) into (\S+)\.$/.exec(sentence) ?? [];
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, mark);
  const restored = await startProcess({ ...env, DATA_DIR: own_folder });
  await restored.untilReady();
  await restored.stop();
});
