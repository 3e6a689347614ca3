import assert from "node:assert/strict";
import { test } from "node:test";
import { testService } from "#tests/support/service.ts";
import type { DueHandler } from "../define/due.ts";
import type { Schedule } from "../define/schedule.ts";
import { runDue } from "./run-due.ts";
import { buildScheduleDue, setFirstRuns } from "./schedules.ts";

const service = await testService();
const { runtime } = service;
service.freezeClock();
service.setNow("2026-11-22T10:00:00Z");
const HOUR_MS = 3_600_000;

/** What is enqueued is recorded instead: this process runs no jobs. */
const enqueued: { name: string; business_id: unknown }[] = [];
runtime.jobs.send = async ({ name, data }) => void enqueued.push({ name, business_id: data["business_id"] });

function schedule(name: string, facts: Pick<Schedule, "scope" | "when">): void {
  const schedule: Schedule = {
    is_schedule: true,
    name,
    family: "test",
    retries: 1,
    expires_s: 60,
    run: async () => {},
    ...facts,
  };
  (runtime.registry.schedules as Map<string, Schedule>).set(name, schedule);
  (runtime.registry.due as Map<string, DueHandler>).set(name, buildScheduleDue(schedule));
}

const listRuns = (name: string) => enqueued.filter((job) => job.name === name);
const readNext = async (kind: string, business_id: number | null = null) =>
  (
    await service.system.row<{ due_at: string }>(
      "select due_at from due where kind = $1 and business_id is not distinct from $2",
      [kind, business_id],
    )
  )?.due_at;

test("a schedule of the installation runs once at each of its times, whatever number of processes set and run it", async () => {
  schedule("test.hourly", { scope: "installation", when: { every_s: 3600 } });
  await Promise.all([setFirstRuns(runtime), setFirstRuns(runtime)]);
  await Promise.all([runDue(runtime), runDue(runtime)]);
  assert.deepEqual(listRuns("test.hourly"), []);
  service.advance(HOUR_MS);
  await setFirstRuns(runtime);
  await Promise.all([runDue(runtime), runDue(runtime)]);
  assert.deepEqual(listRuns("test.hourly"), [{ name: "test.hourly", business_id: undefined }]);
  assert.equal(await readNext("test.hourly"), "2026-11-22T12:00:00.000Z");
});

test("runs that were missed while no process ran are made up for by one", async () => {
  service.advance(48 * HOUR_MS);
  await setFirstRuns(runtime);
  await runDue(runtime);
  await runDue(runtime);
  assert.equal(listRuns("test.hourly").length, 2);
  assert.equal(await readNext("test.hourly"), "2026-11-24T12:00:00.000Z");
});

test("a schedule whose interval became shorter does not wait for the end of the longer one", async () => {
  schedule("test.often", { scope: "installation", when: { every_s: 86_400 } });
  await setFirstRuns(runtime);
  schedule("test.often", { scope: "installation", when: { every_s: 60 } });
  await setFirstRuns(runtime);
  assert.equal(await readNext("test.often"), "2026-11-24T11:01:00.000Z");
});

test("a schedule of businesses runs for each active one at its own time of day, and ends with a suspended one", async () => {
  const [brasil, berlin] = [
    await service.business({ time_zone: "America/Sao_Paulo" }),
    await service.business({ time_zone: "Europe/Berlin" }),
  ];
  schedule("test.daily", { scope: "business", when: { at: "09:00" } });
  await setFirstRuns(runtime);
  assert.equal(await readNext("test.daily", brasil.id), "2026-11-24T12:00:00.000Z");
  assert.equal(await readNext("test.daily", berlin.id), "2026-11-25T08:00:00.000Z");
  service.setNow("2026-11-24T12:00:00Z");
  await runDue(runtime);
  assert.deepEqual(listRuns("test.daily"), [{ name: "test.daily", business_id: brasil.id }]);
  assert.equal(await readNext("test.daily", brasil.id), "2026-11-25T12:00:00.000Z");
  await service.system.execute("update business set status = 'suspended' where id = $1", [brasil.id]);
  service.setNow("2026-11-25T12:00:00Z");
  await runDue(runtime);
  await setFirstRuns(runtime);
  assert.deepEqual(
    listRuns("test.daily").map(({ business_id }) => business_id),
    [brasil.id, berlin.id],
  );
  assert.equal(await readNext("test.daily", brasil.id), undefined);
  await service.system.execute("update business set status = 'active' where id = $1", [brasil.id]);
  await setFirstRuns(runtime);
  assert.equal(await readNext("test.daily", brasil.id), "2026-11-26T12:00:00.000Z");
});
