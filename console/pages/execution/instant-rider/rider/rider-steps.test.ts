import assert from "node:assert/strict";
import { test } from "node:test";
import type { QueuedItem } from "../../../../offline/items.ts";
import type { OwnJob } from "../queries.ts";
import { applySteps } from "./rider-steps.ts";

const job = (state: OwnJob["state"]) => ({ id: 1, state }) as OwnJob;
const step = (type: string, state: QueuedItem["state"] = "waiting", seq = 1, job_id = 1): QueuedItem => ({
  ...{ channel: "rider", type, subject: `job/${job_id}`, label: "W-1", body: { instant_job_id: job_id } },
  ...{ occurred_at: "2026-11-26T10:00:00.000Z", seq, state, attempts: 0, not_before: 0, answer: null },
  refusal:
    state === "refused"
      ? { message: "The PIN is wrong.", error_code: "WRONG_PIN", status: 422, details: [] }
      : null,
});

const CASES: [
  string,
  OwnJob,
  QueuedItem[],
  [state: string, waits: boolean, refused: string | undefined] | null,
][] = [
  ["nothing waits", job("AT_DROPOFF"), [], ["AT_DROPOFF", false, undefined]],
  ["a step waits", job("ACCEPTED"), [step("arrive_pickup")], ["AT_PICKUP", true, undefined]],
  ["a handover waits: the job stays", job("AT_DROPOFF"), [step("complete")], ["COMPLETED", true, undefined]],
  [
    "a return waits: the job stays",
    job("RETURN_REQUIRED"),
    [step("return_goods")],
    ["RETURNED", true, undefined],
  ],
  ["a problem waits: the job stays", job("PICKED_UP"), [step("problem")], ["CANCELLED", true, undefined]],
  [
    "a wrong PIN: as the service has it",
    job("AT_DROPOFF"),
    [step("complete", "refused")],
    ["AT_DROPOFF", false, "complete"],
  ],
  ["a refused problem", job("PICKED_UP"), [step("problem", "refused")], ["PICKED_UP", false, "problem"]],
  [
    "a correction waits in its place",
    job("AT_DROPOFF"),
    [step("complete", "waiting", 2)],
    ["COMPLETED", true, undefined],
  ],
  [
    "the last of several waiting steps",
    job("PICKED_UP"),
    [step("arrive_dropoff"), step("complete", "waiting", 2)],
    ["COMPLETED", true, undefined],
  ],
  [
    "a step of another job",
    job("PICKED_UP"),
    [step("complete", "waiting", 1, 2)],
    ["PICKED_UP", false, undefined],
  ],
  ["accepted: it is over", job("COMPLETED"), [], null],
];

test("a job stays on the phone until the service has accepted its last step", () => {
  for (const [name, job, items, expected] of CASES) {
    const [stored_job] = applySteps([job], items);
    assert.deepEqual(
      stored_job === undefined ? null : [stored_job.state, stored_job.is_waiting, stored_job.refused?.type],
      expected,
      name,
    );
  }
});
