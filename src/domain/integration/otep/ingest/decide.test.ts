import assert from "node:assert/strict";
import { test } from "node:test";
import { normaliseEvent } from "#otep/normalise.ts";
import { buildKnownEvents, decide } from "./decide.ts";

test("compares statements if an earlier version stored another fingerprint of the same one", () => {
  const event = (status_code: string) =>
    normaliseEvent(
      { subject: "PKH0001", event_id: "a-1", occurred_at: "2026-03-02T08:00:00Z", status_code },
      { now: Date.UTC(2026, 2, 2, 12), provider: "acme" },
    ).event!;
  const stored_event = { ...event("otep:core:arrived"), fingerprint: "0".repeat(64) };
  assert.equal(decide(event("otep:core:arrived"), buildKnownEvents([stored_event], "acme")), "duplicate");
  assert.equal(
    decide(event("otep:core:departed"), buildKnownEvents([stored_event], "acme")),
    "event_id_conflict",
  );
});
