import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { describe, test } from "node:test";
import { AwsClient } from "aws4fetch";
import { startNameServer } from "#tests/support/name-server.ts";
import { type Fault, startS3StandIn } from "#tests/support/s3.ts";
import { names } from "../external/addresses.ts";
import { createNames } from "../external/names.ts";
import { buildFilePath, checkFileStore, FileStoreUnavailable } from "./files.ts";
import { buildBaseUrl, createS3Files, type S3Settings } from "./s3.ts";

const store = await startS3StandIn();
const FAST_RETRY = { attempts_max: 3, pause_ms: 1, attempt_ms: 60_000, whole_ms: 120_000 };
const files = createS3Files(store.settings, FAST_RETRY);

const slow_down: Fault = { status: 503, code: "SlowDown" };

/** Returns the failure of the work, with the number of requests the store received for it. */
async function catchFailure(
  work: () => Promise<unknown>,
): Promise<FileStoreUnavailable & { request_count: number }> {
  const before = store.requests.length;
  try {
    await work();
  } catch (error) {
    assert(error instanceof FileStoreUnavailable, String(error));
    return Object.assign(error, { request_count: store.requests.length - before });
  } finally {
    store.faults.length = 0;
  }
  return assert.fail("The store should have refused.");
}

describe("transient failures are retried", () => {
  const passing: [string, Fault][] = [
    ["a store that asks to slow down", slow_down],
    ["an internal error", { status: 500, code: "InternalError" }],
    ["a gateway without a store behind it", { status: 502, code: "" }],
    ["too many requests", { status: 429, code: "TooManyRequests" }],
    ["a body that came too slowly", { status: 400, code: "RequestTimeout" }],
    ["a broken connection", "reset"],
  ];
  for (const [name, fault] of passing) {
    test(name, async () => {
      const bytes = randomBytes(50);
      store.faults.push(fault, fault);
      const sha256 = await files.put(bytes);
      store.faults.push(fault);
      assert.deepEqual(await files.get(sha256), bytes);
      assert.deepEqual(store.faults, []);
    });
  }
  test("a response lost after the object was stored: the object exists once", async () => {
    const bytes = randomBytes(50);
    store.faults.push("lost");
    const sha256 = await files.put(bytes);
    assert.deepEqual(
      [...store.objects.keys()].filter((key) => key.endsWith(sha256)),
      [`/depot-files/${buildFilePath(sha256)}`],
    );
  });
  test("an object that arrived only in part is not returned", async () => {
    const bytes = randomBytes(5000);
    const sha256 = await files.put(bytes);
    store.faults.push("half");
    assert.deepEqual(await files.get(sha256), bytes);
  });
  test("a slow response", async () => {
    store.faults.push("silence");
    const slow_retry = { ...FAST_RETRY, attempts_max: 100, attempt_ms: 300 };
    const sha256 = await createS3Files(store.settings, slow_retry).put(Buffer.from("slow"));
    assert.ok(store.objects.has(`/depot-files/${buildFilePath(sha256)}`));
  });
});

