/** When a job that fails is tried again, and when what it was about ends as failed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { testService } from "#tests/support/service.ts";
import type { Job } from "../define/job.ts";
import { Refusal } from "../define/refusal.ts";
import { refusals } from "../response/platform-messages.ts";
import { runJob } from "./workers.ts";

const service = await testService();
const overflow = Object.assign(new Error("integer out of range"), { code: "22003" });
const broken = Object.assign(new Error("violates check constraint"), { code: "23514" });
const duplicate_key = Object.assign(new Error("duplicate key"), { code: "23505" });
const lost = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });

const cases: [
  name: string,
  error: Error,
  is_last_run: boolean,
  stopping: boolean,
  outcome: "retry" | "ended",
][] = [
  ["an overflow, at the first run", overflow, false, false, "ended"],
  ["an overflow while the service stops", overflow, false, true, "retry"],
  ["a broken check, at the first run", broken, false, false, "ended"],
  ["a lost race", duplicate_key, false, false, "retry"],
  ["a lost race, at the last run", duplicate_key, true, false, "ended"],
  ["a service that does not answer", lost, false, false, "retry"],
  ["a service that does not answer, at the last run", lost, true, false, "ended"],
  ["a fault of ours, at the last run", new TypeError("x"), true, false, "ended"],
  [
    "a refusal that passes",
    new Refusal("busy", "unavailable", { message: refusals.busy_now }),
    false,
    false,
    "retry",
  ],
  ["a stop at the last run", new Error("The service is stopping."), true, true, "retry"],
];

for (const [name, error, is_last_run, stopping, outcome] of cases)
  test(`${name}: ${outcome === "ended" ? "what it was about ends as failed" : "the queue tries it again"}`, async () => {
    const business = await service.business();
    let reason: string | undefined;
    const job: Job = {
      is_job: true,
      name: "test.fails",
      family: "test",
      retries: 1,
      expires_s: 60,
      async run() {
        throw error;
      },
      async giveUp({ transaction }, data, why) {
        await transaction(async ({ business_id }) => assert.equal(business_id, data["business_id"]));
        reason = why;
      },
    };
    const run = (own_job: Job) =>
      runJob(service.runtime, own_job, { business_id: business.id }, () => stopping, is_last_run);
    if (outcome === "retry") await assert.rejects(run(job), error);
    else await run(job);
    assert.equal(reason !== undefined, outcome === "ended");
    assert.doesNotMatch(reason ?? "", /out of range|constraint|connect/);
    const { giveUp: _, ...without } = job;
    await assert.rejects(run(without), error);
  });
