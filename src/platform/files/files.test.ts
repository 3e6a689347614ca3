import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, describe, test } from "node:test";
import { startS3StandIn } from "#tests/support/s3.ts";
import { buildFilePath, checkFileStore, FileStoreUnavailable, type Files } from "./files.ts";
import { createLocalFiles } from "./local.ts";
import { createS3Files } from "./s3.ts";

const folder = await mkdtemp(path.join(tmpdir(), "packhorse-files-"));
after(() => rm(folder, { recursive: true, force: true }));
const store = await startS3StandIn();
const settled = await startS3StandIn({ prefix: "north/2026" });

/** A real store may be tested too: `S3_TEST_URL` in the form of FILES_URL, with the settings of the store. */
async function stores(): Promise<[string, Files][]> {
  const stores: [string, Files][] = [
    ["a local folder", createLocalFiles(folder)],
    ["a bucket", createS3Files(store.settings)],
    ["a folder of a bucket", createS3Files(settled.settings)],
  ];
  const url = process.env["S3_TEST_URL"];
  if (url !== undefined) {
    const { readConfig } = await import("../../config.ts");
    const { files } = readConfig({ ...process.env, FILES_URL: url }, []);
    if (files !== null) stores.push([`the store at ${files.endpoint.host}`, createS3Files(files)]);
  }
  return stores;
}

const computeHash = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

for (const [name, files] of await stores()) {
  describe(`files in ${name}`, () => {
    test("are named by their hash and read back byte for byte", async () => {
      const bytes = randomBytes(5000);
      const sha256 = await files.put(bytes);
      assert.equal(sha256, computeHash(bytes));
      assert.deepEqual(await files.get(sha256), bytes);
    });
    test("may be large or empty", async () => {
      for (const bytes of [randomBytes(8 * 1024 * 1024), Buffer.alloc(0)]) {
        const sha256 = await files.put(bytes);
        assert.deepEqual(await files.get(sha256), bytes);
      }
    });
    test("may be buffer views or plain byte arrays", async () => {
      const bytes = randomBytes(100);
      const part = new Uint8Array(bytes.buffer, bytes.byteOffset + 10, 20);
      assert.deepEqual(await files.get(await files.put(part)), bytes.subarray(10, 30));
    });
    test("written twice are stored once", async () => {
      const bytes = randomBytes(100);
      const [first, second] = await Promise.all([files.put(bytes), files.put(bytes)]);
      assert.equal(first, second);
      assert.equal(await files.put(bytes), first);
      assert.deepEqual(await files.get(first), bytes);
    });
    test("that were never stored are undefined, and so is a name that is not a hash", async () => {
      for (const sha256 of [computeHash(randomBytes(10)), "", "../secret.key", "A".repeat(64)])
        assert.equal(await files.get(sha256), undefined);
    });
    test("can be checked at the start", () => checkFileStore(files));
  });
}

test("both kinds of store use the same path for a file, so that one can be copied to the other", async () => {
  const bytes = randomBytes(10);
  const place = buildFilePath(await createLocalFiles(folder).put(bytes));
  assert.deepEqual(await readFile(path.join(folder, place)), bytes);
  await createS3Files(settled.settings).put(bytes);
  assert.deepEqual(settled.objects.get(`/depot-files/north/2026/${place}`), bytes);
});

test("an unusable folder is reported as an unavailable store", async () => {
  const used = path.join(folder, "not-a-folder");
  await writeFile(used, "");
  const files = createLocalFiles(used);
  const unavailable = (error: Error) =>
    error instanceof FileStoreUnavailable && !error.message.includes(folder);
  await assert.rejects(files.put(Buffer.from("x")), unavailable);
  await assert.rejects(files.get(computeHash(Buffer.from("x"))), unavailable);
});
