/** Files that share a process: each has its own result, and an error that belongs to no test fails the group. */
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { runGroups } from "./run-groups.ts";

const CONTENTS = {
  // Imported while the tests before it could already run; the hook of one file waits for all others.
  slow: `
    import { setTimeout as wait } from "node:timers/promises";
    let is_open = true;
    after(() => { is_open = false; });
    await wait(100);
    test("one", async () => { await wait(10); assert(is_open); });`,
  unreadable: `throw new Error("the fixture is missing");`,
  failing: `test("two", () => assert.equal(1, 2));`,
  last: `test("three", async () => { await Promise.resolve(); });`,
  forgotten: `test("four", async () => { Promise.reject(new Error("nobody awaits this")); });`,
};
type Name = keyof typeof CONTENTS;

describe("files of one process", () => {
  let root = "";
  before(async () => {
    root = await mkdtemp(path.join(tmpdir(), "packhorse-run-groups-"));
    await writeFile(path.join(root, "package.json"), '{ "type": "module" }');
    const imports = 'import assert from "node:assert/strict"; import { after, test } from "node:test";';
    for (const [name, text] of Object.entries(CONTENTS))
      await writeFile(path.join(root, `${name}.test.ts`), `${imports}\n${text}`);
  });
  after(() => rm(root, { recursive: true, force: true }));
  const runFiles = (...names: Name[]) =>
    runGroups([{ kind: "unit", files: names.map((name) => `${name}.test.ts`) }], {
      root,
      env: {},
      concurrency: 1,
    });

  test("a failed test or import fails its file alone, and says why", async () => {
    const outcomes = await runFiles("slow", "unreadable", "failing", "last");
    assert.deepEqual(
      outcomes.map(({ passed, failed }) => [passed, failed]),
      [
        [1, 0],
        [0, 1],
        [0, 1],
        [1, 0],
      ],
    );
    assert.match(outcomes[1]?.failure ?? "", /the fixture is missing/);
    assert.match(outcomes[2]?.failure ?? "", /1 !== 2/);
  });

  test("a rejection that nothing awaits fails the group", async () => {
    const outcomes = await runFiles("last", "forgotten");
    assert.equal(
      outcomes.reduce((sum, { failed }) => sum + failed, 0),
      1,
    );
    assert.match(outcomes[0]?.failure ?? "", /nobody awaits this/);
  });
});