describe("permanent failures end the retries, and nothing is acknowledged", () => {
  test("a store that keeps answering SlowDown", async () => {
    store.faults.push(slow_down, slow_down, slow_down);
    const bytes = randomBytes(20);
    const { message, misconfigured, request_count } = await catchFailure(() => files.put(bytes));
    assert.deepEqual(
      [message, misconfigured, request_count],
      ["The file store answered 503 (SlowDown).", false, 3],
    );
  });
  test("a store that never responds: no request starts after the time limit", async () => {
    store.faults.push("silence", "silence", "silence");
    const failed = await catchFailure(() =>
      createS3Files(store.settings, { ...FAST_RETRY, attempt_ms: 1000, whole_ms: 1 }).put(randomBytes(20)),
    );
    assert.match(failed.message, /is too slow/);
    assert.deepEqual([failed.misconfigured, failed.request_count], [false, 1]);
  });
  test("a store that is unreachable", async () => {
    const gone = await startS3StandIn();
    await gone.stop();
    const failed = await catchFailure(() => createS3Files(gone.settings, FAST_RETRY).get("0".repeat(64)));
    assert.match(failed.message, /cannot be reached/);
    assert.equal(failed.misconfigured, false);
  });
  test("a web server that answers 200 to anything", async () => {
    store.faults.push("page");
    const failed = await catchFailure(() => files.put(randomBytes(20)));
    assert.match(failed.message, /not an S3-compatible store/);
    assert.deepEqual([failed.misconfigured, failed.request_count], [true, 1]);
  });

  const other = (settings: Partial<S3Settings>) =>
    createS3Files({ ...store.settings, ...settings }, FAST_RETRY);
  const wrong: [string, ReturnType<typeof createS3Files>, RegExp][] = [
    ["an unknown key", other({ access_key_id: "AKIAOTHER" }), /does not know the key of S3_ACCESS_KEY_ID/],
    [
      "a wrong secret",
      other({ secret_access_key: "another" }),
      /S3_SECRET_ACCESS_KEY do not belong together/,
    ],
    ["a bucket that is not there", other({ bucket: "elsewhere" }), /no bucket elsewhere at localhost:/],
    ["another region", other({ region: "eu-west-1" }), /not in the region eu-west-1; correct S3_REGION/],
  ];
  for (const [name, client, message] of wrong) {
    test(`${name} is reported at once, for reading and for writing, without the secret`, async () => {
      const object_count = store.objects.size;
      for (const work of [
        () => client.put(randomBytes(20)),
        () => client.get("0".repeat(64)),
        () => checkFileStore(client),
      ]) {
        const failed = await catchFailure(work);
        assert.match(failed.message, message);
        assert.deepEqual([failed.misconfigured, failed.request_count], [true, 1]);
        assert.ok(!failed.message.includes(store.settings.secret_access_key));
      }
      assert.equal(store.objects.size, object_count);
    });
  }
  const refused: [string, Fault, RegExp][] = [
    [
      "a redirect to another region, which is named",
      {
        status: 301,
        code: "PermanentRedirect",
        headers: { location: "http://x.invalid/", "x-amz-bucket-region": "sa-east-1" },
      },
      /but in sa-east-1; correct S3_REGION/,
    ],
    [
      "a key without rights",
      { status: 403, code: "AccessDenied" },
      /may not read, write and list in the bucket/,
    ],
    ["a wrong clock", { status: 403, code: "RequestTimeTooSkewed" }, /the clock of this machine is wrong/],
    [
      "words never heard of",
      { status: 409, code: "OperationAborted" },
      /answered 409 \(OperationAborted\)\.$/,
    ],
  ];
  for (const [name, fault, message] of refused) {
    test(name, async () => {
      for (const work of [() => files.put(randomBytes(20)), () => files.get("0".repeat(64))]) {
        store.faults.push(fault);
        const failed = await catchFailure(work);
        assert.match(failed.message, message);
        assert.deepEqual([failed.misconfigured, failed.request_count], [true, 1]);
      }
    });
  }
});

test("the name of the store is asked for as those of all outgoing calls, with a limit of time", async () => {
  const server = await startNameServer((name) => (name === "store.example" ? ["127.0.0.1"] : []));
  const before = names.find;
  names.find = createNames({ servers: [server.address], resolver_file: "/nonexistent", lookup_ms: 200 });
  const at = (host: string) => {
    const endpoint = new URL(store.settings.endpoint);
    endpoint.hostname = host;
    return createS3Files({ ...store.settings, endpoint }, { ...FAST_RETRY, attempts_max: 1 });
  };
  try {
    const bytes = randomBytes(50);
    const sha256 = await at("store.example").put(bytes);
    assert.deepEqual(await at("store.example").get(sha256), bytes);
    const silent = await catchFailure(() => at("silent.example").get(sha256));
    assert.match(silent.message, /silent\.example.* cannot be reached/);
    assert.equal(silent.request_count, 0);
    assert.ok(server.requested_names.has("silent.example"));
  } finally {
    names.find = before;
    server.close();
  }
});

test("the test server accepts only the bytes that were signed", async () => {
  const { access_key_id, secret_access_key, region } = store.settings;
  const client = new AwsClient({
    accessKeyId: access_key_id,
    secretAccessKey: secret_access_key,
    service: "s3",
    region,
  });
  const hash = createHash("sha256").update("these").digest("hex");
  const place = `${buildBaseUrl(store.settings)}${buildFilePath(hash)}`;
  const { url, method, headers } = await client.sign(place, {
    method: "PUT",
    headers: { "x-amz-content-sha256": hash },
    body: "these",
  });
  const answer = await fetch(url, { method, headers, body: "others" });
  assert.match(await answer.text(), /XAmzContentSHA256Mismatch/);
  assert.equal((await fetch(url, { method, headers, body: "these" })).status, 200);
});

describe("addresses", () => {
  const of = (endpoint: string, path_style: boolean, prefix = "") =>
    buildBaseUrl({ bucket: "depot", prefix, endpoint: new URL(endpoint), path_style }).href;
  for (const [actual, expected] of [
    [of("https://s3.sa-east-1.amazonaws.com", false), "https://depot.s3.sa-east-1.amazonaws.com/"],
    [of("https://s3.sa-east-1.amazonaws.com", false, "a/b"), "https://depot.s3.sa-east-1.amazonaws.com/a/b/"],
    [of("http://minio:9000", true), "http://minio:9000/depot/"],
    [of("http://minio:9000/", true, "a"), "http://minio:9000/depot/a/"],
    [of("https://example.org/storage/s3", true, "a"), "https://example.org/storage/s3/depot/a/"],
  ] as const) {
    test(expected, () => assert.equal(actual, expected));
  }
});
