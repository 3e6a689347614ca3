/** A journey that fails once is run again alone and reported; any other failure fails the run. */
import assert from "node:assert/strict";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { describePassedAgain, type Repeated, runAgain } from "./run-again.ts";
import { type FileOutcome, runGroups } from "./run-groups.ts";

/** Appends a line to `<name>.runs`; fails unless there are more lines than `failures`. */
const testFile = (name: string, failures: number) => `
import assert from "node:assert/strict";
import { appendFileSync, readFileSync } from "node:fs";
import { test } from "node:test";
test("a step of ${name}", () => {
  const runs = new URL("./${name}.runs", import.meta.url);
  appendFileSync(runs, "run\\n");
  const count = readFileSync(runs, "utf8").trim().split("\\n").length;
  assert(count > ${failures}, "the list has not loaded");
});
`;

describe("a second run of failed journeys", () => {
  let root = "";
  let first: FileOutcome[] = [];
  let repeated: Repeated;
  const passing = "tests/journeys/passing.test.ts";
  const flaky = "tests/journeys/flaky.test.ts";
  const broken = "tests/journeys/broken.test.ts";
  const rule = "src/rule.test.ts";
  const countRuns = async (file: string) =>
    (await readFile(path.join(root, file.replace(".test.ts", ".runs")), "utf8")).trim().split("\n").length;

  before(async () => {
    root = await mkdtemp(path.join(tmpdir(), "packhorse-run-again-"));
    await writeFile(path.join(root, "package.json"), '{ "type": "module" }');
    for (const [file, failures] of [
      [passing, 0],
      [flaky, 1],
      [broken, 9],
      [rule, 1],
    ] as const) {
      await mkdir(path.dirname(path.join(root, file)), { recursive: true });
      await writeFile(path.join(root, file), testFile(path.basename(file, ".test.ts"), failures));
    }
    const groups = [passing, flaky, broken, rule].map((file) => ({
      kind: "journeys" as const,
      files: [file],
    }));
    first = await runGroups(groups, { root, env: {}, concurrency: 1 });
    repeated = await runAgain(first, (file) => file.startsWith("tests/journeys/"), { root, env: {} });
  });
  after(() => rm(root, { recursive: true, force: true }));

  test("passes the journey that failed once", () => {
    assert.deepEqual(
      first.map(({ failed }) => failed),
      [0, 1, 1, 1],
    );
    assert.deepEqual(
      repeated.outcomes.map(({ file, failed }) => [file, failed]),
      [
        [passing, 0],
        [flaky, 0],
        [broken, 1],
        [rule, 1],
      ],
    );
  });

  test("runs nothing again that passed, or that is no journey", async () => {
    assert.deepEqual(await Promise.all([passing, flaky, broken, rule].map(countRuns)), [1, 2, 2, 1]);
  });

  test("reports the first failure in full", () => {
    const words = describePassedAgain(repeated.passed_again);
    assert.match(words, /flaky\.test\.ts passed only when run again alone/);
    assert.match(words, /a step of flaky[\s\S]*the list has not loaded/);
    assert.match(words, /\n1 file passed only when run again alone$/);
    assert.doesNotMatch(words, /broken/);
    assert.equal(describePassedAgain([]), "");
  });
});
