/**
 * Several processes on one database, started at the same instant: each of them becomes ready, and each enqueues and
 * finishes work. `START_ROUNDS` sets how many rounds.
 */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { generateToken } from "#platform/auth/secrets.ts";
import { asOwner, databaseUrl, openEmptyDatabase } from "../support/database.ts";
import { type ServiceProcess, startProcess } from "../support/process.ts";
import { until } from "../support/until.ts";

const ROUNDS = Number(process.env["START_ROUNDS"] ?? 1);
const TOGETHER = 4;

const folder = await mkdtemp(path.join(tmpdir(), "packhorse-several-"));
after(() => rm(folder, { recursive: true, force: true }));

/** Somebody who may create orders, on a database that the processes have migrated. */
async function adminToken(config: Parameters<typeof asOwner>[0]): Promise<string> {
  const { token, token_hash } = generateToken();
  await asOwner(config, (client) =>
    client.query(
      `with made as (insert into business (code, name) values ('several', 'Several') returning id),
       depot as (insert into warehouse (business_id, code, name, place, is_depot)
         select id, 'HUB', 'Hub',
           '{"name":"Hub","line1":"SIA 3","city":"Brasília","country":"BR","lat":-15.657,"lng":-47.8027}', true from made),
       person as (insert into account (business_id, role, name, email)
         select id, 'client_admin', 'Ann', 'ann@several.example' from made returning id, business_id)
       insert into access_token (business_id, account_id, token_hash, kind, created_at)
       select business_id, id, $1, 'login', now() from person`,
      [token_hash],
    ),
  );
  return token;
}

interface Ended {
  finished: boolean;
  state: string;
}

/** A batch that is enqueued at one process; any process may finish it. */
async function finishesBatch({ base }: ServiceProcess, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const order = {
    scheduled_date: "2099-01-01",
    dropoff: { line1: "Quadra 1", city: "Brasília", country: "BR", lat: -15.7, lng: -47.8 },
  };
  const batch_answer = await fetch(`${base}/api/v1/client/batchOrderCreateAsync`, {
    method: "POST",
    headers,
    body: JSON.stringify({ orders: [order, order] }),
  });
  const accepted = (await batch_answer.json()) as { asyncId: string };
  assert.equal(batch_answer.status, 202, JSON.stringify(accepted));
  const ended = await until(
    "the end of the batch",
    async () =>
      (await fetch(`${base}/api/v1/client/async/${accepted.asyncId}`, { headers })).json() as Promise<Ended>,
    ({ finished }) => finished,
  );
  assert.equal(ended.state, "COMPLETED", JSON.stringify(ended));
}

test(`${TOGETHER} processes started at once on an empty database all become ready and finish jobs, ${ROUNDS} times`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const database = await openEmptyDatabase();
    try {
      const processes = await Promise.all(
        Array.from({ length: TOGETHER }, () =>
          startProcess({ DATABASE_URL: databaseUrl(database.config), DATA_DIR: folder }),
        ),
      );
      for (const one of processes) await one.untilReady();
      const token = await adminToken(database.config);
      for (const one of processes) await finishesBatch(one, token);
      await Promise.all(processes.map((one) => one.stop()));
    } finally {
      await database.drop();
    }
  }
});
