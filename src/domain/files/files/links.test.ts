/** Links to files and to issued documents: what they open, for how long, and nothing else. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createDocumentLink } from "#domain/files/documents/operations/create-document-link.ts";
import { listDocumentLinks } from "#domain/files/documents/operations/list-document-links.ts";
import { listDocuments } from "#domain/files/documents/operations/list-documents.ts";
import { revokeDocumentLink } from "#domain/files/documents/operations/revoke-document-link.ts";
import { PNG } from "#tests/support/samples.ts";
import { catchRefusal, type TestBusiness, testService } from "#tests/support/service.ts";
import { createFileLink } from "./operations/create-file-link.ts";
import { listFileLinks } from "./operations/list-file-links.ts";
import { revokeFileLink } from "./operations/revoke-file-link.ts";
import { uploadFile } from "./operations/upload-file.ts";

const service = await testService();

const upload = async (business: TestBusiness) =>
  (
    await business.as("client_admin")(uploadFile, {
      content_base64: PNG.toString("base64"),
      content_type: "image/png",
      name: "door.png",
    })
  ).file_id;

async function issueLabel(business: TestBusiness) {
  const order = await business.order();
  await business.http("client_admin", "GET", `/api/v1/client/orders/${order.id}/label`);
  const { documents } = await business.as("client_admin")(listDocuments, {
    subject_type: "order",
    subject_id: order.id,
  });
  return { order, document_id: documents[0]?.id ?? 0 };
}

/** As a browser does: no token beside the address. */
const open = (url: string, headers: Record<string, string> = {}) =>
  service.http("GET", new URL(url).pathname, undefined, headers);

describe("a link to a file", () => {
  test("opens the file without a sign-in, and forbids caches, referrers and scripts", async () => {
    const business = await service.business();
    const file_id = await upload(business);
    const { url, token, link } = await business.as("employee")(createFileLink, {
      file_id,
      expires_in_h: 1,
      note: " Ana ",
    });
    assert.equal(new URL(url).pathname, `/api/v1/shared/files/${token}`);
    assert.partialDeepStrictEqual(link, { state: "open", note: "Ana", uses: 0 });
    const opened = await open(url);
    assert.equal(opened.status, 200);
    assert.deepEqual(opened.raw, PNG);
    assert.partialDeepStrictEqual(opened.headers, {
      "content-type": "image/png",
      "content-disposition": 'inline; filename="door.png"',
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
    });
    assert.match(String(opened.headers["content-security-policy"]), /default-src 'none'/);
    // Another sign-in in that browser makes no difference.
    const other_business = await service.business();
    const { token: other } = await other_business.person("client_admin");
    assert.equal((await open(url, { authorization: `Bearer ${other}` })).status, 200);
  });

  test("opens no other file and no other operation, whatever is sent with it", async () => {
    const business = await service.business();
    const [file_id, other_id] = [await upload(business), await upload(business)];
    const { token } = await business.as("client_admin")(createFileLink, { file_id, expires_in_h: 1 });
    const headers = { authorization: `Bearer ${token}` };
    for (const path of [
      `/api/v1/files/${file_id}`,
      `/api/v1/files/${other_id}`,
      `/api/v1/files/${file_id}/links`,
    ])
      assert.equal((await service.http("GET", path, undefined, headers)).status, 403, path);
    assert.equal((await service.http("GET", "/api/v1/shared/tracking", undefined, headers)).status, 403);
    assert.equal((await service.http("GET", `/api/v1/shared/documents/${token}`)).status, 403);
    const opened = await service.http("GET", `/api/v1/shared/files/${token}?file_id=${other_id}&business=1`);
    assert.deepEqual([opened.status, opened.raw], [200, PNG]);
    const query = { query: "{ fileShared { file_id } }" };
    const { body } = await service.http("POST", "/api/graphql", query, headers);
    assert.equal(body.data.fileShared.file_id, file_id);
    // The token of an account is no link, and neither is one in the header for another in the address.
    const { token: account } = await business.person("client_admin");
    assert.equal((await service.http("GET", `/api/v1/shared/files/${account}`)).status, 401);
    assert.equal(
      (await service.http("GET", "/api/v1/shared/files/ph_link_nobody", undefined, headers)).status,
      401,
    );
  });

  test("expires, is revoked at once, and is listed with its use; only a person who may read the file creates one", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    const file_id = await upload(business);
    const [one, two] = [
      await admin(createFileLink, { file_id, expires_in_h: 1 }),
      await admin(createFileLink, { file_id, expires_in_h: 24 }),
    ];
    assert.equal((await open(two.url)).status, 200);
    service.advance(3_600_001);
    assert.equal((await open(one.url)).body.error_code, "LINK_EXPIRED");
    const revoked = await admin(revokeFileLink, { file_id, link_id: two.link.id });
    assert.equal(revoked.link.state, "revoked");
    const gone = await open(two.url);
    assert.deepEqual([gone.status, gone.body.error_code], [410, "LINK_REVOKED"]);
    const { links } = await admin(listFileLinks, { file_id });
    assert.deepEqual(
      links.map(({ id, state }) => [id, state]),
      [
        [two.link.id, "revoked"],
        [one.link.id, "expired"],
      ],
    );
    assert.doesNotMatch(JSON.stringify(links), /ph_link_/);
    const other_file = await upload(business);
    const wrong = admin(revokeFileLink, { file_id: other_file, link_id: one.link.id });
    assert.equal((await catchRefusal(wrong)).status, 404);
    assert.deepEqual(
      (await business.readEvents("link", two.link.id)).map(({ kind }) => kind),
      ["link.created", "link.revoked"],
    );
    const other_business = await service.business();
    assert.equal(
      (await catchRefusal(other_business.as("client_admin")(createFileLink, { file_id, expires_in_h: 24 })))
        .status,
      404,
    );
    const { person } = await business.customer();
    assert.equal(
      (await catchRefusal(person.call(createFileLink, { file_id, expires_in_h: 24 }))).status,
      403,
    );
  });

  test("has at most twenty beside it, also when they are made at once", async () => {
    const business = await service.business();
    const file_id = await upload(business);
    const creation = await Promise.all(
      Array.from({ length: 24 }, () =>
        business.http("client_admin", "POST", `/api/v1/files/${file_id}/links`, {}),
      ),
    );
    const statuses = Map.groupBy(creation, ({ status }) => status);
    assert.deepEqual([statuses.get(201)?.length, statuses.get(409)?.length], [20, 4]);
  });
});

