import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { isConsoleBuilt, recordBuild, recordConsoleSources } from "./built-from.ts";

test("a build of the console is of these files until one is changed, added or removed", async (context) => {
  const root = await mkdtemp(path.join(tmpdir(), "packhorse-console-"));
  context.after(() => rm(root, { recursive: true }));
  const write = (file: string, text: string) => writeFile(path.join(root, file), text);
  for (const folder of [
    "src",
    "packages",
    "scripts/console",
    "console/pages",
    "console/icons/gen",
    "console/dist/.vite",
  ])
    await mkdir(path.join(root, folder), { recursive: true });
  for (const file of [
    "package.json",
    "src/main.ts",
    "scripts/build-console.ts",
    "console/pages/orders.tsx",
    "console/page.css",
  ])
    await write(file, "1");
  assert.equal(await isConsoleBuilt(root), false);
  await recordBuild(root, await recordConsoleSources(root));
  assert.equal(await isConsoleBuilt(root), true);
  // Tests, and what the build makes.
  for (const file of [
    "console/pages/orders.test.ts",
    "console/icons/gen/x.ts",
    "console/dist/page.js",
    "console/en.d.json.ts",
  ])
    await write(file, "1");
  assert.equal(await isConsoleBuilt(root), true);
  for (const file of [
    "src/main.ts",
    "console/page.css",
    "scripts/build-console.ts",
    "console/pages/orders.tsx",
  ]) {
    await write(file, "22");
    assert.equal(await isConsoleBuilt(root), false, file);
    await write(file, "1");
    assert.equal(await isConsoleBuilt(root), true, file);
  }
  await write("console/pages/new.tsx", "1");
  assert.equal(await isConsoleBuilt(root), false);
  await rm(path.join(root, "console/pages/new.tsx"));
  await rm(path.join(root, "console/page.css"));
  assert.equal(await isConsoleBuilt(root), false);
});
