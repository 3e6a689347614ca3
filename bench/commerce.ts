/**
 * Labels: the rates of one shipment from several carriers at once, and a job of 500 orders that buys a label of the house
 * carrier for each.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { verdict } from "./load.ts";
import { type BenchServer, createBenchSetup, startServer } from "./setup.ts";

/** What each carrier takes to answer, ms. */
const CARRIERS_MS = [120, 160, 200, 250, 300];
const RATINGS = 31;
const ORDERS = 500;
const BATCHES = 3;
const ITEMS_OF_RATING = 20;

const place = (name: string, postal_code: string) => ({
  name,
  line1: "Street 1",
  city: "Brasília",
  postal_code,
  country: "BR",
});
const shipment = {
  ship_from: place("Shop", "71200-030"),
  ship_to: place("Person", "74000-000"),
  packages: [{ weight_g: 900 }],
};

export async function benchCommerce(): Promise<boolean> {
  const setup = await createBenchSetup(1000, 1);
  const carriers = await startCarriers();
  const server = await startServer(setup, { work: true });
  const call = createCaller(server, setup.token);
  try {
    for (const ms of CARRIERS_MS) {
      const code = `carrier-${ms}`;
      await call("POST", "/api/v1/labelservice/carrier-accounts", {
        ...{ code, kind: "gateway", name: code, api_key: `key_bench_${ms}_0123456789` },
        base_url: `${carriers.base_url}/${ms}`,
      });
    }
    const rating = await measureRating(call, `${carriers.base_url}/${Math.max(...CARRIERS_MS)}`);
    const rate = await measureBatches(call);
    return [
      verdict("rating over five carriers / the slowest carrier", rating, 1.1, "at most"),
      verdict("orders/s of a job of 500 with the house carrier, in hundreds", rate / 100, 1),
    ].every(Boolean);
  } finally {
    await server.stop();
    carriers.stop();
    await setup.stop();
  }
}

type Caller = ReturnType<typeof createCaller>;

function createCaller({ service }: BenchServer, token: string) {
  // biome-ignore lint/suspicious/noExplicitAny: members of any answer are read.
  return async (method: string, path: string, body?: unknown): Promise<any> => {
    const answer = await fetch(`${service}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        "idempotency-key": randomUUID(),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    assert.ok(answer.ok, `${path}: ${answer.status} ${text.slice(0, 500)}`);
    return JSON.parse(text);
  };
}

/** Gateways in the documented form, each with one rate: the first part of their path is how long they take. */
async function startCarriers() {
  const server = createServer((request, response) => {
    const [, ms = "0"] = (request.url ?? "").split("/");
    request.resume().on("end", async () => {
      await sleep(Number(ms));
      response.writeHead(200, { "content-type": "application/json" });
      response.end(
        JSON.stringify({
          rates: [
            {
              ...{ id: "rat_1", carrier_name: "bench", carrier_id: "bench", currency: "EUR" },
              ...{ service: "bench_ground", total_charge: 12.5, transit_days: 2, extra_charges: [] },
            },
          ],
          messages: [],
        }),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    base_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const median = (values: readonly number[]) =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/** In turn, so that a busy machine affects both. */
async function measureRating(call: Caller, slowest: string): Promise<number> {
  const codes = CARRIERS_MS.map((ms) => `carrier-${ms}`);
  const times = { ours: [] as number[], carrier: [] as number[] };
  for (let round = 0; round < RATINGS; round += 1) {
    const begun = performance.now();
    const { rates } = await call("POST", "/api/v1/labelservice/rate", {
      ...shipment,
      carrier_accounts: codes,
    });
    assert.equal(rates.length, codes.length);
    const rated = performance.now();
    await fetch(slowest, { method: "POST", body: JSON.stringify(shipment) }).then((one) => one.text());
    const ended = performance.now();
    if (round === 0) continue;
    times.ours.push(rated - begun);
    times.carrier.push(ended - rated);
  }
  const [ours, carrier] = [median(times.ours), median(times.carrier)];
  console.log(`five carriers ${ours.toFixed(0)} ms, the slowest alone ${carrier.toFixed(0)} ms`);
  return ours / carrier;
}

/** Orders per second of the fastest of some jobs; rating is not counted. */
async function measureBatches(call: Caller): Promise<number> {
  let best = 0;
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const rate_ids: string[] = [];
    while (rate_ids.length < ORDERS) {
      const { items } = await call("POST", "/api/v1/uniorder/rate/batch", {
        shipments: Array.from({ length: ITEMS_OF_RATING }, () => ({
          ...shipment,
          quote_labels: true,
          carrier_accounts: ["house"],
        })),
      });
      for (const { rates } of items)
        rate_ids.push(
          ...rates
            .filter(({ kind }: { kind: string }) => kind === "label")
            .map((one: { rate_id: string }) => one.rate_id),
        );
    }
    const orders = rate_ids.slice(0, ORDERS).map((rate_id) => ({ rate_id }));
    const { job_id } = await call("POST", "/api/v1/uniorder/batch-async", { orders });
    let job: { state: string; items_done: number; created_at: string; finished_at: string | null };
    do {
      // Every answer lists what is done so far: asking often would be part of the load.
      await sleep(500);
      job = await call("GET", `/api/v1/uniorder/jobs/${job_id}`);
    } while (job.finished_at === null);
    const seconds = (Date.parse(job.finished_at) - Date.parse(job.created_at)) / 1000;
    assert.deepEqual([job.state, job.items_done], ["COMPLETED", ORDERS]);
    console.log(`${ORDERS} orders in ${seconds.toFixed(1)} s: ${Math.round(ORDERS / seconds)} orders/s`);
    best = Math.max(best, ORDERS / seconds);
  }
  return best;
}
