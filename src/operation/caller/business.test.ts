/** The business of a run: the same for callers and for work that no caller does. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { testService } from "#tests/support/service.ts";
import type { ConsumerContext } from "../define/consumer.ts";
import type { JobDefinition } from "../define/job.ts";
import { buildConsumerContext } from "../run/consumers.ts";
import { runJob } from "../run/workers.ts";
import { buildJobActor } from "./job-actor.ts";

const service = await testService();
const { runtime } = service;
const business = await service.business({ time_zone: "America/Sao_Paulo", currency: "BRL" });

const readClock = ({ transaction }: Pick<ConsumerContext, "transaction">) =>
  transaction(business.id, async ({ business: { time_zone, currency } }) => ({ time_zone, currency }));

test("a consumer, a job and a due task run with the time zone and currency of their business", async () => {
  const expected = { time_zone: "America/Sao_Paulo", currency: "BRL" };
  assert.deepEqual(await readClock(buildConsumerContext(runtime, "test.clock")), expected);
  assert.partialDeepStrictEqual((await buildJobActor(runtime, business.id)).business, expected);
  const business_facts: unknown[] = [];
  const job: JobDefinition = {
    is_job: true,
    name: "test-clock",
    retries: 0,
    expires_s: 60,
    async run(context) {
      business_facts.push(context.reader.business.time_zone);
      business_facts.push(await context.transaction(async (inside) => inside.business.currency));
    },
  };
  await runJob(runtime, { ...job, family: "test" }, { business_id: business.id }, () => false);
  assert.deepEqual(business_facts, ["America/Sao_Paulo", "BRL"]);
});

test("a setting that changes is seen by the next run", async () => {
  await business.as("client_admin")(runtime.registry.get("clientSettingsUpdate"), {
    time_zone: "Asia/Tokyo",
  });
  assert.equal((await readClock(buildConsumerContext(runtime, "test.clock"))).time_zone, "Asia/Tokyo");
});

test("platform administration runs for no business, and reading one there is an error", async () => {
  const context = buildConsumerContext(runtime, "test.clock");
  await assert.rejects(
    context.transaction(0, async ({ business: { currency } }) => currency),
    /test\.clock runs for no business/,
  );
});
