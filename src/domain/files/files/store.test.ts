/** Files in a bucket, through the operations: the responses while the store is unavailable. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import type { Files } from "#platform/files/files.ts";
import { buildFilePath } from "#platform/files/files.ts";
import { createS3Files } from "#platform/files/s3.ts";
import { startS3StandIn } from "#tests/support/s3.ts";
import { testService } from "#tests/support/service.ts";

const service = await testService();
const store = await startS3StandIn();
const HASTY = { attempts_max: 2, pause_ms: 1, attempt_ms: 60_000, whole_ms: 60_000 };

/** Tests of this file run in sequence. */
async function keptIn<T>(files: Files, work: () => Promise<T>): Promise<T> {
  const { runtime } = service;
  const before = runtime.files;
  runtime.files = files;
  try {
    return await work();
  } finally {
    runtime.files = before;
  }
}

function upload() {
  const bytes = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe1]), randomBytes(300)]);
  return {
    bytes,
    body: { content_base64: bytes.toString("base64"), content_type: "image/jpeg", name: "door.jpg" },
  };
}

test("a file is stored in the bucket and read from it; a dry run stores nothing there", async () => {
  const business = await service.business();
  const { bytes, body } = upload();
  await keptIn(createS3Files(store.settings, HASTY), async () => {
    const before = store.requests.length;
    assert.equal(
      (await business.http("employee", "POST", "/api/v1/files", body, { "x-dry-run": "1" })).status,
      200,
    );
    assert.equal(store.requests.length, before);
    const creation = await business.http("employee", "POST", "/api/v1/files", body);
    assert.equal(creation.status, 201);
    assert.deepEqual(store.objects.get(`/depot-files/${buildFilePath(creation.body.sha256)}`), bytes);
    const answer = await business.http("employee", "GET", `/api/v1/files/${creation.body.file_id}`);
    assert.deepEqual(answer.raw, bytes);
  });
});

test("while the store is unavailable or misconfigured, uploads and downloads are 503 and nothing is acknowledged", async () => {
  const business = await service.business();
  const away = await startS3StandIn();
  const kept_answer = await keptIn(createS3Files(away.settings, HASTY), async () =>
    business.http("employee", "POST", "/api/v1/files", upload().body),
  );
  assert.equal(kept_answer.status, 201);
  await away.stop();
  const wrong = { ...store.settings, secret_access_key: "another" };
  for (const files of [createS3Files(away.settings, HASTY), createS3Files(wrong, HASTY)]) {
    await keptIn(files, async () => {
      const { body } = upload();
      const refused = await business.http("employee", "POST", "/api/v1/files", body, {
        "idempotency-key": body.name,
      });
      const unread = await business.http("employee", "GET", `/api/v1/files/${kept_answer.body.file_id}`);
      for (const answer of [refused, unread]) {
        assert.equal(answer.status, 503);
        assert.equal(answer.headers["retry-after"], "1");
        assert.partialDeepStrictEqual(answer.body, { result: false, error_code: "BUSY" });
        assert.match(answer.body.message, /^The file store does not answer at the moment\./);
        // The cause is only for the operator.
        assert.doesNotMatch(JSON.stringify(answer.body), /localhost|depot-files|S3_/);
      }
    });
  }
  const rows = await service.system.rows("select id from file where business_id = $1", [business.id]);
  assert.deepEqual(
    rows.map((row) => (row as { id: number }).id),
    [kept_answer.body.file_id],
  );

  // The same request again, with its idempotency key, once the store is back.
  await keptIn(createS3Files(store.settings, HASTY), async () => {
    const { body } = upload();
    const again = await business.http("employee", "POST", "/api/v1/files", body, {
      "idempotency-key": body.name,
    });
    assert.equal(again.status, 201);
    assert.equal(again.headers["idempotency-replayed"], undefined);
  });
});

test("no transaction is open while the store is slow: six uploads wait, and an order is created", async () => {
  const business = await service.business();
  const files = createS3Files(store.settings, { ...HASTY, attempts_max: 1 });
  const slow: Files = {
    get: files.get,
    async put(bytes) {
      waiting += 1;
      await opened;
      return files.put(bytes);
    },
  };
  let waiting = 0;
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  await keptIn(slow, async () => {
    // As many as the service has connections.
    const uploads = Array.from({ length: 6 }, () =>
      business.http("employee", "POST", "/api/v1/files", upload().body),
    );
    while (waiting < 6) await new Promise((resolve) => setImmediate(resolve));
    assert.ok((await business.order()).id > 0);
    open();
    for (const { status } of await Promise.all(uploads)) assert.equal(status, 201);
  });
});

test("damaged bytes in the bucket are a failure and not a response", async () => {
  const business = await service.business();
  await keptIn(createS3Files(store.settings, HASTY), async () => {
    const creation = await business.http("employee", "POST", "/api/v1/files", upload().body);
    store.objects.set(`/depot-files/${buildFilePath(creation.body.sha256)}`, Buffer.from("others"));
    assert.equal(
      (await business.http("employee", "GET", `/api/v1/files/${creation.body.file_id}`)).status,
      500,
    );
    store.objects.delete(`/depot-files/${buildFilePath(creation.body.sha256)}`);
    assert.equal(
      (await business.http("employee", "GET", `/api/v1/files/${creation.body.file_id}`)).status,
      500,
    );
  });
});
