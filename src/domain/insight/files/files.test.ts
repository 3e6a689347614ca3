import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";
import { signText } from "#platform/auth/secrets.ts";
import { refusalOf, testService } from "#tests/support/service.ts";
import { getFile } from "./operations/get-file.ts";
import { uploadFile } from "./operations/upload-file.ts";
import { buildLinkText, detectType, FILE_BYTES_MAX, parseBase64 } from "./rules.ts";

const service = await testService();

const PNG = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  Buffer.from("picture"),
]);
const upload = {
  content_base64: PNG.toString("base64"),
  content_type: "image/png" as const,
  name: "door.png",
};

describe("the type of a file is read from its bytes", () => {
  for (const [name, bytes, type] of [
    ["a JPEG", Buffer.from([0xff, 0xd8, 0xff, 0xe1]), "image/jpeg"],
    ["a PNG", PNG, "image/png"],
    ["a WebP", Buffer.from("RIFF1234WEBPVP8 "), "image/webp"],
    ["another RIFF", Buffer.from("RIFF1234WAVEfmt "), undefined],
    ["a PDF", Buffer.from("%PDF-1.7"), "application/pdf"],
    ["a page that calls itself a picture", Buffer.from("<html><script>"), undefined],
    ["nothing", Buffer.alloc(0), undefined],
  ] as const) {
    test(`${name} is recognised by its first bytes`, () => assert.equal(detectType(bytes), type));
  }
  test("base64 is accepted with and without padding, and nothing else is", () => {
    assert.deepEqual(parseBase64("TQ=="), Buffer.from("M"));
    assert.deepEqual(parseBase64("TQ"), Buffer.from("M"));
    for (const text of ["T", "TQ=", "T===", "TQ==TQ==", "a b", "-_"])
      assert.equal(parseBase64(text), undefined, text);
  });
});

test("a file is stored under its hash, returned byte for byte, and readable only by its owner", async () => {
  const t = await service.business();
  const { person } = await t.driver();
  const made = await person.call(uploadFile, upload);
  assert.partialDeepStrictEqual(made, {
    size_bytes: PNG.length,
    sha256: createHash("sha256").update(PNG).digest("hex"),
  });
  const sent = await person.http("GET", `/api/v1/files/${made.file_id}`);
  assert.equal(sent.status, 200);
  assert.equal(sent.headers["content-type"], "image/png");
  assert.deepEqual(sent.raw, PNG);
  assert.equal((await t.http("employee", "GET", `/api/v1/files/${made.file_id}`)).status, 200);

  const other = await t.driver();
  assert.equal((await refusalOf(other.person.call(getFile, { file_id: made.file_id }))).status, 404);
  const customer = await t.customer();
  assert.equal((await refusalOf(customer.person.call(getFile, { file_id: made.file_id }))).status, 404);
  const stranger = await service.business();
  assert.equal((await stranger.http("client_admin", "GET", `/api/v1/files/${made.file_id}`)).status, 404);
});

test("a proof of a customer's order is readable by that customer, and by no other", async () => {
  const t = await service.business();
  const { person } = await t.driver();
  const [owner, other] = [await t.customer(), await t.customer()];
  const order = await t.order({ customer_id: owner.id });
  const { file_id } = await person.call(uploadFile, upload);
  await service.system.execute(
    "insert into proof (business_id, order_id, kind, file_id, captured_at, created_at) values ($1, $2, 'photo', $3, now(), now())",
    [t.id, order.id, file_id],
  );
  assert.equal((await owner.person.call(getFile, { file_id })).file_id, file_id);
  assert.equal((await refusalOf(other.person.call(getFile, { file_id }))).status, 404);
});

test("bytes that do not match the declared type are refused and not stored", async () => {
  const t = await service.business();
  const admin = t.as("client_admin");
  const wrong = await refusalOf(admin(uploadFile, { ...upload, content_type: "image/jpeg" }));
  assert.equal(wrong.status, 415);
  assert.match(wrong.errors?.[0]?.message ?? "", /image\/png/);
  assert.equal(
    (await refusalOf(admin(uploadFile, { ...upload, content_base64: "no base64!" }))).code,
    "not_base64",
  );
  assert.equal((await refusalOf(admin(uploadFile, { ...upload, content_base64: "==" }))).code, "not_base64");
  const large = Buffer.alloc(FILE_BYTES_MAX + 1);
  PNG.copy(large);
  const sent = await t.http("client_admin", "POST", "/api/v1/files", {
    ...upload,
    content_base64: large.toString("base64"),
  });
  assert.equal(sent.status, 413);
  assert.equal(sent.body.error_code, "FILE_TOO_LARGE");
  assert.equal(await service.system.row("select 1 from file where business_id = $1", [t.id]), undefined);
});

test("a dry run stores no bytes", async () => {
  const t = await service.business();
  const bytes = Buffer.concat([PNG, Buffer.from(t.code)]);
  const { body } = await t.http(
    "client_admin",
    "POST",
    "/api/v1/files",
    { ...upload, content_base64: bytes.toString("base64") },
    { "x-dry-run": "1" },
  );
  assert.equal(body.dry_run, true);
  assert.equal(await service.runtime.files.get(body.sha256), undefined);
});

test("a signed link opens one file until it expires; a wrong, an expired and an unknown link get the same response", async () => {
  const t = await service.business();
  const { file_id } = await t.as("client_admin")(uploadFile, upload);
  const key = service.runtime.settings.secret_key;
  const until = Math.floor(service.now().getTime() / 1000) + 3600;
  const link = (business: number, id: number, at: number, text = buildLinkText(business, id, at)) =>
    service.http(
      "GET",
      `/api/v1/files/${id}/public?business=${business}&until=${at}&signature=${signText(key, "file", text)}`,
    );
  const opened = await link(t.id, file_id, until);
  assert.equal(opened.status, 200);
  assert.deepEqual(opened.raw, PNG);
  const past = until - 7200;
  const answers = await Promise.all([
    link(t.id, file_id, past),
    link(t.id, file_id, until, buildLinkText(t.id, file_id + 1, until)),
    link(t.id, file_id + 100_000, until),
    link(t.id + 100_000, file_id, until),
  ]);
  for (const answer of answers) {
    assert.equal(answer.status, 404);
    assert.deepEqual({ ...answer.body, request_id: "" }, { ...answers[0]?.body, request_id: "" });
  }
  const other = await service.business();
  assert.equal((await link(other.id, file_id, until)).status, 404);
});
