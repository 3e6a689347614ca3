import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { toCloudEvent, toCloudEventBatch } from "../src/cloudevents.ts";
import { redactTimeline } from "../src/redact.ts";
import { FINDINGS_MAX } from "../src/validate/findings.ts";
import { ERROR_RULES, WARNING_RULES } from "../src/validate/rules.ts";
import { validate } from "../src/validate.ts";
import { anyBody, anyMutant } from "./mutate.ts";
import { richEvent, richTimeline } from "./random-events.ts";
import { runs } from "./runs.ts";
import { start_ms } from "./support.ts";

const folder = new URL("../schema/", import.meta.url);
const base = "https://otep.dev/schema/1.0/";
const formats = addFormats as unknown as typeof addFormats.default;
const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false, allErrors: true });
formats(ajv);
for (const name of readdirSync(folder)) {
  ajv.addSchema(JSON.parse(readFileSync(new URL(name, folder), "utf8")));
}

function assertConforms(schema: string, document: unknown): void {
  const check = ajv.getSchema(base + schema);
  assert.ok(check !== undefined, `there is no ${schema}`);
  const parsed_document = JSON.parse(JSON.stringify(document));
  assert.ok(check(parsed_document), JSON.stringify(check.errors?.slice(0, 3)));
}

test("publishes every schema under its own URL, and each compiles", () => {
  for (const name of readdirSync(folder)) assert.ok(ajv.getSchema(base + name) !== undefined, name);
});

test("writes timelines, public timelines and events that conform", () => {
  fc.assert(
    fc.property(richTimeline, (timeline) => {
      assertConforms("timeline.schema.json", timeline);
      assertConforms("timeline.schema.json", redactTimeline(timeline));
      assertConforms("body.schema.json", timeline);
    }),
  );
});

test("writes CloudEvents that conform", () => {
  fc.assert(
    fc.property(richEvent, (event) => {
      assertConforms("cloudevent.schema.json#/$defs/written", toCloudEvent(event));
      assertConforms("body.schema.json", toCloudEventBatch([event]));
    }),
  );
});

test("accepts every kind of body that conforms", () => {
  fc.assert(
    fc.property(anyBody, (body) => {
      if (Object.keys(body as object).length > 0) assertConforms("body.schema.json", body);
    }),
  );
});

test("returns results that conform to the schema, for any input", () => {
  fc.assert(
    fc.property(anyMutant, (body) => {
      assertConforms("validation.schema.json", validate(body, { now: start_ms }));
    }),
    { numRuns: runs(300) },
  );
});

test("the schema of the result lists the codes and limits of the rules", () => {
  const text = readFileSync(new URL("validation.schema.json", folder), "utf8");
  const { properties } = JSON.parse(text);
  for (const [list, rules] of [
    [properties.errors, ERROR_RULES],
    [properties.warnings, WARNING_RULES],
  ]) {
    assert.equal(list.maxItems, FINDINGS_MAX);
    assert.deepEqual(
      list.items.properties.code.enum,
      rules.map(({ code }: { code: string }) => code),
    );
  }
});