describe("a link to a document", () => {
  test("opens the version that it was made for, also after a later one was issued", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    const { order, document_id } = await issueLabel(business);
    const first = await admin(createDocumentLink, { document_id, expires_in_h: 24 });
    const before = await open(first.url);
    assert.deepEqual([before.status, before.headers["content-type"]], [200, "application/pdf"]);
    assert.equal(before.raw.subarray(0, 5).toString(), "%PDF-");
    assert.equal(before.headers["cache-control"], "no-store");

    await service.system.execute("update delivery_order set note = 'x', ref = 'changed' where id = $1", [
      order.id,
    ]);
    await service.system.execute("update business set name = 'Renamed' where id = $1", [business.id]);
    service.runtime.authentication.clearCache();
    await business.http("client_admin", "GET", `/api/v1/client/orders/${order.id}/label`);
    const { documents } = await admin(listDocuments, { subject_type: "order", subject_id: order.id });
    assert.equal(documents[0]?.current_version, 2);
    assert.deepEqual((await open(first.url)).raw, before.raw);
    const second = await admin(createDocumentLink, { document_id, expires_in_h: 24 });
    assert.notDeepEqual((await open(second.url)).raw, before.raw);
    assert.equal(
      (await catchRefusal(admin(createDocumentLink, { document_id, version: 3, expires_in_h: 24 }))).status,
      404,
    );

    const { links } = await admin(listDocumentLinks, { document_id });
    assert.deepEqual(
      links.map(({ id }) => id),
      [second.link.id, first.link.id],
    );
    await admin(revokeDocumentLink, { document_id, link_id: first.link.id });
    assert.equal((await open(first.url)).status, 410);
    assert.equal((await open(second.url)).status, 200);
    assert.equal((await service.http("GET", `/api/v1/shared/files/${second.token}`)).status, 403);
  });
});
