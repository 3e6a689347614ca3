import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { normaliseEvent } from "../src/normalise.ts";
import { redactTimeline } from "../src/redact.ts";
import { checkTransitions } from "../src/state-machine.ts";
import { mergeTimeline } from "../src/timeline.ts";
import { assertTimelineConforms } from "./support.ts";

test("prints in the README what the package answers", () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const printed = [...readme.matchAll(/```json\n(.*?)```/gs)].map((match) => JSON.parse(match[1]!));
  const now = Date.UTC(2026, 2, 2, 12);
  const posted = [
    {
      subject: "PKH0001",
      occurred_at: "2026-03-02T10:20:00+01:00",
      status_code: "otep:lastmile:delivered_in_person",
      location: { address: { lines: ["1 rue Exemple"], city: "Lyon", postal_code: "69001", country: "FR" } },
      proof: [{ type: "signature", ref: "files/7", signed_by: "A. Martin" }],
    },
    { subject: "PKH0001", occurred_at: "2026-03-02T08:00:00Z", status_code: "out_for_delivery" },
  ];
  const results = posted.map((input) =>
    normaliseEvent(input, { now, provider: "acme", source_type: "carrier" }),
  );
  const wrong = normaliseEvent(
    { subject: { id: "106141412345678907", scheme: "sscc" }, occurred_at: "2026-03-02T08:00:00" },
    { now, path: "/events/0" },
  );
  const events = results.flatMap(({ event }) => event ?? []);
  const timeline = mergeTimeline(events, { subject: events[0]!.subject });
  const shown = redactTimeline(timeline);
  assertTimelineConforms(shown);
  assert.deepEqual(printed, [results[1], wrong.errors, shown]);
  assert.deepEqual(checkTransitions(timeline.events), { errors: [], warnings: [] });
});
