import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { packTemplate, unpackTemplate } from "./template.ts";

test("a template is copied for its version and key alone, and not when it is damaged", async (context) => {
  const root = await mkdtemp(path.join(tmpdir(), "packhorse-template-"));
  context.after(() => rm(root, { recursive: true }));
  const cluster = path.join(root, "cluster");
  await mkdir(path.join(cluster, "base/empty"), { recursive: true });
  await writeFile(path.join(cluster, "base/1"), "same");
  await writeFile(path.join(cluster, "base/2"), "same");
  await writeFile(path.join(cluster, "PG_VERSION"), "18\n");
  await writeFile(path.join(cluster, "postmaster.pid"), "1");
  const file = path.join(root, "template");
  const keyed = (key: string) => ({ file, buildKey: async () => key });
  const unpack = async (key: string, version: string) => {
    const folder = await mkdtemp(path.join(root, "copy-"));
    return { folder, done: await unpackTemplate(keyed(key), folder, version) };
  };
  assert.equal((await unpack("key", "18.4")).done, false);
  await packTemplate(keyed("key"), cluster, "18.4");
  const { folder, done } = await unpack("key", "18.4");
  assert.equal(done, true);
  assert.deepEqual((await readdir(folder, { recursive: true })).sort(), [
    "PG_VERSION",
    "base",
    "base/1",
    "base/2",
    "base/empty",
  ]);
  assert.equal(await readFile(path.join(folder, "base/2"), "utf8"), "same");
  assert.equal((await unpack("other", "18.4")).done, false);
  assert.equal((await unpack("key", "18.5")).done, false);
  const bytes = await readFile(file);
  await writeFile(file, bytes.subarray(0, -4));
  assert.equal((await unpack("key", "18.4")).done, false);
  await writeFile(file, "");
  assert.equal((await unpack("key", "18.4")).done, false);
});
