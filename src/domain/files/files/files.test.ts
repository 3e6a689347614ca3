import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import Type from "typebox";
import { addDocument } from "#domain/fleet/drivers/operations/add-document.ts";
import type { Actor } from "#operation/caller/actor.ts";
import {
  type AcceptedFiles,
  FILE_REFUSALS,
  fileMembers,
  IMAGES,
  LABEL_FILES,
  parseBase64,
  TABLES,
} from "#operation/define/accepted-files.ts";
import type { Operation } from "#operation/define/define.ts";
import type { JsonSchema } from "#operation/define/schema.ts";
import { signText } from "#platform/auth/secrets.ts";
import { PNG } from "#tests/support/samples.ts";
import { type Caller, catchRefusal, testService } from "#tests/support/service.ts";
import { getFile } from "./operations/get-file.ts";
import { listFiles } from "./operations/list-files.ts";
import { uploadFile } from "./operations/upload-file.ts";
import { buildLinkText } from "./rules.ts";

/** Operations of no family, for types that none takes yet. */
const buildImport = (name: string, accepted_files: readonly AcceptedFiles[]) =>
  ({
    name,
    summary: "Take a file",
    family: "test",
    effect: "write",
    risk: "medium",
    access: { roles: ["client_admin"], scopes: ["orders:write"] },
    rest: { method: "POST", path: `/api/v1/test/${name}` },
    accepts_file: accepted_files,
    input: Type.Object(fileMembers(accepted_files)),
    output: Type.Object({ result: Type.Boolean() }),
    refusals: FILE_REFUSALS,
    run: async () => ({ result: true }),
  }) as unknown as Operation;

const service = await testService({
  operations: [buildImport("testTable", [IMAGES, TABLES]), buildImport("testLabel", [LABEL_FILES])],
});
const upload = {
  content_base64: PNG.toString("base64"),
  content_type: "image/png" as const,
  name: "door.png",
};

test("base64 is accepted with and without padding, and nothing else is", () => {
  assert.deepEqual(parseBase64("TQ=="), Buffer.from("M"));
  assert.deepEqual(parseBase64("TQ"), Buffer.from("M"));
  for (const text of ["T", "TQ=", "T===", "TQ==TQ==", "a b", "-_"])
    assert.equal(parseBase64(text), undefined, text);
});

test("an operation takes the types and sizes that it declares, and no others, and describes them", async () => {
  const business = await service.business();
  const send = async (name: string, type: string, bytes: Buffer) => {
    const { status, body } = await business.http("client_admin", "POST", `/api/v1/test/${name}`, {
      content_base64: bytes.toString("base64"),
      content_type: type,
      name: "file",
    });
    return `${status} ${body.error_code ?? ""}`.trim();
  };
  const table = Buffer.from(`ref,name\n${`A-1,${"Ana ".repeat(30)}\n`.repeat(100_000)}`);
  assert.ok(table.length > IMAGES.bytes_max);
  assert.equal(await send("testTable", "text/csv", table), "200");
  assert.equal(await send("testTable", "text/csv", Buffer.from('ref,name\n"A-1\n')), "422 MALFORMED_FILE");
  assert.equal(await send("testTable", "text/csv", PNG), "415 TYPE_MISMATCH");
  const image = Buffer.alloc(IMAGES.bytes_max + 1);
  PNG.copy(image);
  assert.equal(await send("testTable", "image/png", image), "413 FILE_TOO_LARGE");
  assert.equal(await send("testTable", "application/pdf", Buffer.from("%PDF-1.7")), "422 INVALID_REQUEST");
  assert.equal(await send("testLabel", "application/zpl", Buffer.from("^XA^FDHello^FS^XZ")), "200");
  assert.equal(await send("testLabel", "application/zpl", Buffer.from("Hello")), "422 MALFORMED_FILE");
  assert.equal(await send("testLabel", "image/png", PNG), "422 INVALID_REQUEST");

  const { body } = await service.http("GET", "/api/openapi.json");
  const described = body.paths["/api/v1/test/testTable"].post;
  const { content_base64 } = described.requestBody.content["application/json"].schema.properties;
  assert.equal(content_base64.contentEncoding, "base64");
  assert.match(
    content_base64.description,
    /JPEG, PNG, or WebP up to 8 MiB; CSV, XLSX, or GeoJSON up to 50 MiB/,
  );
  assert.deepEqual(
    ["413", "415", "422"].filter((status) => described.responses[status] === undefined),
    [],
  );
});

/** Its file is optional, may be damaged or altered, and is judged by the operation itself. */
const JUDGES_ANY_FILE = "documentVerify";

test("every operation whose input has the bytes of a file declares which files it takes", () => {
  for (const { name, input, accepts_file } of service.runtime.registry.operations.values()) {
    const { properties = {} } = input as JsonSchema;
    if (name === JUDGES_ANY_FILE) continue;
    assert.equal("content_base64" in properties, accepts_file !== undefined, name);
  }
});

test("a file is stored under its hash, returned byte for byte, and readable only by its owner", async () => {
  const business = await service.business();
  const { person } = await business.driver();
  const uploaded = await person.call(uploadFile, upload);
  assert.partialDeepStrictEqual(uploaded, {
    size_bytes: PNG.length,
    sha256: createHash("sha256").update(PNG).digest("hex"),
  });
  const answer = await person.http("GET", `/api/v1/files/${uploaded.file_id}`);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers["content-type"], "image/png");
  assert.deepEqual(answer.raw, PNG);
  assert.equal((await business.http("employee", "GET", `/api/v1/files/${uploaded.file_id}`)).status, 200);

  const other = await business.driver();
  assert.equal((await catchRefusal(other.person.call(getFile, { file_id: uploaded.file_id }))).status, 404);
  const customer = await business.customer();
  assert.equal(
    (await catchRefusal(customer.person.call(getFile, { file_id: uploaded.file_id }))).status,
    404,
  );
  const other_business = await service.business();
  assert.equal(
    (await other_business.http("client_admin", "GET", `/api/v1/files/${uploaded.file_id}`)).status,
    404,
  );
});

