import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, describe, test } from "node:test";
import { standInS3 } from "#tests/support/s3.ts";
import { FileStoreUnavailable, type Files, placeOf, tryFiles } from "./files.ts";
import { localFiles } from "./local.ts";
import { s3Files } from "./s3.ts";

const folder = await mkdtemp(path.join(tmpdir(), "packhorse-files-"));
after(() => rm(folder, { recursive: true, force: true }));
const store = await standInS3();
const settled = await standInS3({ prefix: "north/2026" });

/** One that is really there may be tried too: `S3_TEST_URL` as FILES_URL, with the settings of the store. */
async function stores(): Promise<[string, Files][]> {
  const found: [string, Files][] = [
    ["a local folder", localFiles(folder)],
    ["a bucket", s3Files(store.settings)],
    ["a folder of a bucket", s3Files(settled.settings)],
  ];
  const url = process.env["S3_TEST_URL"];
  if (url !== undefined) {
    const { readConfig } = await import("../../config.ts");
    const { files } = readConfig({ ...process.env, FILES_URL: url }, []);
    if (files !== null) found.push([`the store at ${files.endpoint.host}`, s3Files(files)]);
  }
  return found;
}

const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

for (const [name, files] of await stores()) {
  describe(`files in ${name}`, () => {
    test("are named by their hash and come back byte for byte", async () => {
      const bytes = randomBytes(5000);
      const sha256 = await files.put(bytes);
      assert.equal(sha256, hashOf(bytes));
      assert.deepEqual(await files.get(sha256), bytes);
    });
    test("may be large, and empty", async () => {
      for (const bytes of [randomBytes(8 * 1024 * 1024), Buffer.alloc(0)]) {
        const sha256 = await files.put(bytes);
        assert.deepEqual(await files.get(sha256), bytes);
      }
    });
    test("are views of a buffer, or plain octets", async () => {
      const whole = randomBytes(100);
      const part = new Uint8Array(whole.buffer, whole.byteOffset + 10, 20);
      assert.deepEqual(await files.get(await files.put(part)), whole.subarray(10, 30));
    });
    test("written twice are written once", async () => {
      const bytes = randomBytes(100);
      const [first, second] = await Promise.all([files.put(bytes), files.put(bytes)]);
      assert.equal(first, second);
      assert.equal(await files.put(bytes), first);
      assert.deepEqual(await files.get(first), bytes);
    });
    test("that were never stored are undefined, and so is what is no hash", async () => {
      for (const sha256 of [hashOf(randomBytes(10)), "", "../secret.key", "A".repeat(64)])
        assert.equal(await files.get(sha256), undefined);
    });
    test("can be tried at the start", () => tryFiles(files));
  });
}

test("both kinds of store keep a file at the same place, so that one can be copied to the other", async () => {
  const bytes = randomBytes(10);
  const place = placeOf(await localFiles(folder).put(bytes));
  assert.deepEqual(await readFile(path.join(folder, place)), bytes);
  await s3Files(settled.settings).put(bytes);
  assert.deepEqual(settled.objects.get(`/depot-files/north/2026/${place}`), bytes);
});

test("a folder that cannot be used is a store that does not answer", async () => {
  const used = path.join(folder, "not-a-folder");
  await writeFile(used, "");
  const files = localFiles(used);
  const unavailable = (error: Error) =>
    error instanceof FileStoreUnavailable && !error.message.includes(folder);
  await assert.rejects(files.put(Buffer.from("x")), unavailable);
  await assert.rejects(files.get(hashOf(Buffer.from("x"))), unavailable);
});
