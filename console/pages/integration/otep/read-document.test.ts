import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { Timeline } from "../../../../packages/otep/src/timeline.ts";
import { validate } from "../../../../packages/otep/src/validate.ts";
import { buildTimelines, readDocument } from "./read-document.ts";
import { decodeHash, encodeHash } from "./share.ts";

const example = (name: string) =>
  readFileSync(new URL(`../../../../packages/otep/examples/${name}.json`, import.meta.url), "utf8");

test("draws a posted timeline unchanged: same events, same order, same corrections", () => {
  const text = example("timeline");
  const posted = JSON.parse(text) as Timeline;
  const { timelines, left_out } = buildTimelines(readDocument(text)!.body);
  assert.equal(left_out, 0);
  assert.deepEqual(timelines, [posted]);
});

test("preserves a correction by an owner, who may void events of others", () => {
  const posted = JSON.parse(example("timeline"));
  const voided = posted.events.find((event: { voided_by?: string }) => event.voided_by !== undefined);
  const correction = posted.events.find((event: { corrects?: string }) => event.corrects !== undefined);
  correction.source.provider = "hub-owner";
  const { timelines } = buildTimelines(readDocument(JSON.stringify(posted))!.body);
  const drawn = timelines[0]!.events.find(({ event_id }) => event_id === voided.event_id);
  assert.equal(drawn?.voided_by, correction.event_id);
});

test("reads EPCIS back to the timeline it was built from, and maps findings to its members", () => {
  const text = example("epcis");
  const pasted = readDocument(text)!;
  assert.equal(pasted.kind, "epcis");
  assert.deepEqual(
    buildTimelines(pasted.body).timelines.map(({ revision }) => revision),
    [(JSON.parse(example("timeline")) as Timeline).revision],
  );
  const request_body = JSON.parse(pasted.checked.text) as { events: object[] };
  assert.equal(validate(request_body, { now: Date.UTC(2026, 5, 1) }).conformant, true);
  assert.equal(pasted.toSourcePath("/events/3/occurred_at"), "/epcisBody/eventList/3/eventTime");
  assert.equal(pasted.toSourcePath("/events/0"), "/epcisBody/eventList/0");
});

test("leaves out events with errors, and builds one timeline per subject", () => {
  const events = [
    { subject: "PKH0001", occurred_at: "2026-03-02T08:00:00Z", status_code: "otep:core:created" },
    { subject: "PKH0002", occurred_at: "2026-03-02T08:00:00Z", status_code: "otep:core:created" },
    { subject: "PKH0001", occurred_at: "2026-03-02T09:00:00", status_code: "otep:core:picked_up" },
  ];
  const { timelines, left_out } = buildTimelines(readDocument(JSON.stringify(events))!.body);
  assert.deepEqual(
    timelines.map(({ subject, event_count }) => [subject.id, event_count]),
    [
      ["PKH0001", 1],
      ["PKH0002", 1],
    ],
  );
  assert.equal(left_out, 1);
});

test("distinguishes newline-delimited JSON from broken JSON", () => {
  assert.equal(readDocument('{"a":1}\n{"a":2}')?.kind, "lines");
  assert.equal(readDocument('{"a":1}\nnot json')?.kind, "lines");
  assert.equal(readDocument('{"a":1,\n}'), undefined);
  assert.equal(readDocument(""), undefined);
});

test("round-trips a document through a link, and refuses one that is too long or was truncated", async () => {
  const text = '{"city":"Besançon ✓"}';
  const hash = await encodeHash(text);
  assert(hash !== null);
  assert.equal(await decodeHash(hash), text);
  assert.equal(await decodeHash(hash.slice(0, -4)), null);
  assert.equal(await decodeHash("#other"), null);
  const noise = Array.from({ length: 30_000 }, (_, index) => Math.imul(index, 2_654_435_761) >>> 0).join("");
  assert.equal(await encodeHash(noise), null);
});