test("a file is read by those who may read what it belongs to, and by the person who uploaded it", async () => {
  const business = await service.business();
  const { id: driver_id, person } = await business.driver();
  const [owner, other] = [await business.customer(), await business.customer()];
  const order = await business.order({ customer_id: owner.id });
  const mayRead = async (caller: Caller, file_id: number) => {
    const read = await caller(getFile, { file_id }).catch((error) => error.status);
    return typeof read === "number" ? read : read.file_id === file_id;
  };
  const picture = await owner.person.call(uploadFile, {
    ...upload,
    subject_type: "order",
    subject_id: order.id,
  });
  assert.equal(await mayRead(owner.person.call, picture.file_id), true);
  assert.equal(await mayRead(business.as("employee"), picture.file_id), true);
  assert.equal(await mayRead(other.person.call, picture.file_id), 404);
  assert.equal(await mayRead(person.call, picture.file_id), 404, "the order is on no route of the driver");

  // Nobody adds files to what they may not read, and a record needs both members.
  for (const subject of [
    { subject_type: "order", subject_id: order.id },
    { subject_type: "driver", subject_id: driver_id },
    { subject_type: "webhook", subject_id: 1 },
  ])
    assert.equal((await catchRefusal(other.person.call(uploadFile, { ...upload, ...subject }))).status, 404);
  assert.equal(
    (await catchRefusal(other.person.call(uploadFile, { ...upload, subject_type: "order" }))).status,
    422,
  );

  const listed = await owner.person.call(listFiles, { subject_type: "order", subject_id: order.id });
  assert.deepEqual(
    listed.files.map(({ file_id }) => file_id),
    [picture.file_id],
  );
  const unseen = await catchRefusal(
    other.person.call(listFiles, { subject_type: "order", subject_id: order.id }),
  );
  assert.equal(unseen.status, 404);

  // The scope of the record counts: orders do not open the papers of a driver.
  const licence = await person.call(uploadFile, upload);
  await person.call(addDocument, { driver_id, kind: "licence", file_id: licence.file_id });
  const clerk = await business.person("employee", "clerk");
  await service.system.execute("update account set permissions = $2 where id = $1", [
    clerk.account_id,
    ["orders:read"],
  ]);
  const narrow = await service.runtime.authentication.ofAccount(clerk.account_id);
  assert.ok(narrow !== undefined);
  const read = (actor: Actor, file_id: number) => service.call(actor, getFile, { file_id });
  assert.equal((await catchRefusal(read(narrow, licence.file_id))).status, 404);
  assert.equal((await read(narrow, picture.file_id)).kind, "done");
  assert.equal(await mayRead(business.as("employee"), licence.file_id), true);
  assert.equal(await mayRead(owner.person.call, licence.file_id), 404);
});

test("bytes that do not match the declared type are refused and not stored", async () => {
  const business = await service.business();
  const admin = business.as("client_admin");
  const wrong = await catchRefusal(admin(uploadFile, { ...upload, content_type: "image/jpeg" }));
  assert.equal(wrong.status, 415);
  assert.match(wrong.errors?.[0]?.message ?? "", /image\/png/);
  assert.equal(
    (await catchRefusal(admin(uploadFile, { ...upload, content_base64: "no base64!" }))).code,
    "not_base64",
  );
  assert.equal(
    (await catchRefusal(admin(uploadFile, { ...upload, content_base64: "==" }))).code,
    "not_base64",
  );
  const large = Buffer.alloc(IMAGES.bytes_max + 1);
  PNG.copy(large);
  const answer = await business.http("client_admin", "POST", "/api/v1/files", {
    ...upload,
    content_base64: large.toString("base64"),
  });
  assert.equal(answer.status, 413);
  assert.equal(answer.body.error_code, "FILE_TOO_LARGE");
  assert.equal(
    await service.system.row("select 1 from file where business_id = $1", [business.id]),
    undefined,
  );
});

test("a dry run stores no bytes", async () => {
  const business = await service.business();
  const bytes = Buffer.concat([PNG, Buffer.from(business.code)]);
  const { body } = await business.http(
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
  const business = await service.business();
  const { file_id } = await business.as("client_admin")(uploadFile, upload);
  const key = service.runtime.settings.secret_key;
  const until = Math.floor(service.now().getTime() / 1000) + 3600;
  const link = (business_id: number, id: number, at: number, text = buildLinkText(business_id, id, at)) =>
    service.http(
      "GET",
      `/api/v1/files/${id}/public?business=${business_id}&until=${at}&signature=${signText(key, "file", text)}`,
    );
  const opened = await link(business.id, file_id, until);
  assert.equal(opened.status, 200);
  assert.deepEqual(opened.raw, PNG);
  const past = until - 7200;
  const answers = await Promise.all([
    link(business.id, file_id, past),
    link(business.id, file_id, until, buildLinkText(business.id, file_id + 1, until)),
    link(business.id, file_id + 100_000, until),
    link(business.id + 100_000, file_id, until),
  ]);
  for (const answer of answers) {
    assert.equal(answer.status, 404);
    assert.deepEqual({ ...answer.body, request_id: "" }, { ...answers[0]?.body, request_id: "" });
  }
  const other = await service.business();
  assert.equal((await link(other.id, file_id, until)).status, 404);
});
