import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { standards } from "../scripts/generate-examples.ts";
import { redactTimeline } from "../src/redact.ts";
import { richTimeline } from "./random-events.ts";

const urls = fc.constantFrom(
  "https://track.example/PKH0001",
  "http://localhost:8080/a?b=c",
  "/trackings/PKH0001",
  "",
  "https://é.example/ ",
);

/** Deep-frozen: a write to it throws. */
function frozen<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const held of Object.values(value)) frozen(held);
  }
  return value;
}

for (const projection of standards) {
  test(`${projection.format} is pure: same timeline, same text, and the timeline untouched`, () => {
    fc.assert(
      fc.property(richTimeline, urls, (timeline, public_url) => {
        for (const view of [frozen(timeline), frozen(redactTimeline(timeline))]) {
          const one = projection.project(view, { public_url });
          const other = projection.project(structuredClone(view), { public_url });
          assert.equal(JSON.stringify(other.document), JSON.stringify(one.document));
          assert.equal(other.loss, one.loss);
          assert.ok(one.loss >= 0 && one.loss <= timeline.events.length);
        }
      }),
      { numRuns: 100 },
    );
  });
}
