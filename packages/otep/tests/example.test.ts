import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { exampleTimeline } from "../scripts/example-timeline.ts";
import { renderExamples } from "../scripts/generate-examples.ts";
import { checkTransitions } from "../src/state-machine.ts";
import { assertTimelineConforms } from "./support.ts";

test("the published example journey conforms and has no irregular end", () => {
  const timeline = exampleTimeline();
  assertTimelineConforms(timeline);
  assert.deepEqual(checkTransitions(timeline.events).errors, []);
});

test("the published examples match the output of the package", () => {
  for (const [name, document] of renderExamples()) {
    const file = readFileSync(new URL(`../examples/${name}.json`, import.meta.url), "utf8");
    assert.deepEqual(JSON.parse(file), JSON.parse(JSON.stringify(document)), `${name}.json is stale`);
  }
});

test("the description of each format quotes its example", () => {
  const text = readFileSync(new URL("../FORMATS-standards.md", import.meta.url), "utf8");
  const examples = renderExamples();
  for (const section of text.split(/^## /m).slice(1)) {
    const format = section.slice(0, section.indexOf("\n"));
    const nodes = new Set<string>();
    JSON.stringify(examples.get(format), (_, value) => {
      nodes.add(JSON.stringify(value));
      return value;
    });
    const quoted = [...section.matchAll(/```json\n(.*?)```/gs)];
    assert.equal(quoted.length, 1, format);
    assert.ok(nodes.has(JSON.stringify(JSON.parse(quoted[0]![1]!))), `${format} is quoted wrongly`);
  }
});
