/** Runs the conformance vectors against this implementation, as any other implementation would. */
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { buildGeneratedInputs, computeExpected, files, run } from "../scripts/vectors.ts";
import { ERROR_RULES, WARNING_RULES } from "../src/validate/rules.ts";
import { codes } from "../src/vocabulary.ts";

test("has a runner for every file and a file for every runner", () => {
  const folder = new URL("../vectors/", import.meta.url);
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".json"),
  );
  assert.deepEqual(names.map((name) => name.slice(0, -5)).sort(), Object.keys(run).sort());
});

test("the vectors of every format and the public view match the generated timelines", () => {
  for (const [name, inputs] of buildGeneratedInputs()) {
    assert.deepEqual(
      files.get(name)!.vectors.map(({ expected, ...input }) => input),
      inputs,
      name,
    );
  }
});

const isDocument = (operation: string) => operation === "redact" || operation.startsWith("formats/");

for (const [operation, { vectors }] of files) {
  for (const vector of vectors) {
    test(`${operation}: ${vector.name}`, () => {
      const answer = computeExpected(operation, vector);
      assert.deepEqual(answer, vector.expected);
      // Documents are specified byte for byte, so the order of members matters.
      if (isDocument(operation)) assert.equal(JSON.stringify(answer), JSON.stringify(vector.expected));
    });
  }
}

test("the vectors of the validator cover every rule", () => {
  const covered_codes = new Set(
    files
      .get("validate")!
      .vectors.flatMap(({ expected }) =>
        [...expected.errors, ...expected.warnings].map(({ code }: { code: string }) => code),
      ),
  );
  const unseen = [...ERROR_RULES, ...WARNING_RULES]
    .map(({ code }) => code)
    .filter((code) => !covered_codes.has(code));
  // A document of 10,001 events is too large for a vector, and no code has been replaced yet.
  assert.deepEqual(unseen, ["too_many_events", "deprecated_code"]);
  assert.ok(codes.every(({ replaced_by }) => replaced_by === undefined));
});
