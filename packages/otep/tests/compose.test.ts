import assert from "node:assert/strict";
import { test } from "node:test";
import { InvalidEvent, statusEvent, storedStatusEvent } from "../src/compose.ts";
import { normaliseEvent } from "../src/normalise.ts";
import { eventConforms, start_ms } from "./support.ts";

test("builds an event that conforms and that a receiver accepts without findings", () => {
  const event = statusEvent({ subject: "PKH0001", code: "otep:lastmile:loaded", occurred_at: start_ms });
  assert.deepEqual(event, {
    subject: "PKH0001",
    occurred_at: "2026-03-02T08:00:00.000Z",
    status_code: "otep:lastmile:loaded",
  });
  assert.ok(eventConforms(event));
  const { errors, warnings } = normaliseEvent(event, { now: start_ms });
  assert.deepEqual([errors, warnings], [[], []]);
});

test("refuses at once what a receiver would refuse", () => {
  const fields = { subject: "PKH0001", occurred_at: start_ms };
  for (const code of ["otep:core:teleported", "delivered", "otep:lastmile:x-drone"]) {
    assert.throws(() => statusEvent({ ...fields, code: code as never }), InvalidEvent);
  }
  assert.throws(
    () => statusEvent({ code: "otep:core:created", subject: "?", occurred_at: "2026-03-02T08:00:00" }),
    (error: InvalidEvent) => {
      assert.deepEqual(
        error.findings.map((finding) => finding.code),
        ["invalid_identifier", "timestamp_without_offset"],
      );
      return true;
    },
  );
  for (const occurred_at of [Number.NaN, Number.POSITIVE_INFINITY, -1]) {
    assert.throws(() => statusEvent({ ...fields, code: "otep:core:created", occurred_at }), InvalidEvent);
  }
});

test("builds the normal form for a service that records its own events", () => {
  const event = storedStatusEvent(
    { subject: "PKH0001", code: "otep:core:created", occurred_at: start_ms },
    { now: start_ms + 5, provider: "packhorse", source_type: "system" },
  );
  assert.partialDeepStrictEqual(event, {
    recorded_at: "2026-03-02T08:00:00.005Z",
    base: "created",
    source: { type: "system", provider: "packhorse" },
  });
});
