import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { loadRegistry } from "#operation/define/registry.ts";
import { startProcess } from "#tests/support/process.ts";
import { SOURCES_FILE } from "../../src/bundle.ts";
import { buildBundle } from "./build-bundle.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const folder = path.join(ROOT, "build", `test-${randomUUID()}`);
const entry = path.join(folder, "start.js");
let data_dir: string;

before(async () => {
  data_dir = await mkdtemp(path.join(tmpdir(), "packhorse-bundle-"));
  await buildBundle(folder);
});

after(async () => {
  await rm(folder, { recursive: true, force: true });
  await rm(data_dir, { recursive: true, force: true });
});

test("a bundle has every operation, and the files that are read from the sources", async () => {
  const service = await startProcess({ DATA_DIR: data_dir }, entry);
  await service.untilReady();
  const described = (await (await fetch(`${service.base}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { operationId?: string }>>;
  };
  const served = Object.values(described.paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId),
  );
  const { operations } = await loadRegistry();
  const missing = operations
    .values()
    .filter(({ name, rest }) => rest !== undefined && !served.includes(name))
    .map(({ name }) => name);
  assert.deepEqual([...missing], []);
  for (const page of ["/docs", "/version"])
    assert.equal((await fetch(service.base + page)).status, 200, page);
  await service.stop();
  assert.doesNotMatch(service.output(), /were changed/);
});

test("the sources are started when one of them was changed since", async () => {
  const file = path.join(folder, SOURCES_FILE);
  const recorded = JSON.parse(await readFile(file, "utf8"));
  recorded["src/main.ts"].bytes += 1;
  await writeFile(file, JSON.stringify(recorded));
  const service = await startProcess({ DATA_DIR: data_dir }, entry);
  await service.untilReady();
  assert.match(service.output(), /Files were changed since the service was built/);
  await service.stop();
});
