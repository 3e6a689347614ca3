import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { isUnchanged, recordSources } from "./bundle.ts";

/** A folder with two sources, and what was recorded of them. */
async function createSources(context: TestContext) {
  const root = await mkdtemp(path.join(tmpdir(), "packhorse-sources-"));
  context.after(() => rm(root, { recursive: true }));
  const write = (file: string, text: string) => writeFile(path.join(root, file), text);
  for (const folder of ["src/domain", "packages"]) await mkdir(path.join(root, folder), { recursive: true });
  await write("package.json", "{}");
  await write("src/main.ts", "start();");
  await write("src/main.test.ts", "test();");
  await write("src/domain/texts.json", "{}");
  await write("built-with.ts", "build();");
  const recorded = recordSources(root, ["built-with.ts"]);
  return { root, write, isUnchanged: () => isUnchanged(root, recorded) };
}

test("sources are unchanged when only their times, tests and other files differ", async (context) => {
  const { root, write, isUnchanged } = await createSources(context);
  assert.equal(isUnchanged(), true);
  await utimes(path.join(root, "src/main.ts"), new Date(0), new Date(0));
  await write("src/main.test.ts", "others();");
  await write("src/page.css", "");
  assert.equal(isUnchanged(), true);
});

for (const [what, change] of [
  ["of the same length was edited", { file: "src/main.ts", text: "pause();" }],
  ["is longer", { file: "src/main.ts", text: "start(now);" }],
  ["of texts was edited", { file: "src/domain/texts.json", text: "[]" }],
  ["was added", { file: "src/domain/more.ts", text: "" }],
  ["that the bundle was built with was edited", { file: "built-with.ts", text: "other();" }],
  ["of the installed versions was edited", { file: "package.json", text: "[]" }],
] as const)
  test(`sources are changed when a file ${what}`, async (context) => {
    const { root, write, isUnchanged } = await createSources(context);
    await write(change.file, change.text);
    // Written within the same millisecond as the first time, perhaps.
    await utimes(path.join(root, change.file), new Date(0), new Date(0));
    assert.equal(isUnchanged(), false);
  });

test("sources are changed when a file was removed", async (context) => {
  const { root, isUnchanged } = await createSources(context);
  await rm(path.join(root, "src/domain/texts.json"));
  assert.equal(isUnchanged(), false);
});
