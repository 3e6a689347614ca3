/** What docs/guides/otep.md prints is what the protocol answers. Its tables are generated; see scripts/otep-guide.ts. */
import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { normaliseEvent } from "#otep/normalise.ts";
import { mergeTimeline } from "#otep/timeline.ts";
import { validate } from "#otep/validate.ts";

const guide = await readFile(path.resolve(import.meta.dirname, "../docs/guides/otep.md"), "utf8");
const now = Date.UTC(2026, 2, 3);
const example = (name: string) =>
  JSON.parse(new RegExp(`<!-- example: ${name} -->\n\`\`\`json\n([\\s\\S]*?)\`\`\``).exec(guide)![1]!);

test("the worked example of a merge is what the merge answers, in any order of arrival", () => {
  const stored = (example("events") as object[]).map((input) => normaliseEvent(input, { now }).event!);
  for (const events of [stored, stored.toReversed()]) {
    const timeline = mergeTimeline(events, { subject: stored[0]!.subject });
    const { status, delivered, event_count } = timeline;
    const voided = Object.fromEntries(
      timeline.events.flatMap(({ event_id, voided_by }) => (voided_by ? [[event_id, voided_by]] : [])),
    );
    assert.deepEqual({ status, delivered, event_count, voided }, example("timeline"));
  }
});

test("the first event of the guide conforms, and its finding is one that the validator gives", () => {
  const event = JSON.parse(/```json\n(\{[\s\S]*?)```/.exec(guide)![1]!);
  assert.equal(validate(event, { now }).level, 2);
  const { errors } = validate({ events: [{ ...event, occurred_at: "2026-03-02T10:20:00" }] }, { now });
  const given = [...guide.matchAll(/```json\n(\{ "path"[\s\S]*?)```/g)].map(([, text]) => JSON.parse(text!));
  assert.deepEqual(errors, given);
});

test("the program of the guide signs as the service checks", async () => {
  const program = /```js\n([\s\S]*?)```/.exec(guide)![1]!;
  const { signed } = await import(`data:text/javascript,${encodeURIComponent(program)}`);
  const headers = signed("pk_1", "secret", "POST", "/api/v1/otep/ingest?x=1", '{"a":1}');
  const digest = createHash("sha256").update('{"a":1}').digest("hex");
  const text = `v1\n${headers["OTEP-Timestamp"]}\nPOST\n/api/v1/otep/ingest?x=1\n${digest}`;
  const signature = createHmac("sha256", "secret").update(text).digest("hex");
  assert.equal(headers["OTEP-Signature"], `v1=${signature}`);
});
