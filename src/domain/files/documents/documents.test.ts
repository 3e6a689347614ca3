import assert from "node:assert/strict";
import { createHash, randomBytes, verify } from "node:crypto";
import { describe, test } from "node:test";
import { PDFDocument as PdfLib, rgb } from "pdf-lib";
import { getOrderLabel } from "#domain/carriers/labels/operations/get-order-label.ts";
import { updateDeliveryInstruction } from "#domain/orders/orders/operations/update-delivery-instruction.ts";
import { buildCode, getIssuer } from "#signed-pdf/code.ts";
import { readPdfContents } from "#signed-pdf/contents.ts";
import { formatEndorsement, importPublicKey, readSignature, verifySignedPdf } from "#signed-pdf/sign.ts";
import { formatRevocation } from "#signed-pdf/statement.ts";
import { readBarcodesOfPdf } from "#tests/support/barcodes.ts";
import { runSchedule } from "#tests/support/jobs.ts";
import { catchRefusal, type TestBusiness, type TestService, testService } from "#tests/support/service.ts";
import { hashLeaf } from "#transparency-log/tree.ts";
import { verifyInclusion } from "#transparency-log/verify.ts";
import { verifyFile } from "../../../../scripts/documents/verify-file.ts";
import { type Log, look } from "../../../../scripts/documents/watch.ts";
import { getDocument } from "./operations/get-document.ts";
import { getLogConsistency } from "./operations/get-log-consistency.ts";
import { getLogInclusion } from "./operations/get-log-inclusion.ts";
import { getLogRoot } from "./operations/get-log-root.ts";
import { listDocumentKeys } from "./operations/list-document-keys.ts";
import { listDocuments } from "./operations/list-documents.ts";
import { reissueDocument } from "./operations/reissue-document.ts";
import { revokeDocument } from "./operations/revoke-document.ts";
import { verifyDocument } from "./operations/verify-document.ts";
import { verifyDocumentCode } from "./operations/verify-document-code.ts";

const service = await testService();
/** Another installation. */
const other = await testService();
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const hex = (text: string) => Buffer.from(text, "hex");

/** A label, changed and issued again as often as asked. */
async function issueLabels(business: TestBusiness, versions = 1, facts?: { customer_id: number }) {
  const order = await business.order(facts);
  const issued: { bytes: Buffer; code: string; document_id: number }[] = [];
  for (let version = 1; version <= versions; version += 1) {
    if (version > 1)
      await business.as("client_admin")(updateDeliveryInstruction, {
        order_id: order.id,
        delivery_instruction: `Ring ${version} times`,
      });
    const answer = await business.as("employee")(getOrderLabel, { order_id: order.id });
    const bytes = Buffer.from(answer.content_base64, "base64");
    issued.push({ bytes, code: readSignature(bytes)?.statement.code ?? "", document_id: answer.document_id });
  }
  return { order, issued, latest: issued.at(-1)! };
}

const checkFile = (bytes: Uint8Array, at: TestService = service) =>
  at.anonymous(verifyDocument, { content_base64: Buffer.from(bytes).toString("base64") });
const readKeys = async (at: TestService = service) => {
  const { keys } = await at.anonymous(listDocumentKeys, {});
  return new Map(keys.map(({ key_id, public_key }) => [key_id, importPublicKey(hex(public_key))]));
};

describe("a document", () => {
  test("issued by many businesses at once gets one key and one code each", async () => {
    const businesses = await Promise.all(Array.from({ length: 4 }, () => other.business()));
    const all = await Promise.all(businesses.map((business) => issueLabels(business)));
    assert.equal(new Set(all.map(({ latest }) => latest.code)).size, 4);
    assert.equal((await readKeys(other)).size, 1);
  });

  test("is authentic by its file, by its hash and by its code, and nothing of what is in it is answered", async () => {
    const business = await service.business();
    const { order, latest } = await issueLabels(business);
    const by_file = await checkFile(latest.bytes);
    assert.partialDeepStrictEqual(by_file, {
      verdict: "authentic",
      reason: "file_unchanged",
      checked: "file",
      document: {
        code: latest.code,
        kind: "order_label",
        version: 1,
        current_version: 1,
        pages: 1,
        revoked_at: null,
      },
      issuer: getIssuer(latest.code),
    });
    const by_hash = await service.anonymous(verifyDocument, { sha256: sha256(latest.bytes) });
    assert.deepEqual(by_hash, by_file);
    const by_code = await service.anonymous(verifyDocumentCode, {
      code: latest.code.toLowerCase().replaceAll("-", " "),
    });
    assert.partialDeepStrictEqual(by_code, { verdict: "authentic", reason: "code_issued", checked: "code" });
    assert.ok(!JSON.stringify([by_file, by_code]).includes(order.tracking_number));
  });

  test("printed and read by a scanner leads to the page where it is checked", async () => {
    const { latest } = await issueLabels(await service.business());
    const [codes = []] = await readBarcodesOfPdf(latest.bytes);
    const addresses = codes.flatMap(({ format, text }) =>
      format === "QRCode" ? new URL(text).pathname : [],
    );
    assert(addresses.includes(`/verify/${latest.code}`), addresses.join());
  });

  test("is read by a customer whose order it is about, and by no other", async () => {
    const business = await service.business();
    const [owner, stranger] = [await business.customer(), await business.customer()];
    const { order, latest } = await issueLabels(business, 2, { customer_id: owner.id });
    const { document_id } = latest;
    const of_order = { subject_type: "order", subject_id: order.id };
    const { documents } = await owner.person.call(listDocuments, of_order);
    assert.deepEqual(
      documents.map(({ id, version }) => [id, version]),
      [[document_id, 2]],
    );
    const { content_base64 } = await owner.person.call(getDocument, { document_id, version: 2 });
    assert.equal(content_base64, latest.bytes.toString("base64"));
    const refused = await Promise.all([
      catchRefusal(stranger.person.call(listDocuments, of_order)),
      catchRefusal(stranger.person.call(getDocument, { document_id })),
      catchRefusal(owner.person.call(listDocuments, { subject_type: "wallet_statement", subject_id: 1 })),
      catchRefusal(owner.person.call(listDocuments, { subject_type: "order" })),
    ]);
    assert.deepEqual(
      refused.map(({ status }) => status),
      [404, 404, 404, 422],
    );
  });

  test("with a byte changed, saved by another program, replaced or of another installation is told apart", async () => {
    const business = await service.business();
    const { issued, latest } = await issueLabels(business, 2);
    const [former] = issued;
    const changed = Buffer.from(latest.bytes);
    changed[Math.floor(changed.length / 2)]! ^= 1;
    assert.partialDeepStrictEqual(await checkFile(changed), {
      verdict: "altered",
      document: { code: latest.code, version: 2 },
    });
    const saved = await (await PdfLib.load(latest.bytes)).save();
    assert.partialDeepStrictEqual(await checkFile(saved), { verdict: "altered", reason: "saved_again" });
    const overdrawn = await PdfLib.load(latest.bytes);
    overdrawn.getPage(0).drawRectangle({ x: 0, y: 0, width: 90, height: 30, color: rgb(1, 1, 1) });
    assert.partialDeepStrictEqual(await checkFile(await overdrawn.save()), {
      verdict: "altered",
      reason: "contents_differ",
    });
    assert.partialDeepStrictEqual(await checkFile(former!.bytes), {
      verdict: "superseded",
      document: { version: 1, current_version: 2 },
    });
    const foreign = await issueLabels(await other.business());
    assert.partialDeepStrictEqual(await checkFile(foreign.latest.bytes), {
      verdict: "unknown",
      reason: "other_issuer",
      document: null,
    });
    assert.partialDeepStrictEqual(await checkFile(foreign.latest.bytes, other), { verdict: "authentic" });
    const invented = buildCode(getIssuer(latest.code), randomBytes(8));
    assert.partialDeepStrictEqual(await service.anonymous(verifyDocumentCode, { code: invented }), {
      verdict: "unknown",
      reason: "never_issued",
    });
  });

  test("is said to be altered where only its hash and code are sent, and saved again where its contents are", async () => {
    const { latest } = await issueLabels(await service.business());
    const saved = await (await PdfLib.load(latest.bytes)).save();
    const { content_hash, code } = readPdfContents(saved)!;
    const check = (more: object) => service.anonymous(verifyDocument, { sha256: sha256(saved), ...more });
    assert.partialDeepStrictEqual(await check({ code: code! }), {
      verdict: "altered",
      reason: "file_differs",
    });
    assert.partialDeepStrictEqual(await check({ code: code!, content_hash }), {
      verdict: "altered",
      reason: "saved_again",
    });
    assert.partialDeepStrictEqual(await check({}), { verdict: "unknown", reason: "no_code" });
  });

  test("is verified with the file and the public keys alone, also after the key was replaced", async () => {
    const business = await other.business();
    const before = await issueLabels(business);
    const first_keys = await readKeys(other);
    await runSchedule(other, "documents.rotate-key");
    assert.equal((await readKeys(other)).size, first_keys.size, "a young key stays");
    other.advance(366 * 24 * 3600 * 1000);
    await runSchedule(other, "documents.rotate-key");
    await runSchedule(other, "documents.rotate-key");
    const after = await issueLabels(business);
    const keys = await readKeys(other);
    assert.equal(keys.size, first_keys.size + 1);
    for (const { latest } of [before, after])
      assert.equal(verifySignedPdf(latest.bytes, keys).kind, "authentic");
    assert.equal(verifySignedPdf(after.latest.bytes, first_keys).kind, "unknown_key");
    assert.equal(getIssuer(after.latest.code), getIssuer(before.latest.code), "the issuer keeps its name");
    for (const { latest } of [before, after])
      assert.equal((await checkFile(latest.bytes, other)).verdict, "authentic");
    // The key before says which is the next.
    const { keys: listed } = await other.anonymous(listDocumentKeys, {});
    const [newest, first] = listed;
    assert.equal(first?.endorsement, null);
    const endorsed = Buffer.from(formatEndorsement(hex(newest!.public_key)));
    assert.ok(verify(null, endorsed, importPublicKey(hex(first!.public_key)), hex(newest!.endorsement!)));
  });

  test("is signed by a new key where the secret key was lost, and remains authentic", async () => {
    const business = await other.business();
    const before = await issueLabels(business);
    other.runtime.settings.secret_key = Buffer.alloc(32, 8);
    const after = await issueLabels(business);
    const keys = await readKeys(other);
    for (const { latest } of [before, after])
      assert.equal(verifySignedPdf(latest.bytes, keys).kind, "authentic");
    const { keys: listed } = await other.anonymous(listDocumentKeys, {});
    assert.equal(listed[0]?.endorsement, null);
  });

  test("that was issued before documents were signed is known by its hash, and signed when it is issued again", async () => {
    const business = await service.business();
    const { order, latest } = await issueLabels(business);
    // As the former service left it: other bytes, no code.
    const old = Buffer.from("%PDF-1.3 a label without a code");
    const old_hash = sha256(old);
    await service.system.execute(
      "update document_version set code = null, key_id = null, leaf_hash = null, sha256 = $2, source_hash = 'before' where document_id = $1",
      [latest.document_id, old_hash],
    );
    await service.system.execute(
      "insert into directory_entry (kind, value_hash, business_id) values ('document_version', $1, $2)",
      [hex(old_hash), business.id],
    );
    assert.partialDeepStrictEqual(await checkFile(old), { verdict: "authentic", document: { code: null } });
    const again = await business.as("employee")(getOrderLabel, { order_id: order.id });
    assert.equal(again.document_version, 2);
    assert.partialDeepStrictEqual(await checkFile(old), { verdict: "superseded" });
    assert.equal((await checkFile(Buffer.from(again.content_base64, "base64"))).verdict, "authentic");
  });
});

describe("the log", () => {
  test("proves each document with a signed root, within a minute", async () => {
    const business = await other.business();
    const { issued } = await issueLabels(business, 3);
    assert.equal((await checkFile(issued[0]!.bytes, other)).inclusion, null);
    await runSchedule(other, "documents.append-log");
    const keys = await readKeys(other);
    for (const { bytes } of issued) {
      const { inclusion } = await checkFile(bytes, other);
      assert.ok(inclusion !== null);
      const { root, hashes, leaf_index } = inclusion;
      // Of the file and the answer nothing is taken on trust but the public key.
      const leaf_hash = hashLeaf(Buffer.from(readSignature(bytes)!.statement_text));
      const claim = {
        leaf_hash,
        leaf_index,
        tree_size: root.tree_size,
        root_hash: hex(root.root_hash),
        proof: hashes.map(hex),
      };
      assert.ok(verifyInclusion(claim));
      assert.ok(verify(null, Buffer.from(root.signed_text), keys.get(root.key_id)!, hex(root.signature)));
      assert.ok(
        root.signed_text.includes(root.root_hash) && root.signed_text.includes(`size ${root.tree_size}\n`),
      );
    }
  });

  test("grows by batches of several processes at once without a gap", async () => {
    await runSchedule(other, "documents.append-log");
    const countEntries = async () => {
      const counted = await other.system.row<{ n: number; last: number }>(
        "select count(*)::int as n, max(index) as last from document_log_node where level = 0",
      );
      assert.equal(counted?.last, (counted?.n ?? 0) - 1);
      return counted?.n ?? 0;
    };
    const before = await countEntries();
    const business = await other.business();
    const leaf_hashes = Array.from({ length: 300 }, () => randomBytes(32));
    await other.system.execute(
      "insert into document_log_pending (business_id, leaf_hash) select $1, unnest($2::bytea[])",
      [business.id, leaf_hashes],
    );
    await Promise.all(Array.from({ length: 4 }, () => runSchedule(other, "documents.append-log")));
    const after = await countEntries();
    assert.equal(after, before + 300);
    const root = await other.system.row<{ tree_size: number }>(
      "select tree_size from document_log_root order by date desc limit 1",
    );
    assert.equal(root?.tree_size, after);
  });
});

describe("who checks", () => {
  test("sends a PDF or a hash, and is refused with what is missing otherwise", async () => {
    for (const [input, code] of [
      [{}, "nothing_to_verify"],
      [{ content_base64: Buffer.from("no PDF").toString("base64") }, "not_a_pdf"],
      [{ content_base64: "***" }, "not_a_pdf"],
    ] as const)
      assert.equal((await catchRefusal(service.anonymous(verifyDocument, input))).code, code);
    const { status, body } = await service.http("POST", "/api/v1/documents/verify", {
      content_base64: "AAAA",
    });
    assert.deepEqual([status, body.error_code], [422, "NOT_A_PDF"]);
    assert.equal((await service.anonymous(verifyDocumentCode, { code: "K7Q2M" })).reason, "mistyped_code");
  });

  test("reads what it means in the own language", async () => {
    const { body } = await service.http("GET", "/api/v1/documents/verify/K7Q2M", undefined, {
      "accept-language": "de",
    });
    assert.match(body.message, /kein vollständiger Code/);
  });

  test("is refused after too many checks", async () => {
    const limited = await testService({ limits: {} });
    const statuses: number[] = [];
    limited.freezeClock();
    for (let n = 0; n < 61; n += 1)
      statuses.push((await limited.http("GET", "/api/v1/documents/verify/K7Q2M")).status);
    assert.deepEqual([statuses.indexOf(429), statuses.length], [60, 61]);
  });

  test("reads no document of it: the file is for the business alone", async () => {
    const { latest } = await issueLabels(await service.business());
    const refusal = await catchRefusal(service.anonymous(getDocument, { document_id: latest.document_id }));
    assert.equal(refusal.kind, "unauthenticated");
  });
});

describe("the business", () => {
  test("revokes a version: who checks it is told so, the log has an entry, and it is issued anew when printed", async () => {
    const business = await service.business();
    const { order, latest } = await issueLabels(business);
    const revoke = () => business.as("client_admin")(revokeDocument, { document_id: latest.document_id });
    const { document } = await revoke();
    assert.partialDeepStrictEqual(document, { version: 1, status: "revoked", code: latest.code });
    assert.deepEqual((await revoke()).document, document, "twice is once");
    for (const answer of [
      await checkFile(latest.bytes),
      await service.anonymous(verifyDocumentCode, { code: latest.code }),
    ])
      assert.partialDeepStrictEqual(answer, { verdict: "revoked", reason: "withdrawn" });
    await runSchedule(service, "documents.append-log");
    const entry = formatRevocation({ code: latest.code, revoked_at: document.revoked_at! });
    const leaf_hash = Buffer.from(hashLeaf(Buffer.from(entry))).toString("hex");
    const { inclusion } = await service.anonymous(getLogInclusion, { leaf_hash });
    assert.equal(inclusion.leaf_hash, leaf_hash);
    const again = await business.as("employee")(getOrderLabel, { order_id: order.id });
    assert.equal(again.document_version, 2);
    assert.equal((await checkFile(Buffer.from(again.content_base64, "base64"))).verdict, "authentic");
    const events = await business.readEvents("document", latest.document_id);
    assert.deepEqual(
      events.map(({ kind }) => kind),
      ["document.issued", "document.revoked", "document.issued"],
    );
    const refusal = await catchRefusal(
      business.as("client_admin")(revokeDocument, { document_id: latest.document_id, version: 9 }),
    );
    assert.equal(refusal.code, "not_found");
  });

  test("issues a document again under a new code, and the version before it is superseded", async () => {
    const business = await service.business();
    const { order, latest } = await issueLabels(business);
    const { document } = await business.as("client_admin")(reissueDocument, {
      document_id: latest.document_id,
    });
    assert.partialDeepStrictEqual(document, { version: 2, status: "valid", number: order.tracking_number });
    assert.notEqual(document.code, latest.code);
    assert.partialDeepStrictEqual(await checkFile(latest.bytes), { verdict: "superseded" });
    // Printed again it is this version: its contents are the same.
    const printed = await business.as("employee")(getOrderLabel, { order_id: order.id });
    assert.deepEqual([printed.document_version, printed.sha256], [2, document.sha256]);
    assert.equal((await checkFile(Buffer.from(printed.content_base64, "base64"))).verdict, "authentic");
    await service.system.execute("update document set kind = 'wallet_statement' where id = $1", [
      latest.document_id,
    ]);
    const refusal = await catchRefusal(
      business.as("client_admin")(reissueDocument, { document_id: latest.document_id }),
    );
    assert.equal(refusal.code, "not_reissuable");
  });

  test("learns how often its documents were checked, once", async () => {
    const business = await service.business();
    const { latest } = await issueLabels(business);
    await Promise.all(Array.from({ length: 5 }, () => checkFile(latest.bytes)));
    await runSchedule(service, "documents.report-checks");
    await runSchedule(service, "documents.report-checks");
    await service.anonymous(verifyDocumentCode, { code: latest.code });
    await runSchedule(service, "documents.report-checks");
    const events = await business.readEvents("document", latest.document_id);
    assert.deepEqual(
      events
        .filter(({ kind }) => kind === "document.verified")
        .map(({ payload }) => [payload["verdict"], payload["count"]]),
      [
        ["authentic", 5],
        ["authentic", 1],
      ],
    );
  });
});

describe("without the service", () => {
  const readPublishedKeys = () => other.anonymous(listDocumentKeys, {});
  const log: Log = {
    readKeys: readPublishedKeys,
    readRoot: async () => (await other.anonymous(getLogRoot, {})).root,
    proveConsistency: async (from, to) => (await other.anonymous(getLogConsistency, { from, to })).hashes,
  };

  test("a file is verified with the published keys and a proof, and an altered, saved or foreign one is told apart", async () => {
    const { latest } = await issueLabels(await other.business());
    await runSchedule(other, "documents.append-log");
    const keys = await readPublishedKeys();
    const { inclusion } = await checkFile(latest.bytes, other);
    assert.partialDeepStrictEqual(verifyFile(latest.bytes, keys, inclusion), {
      verdict: "authentic",
      code: latest.code,
      is_in_log: true,
    });
    const forged = { ...inclusion!, root: { ...inclusion!.root, tree_size: inclusion!.root.tree_size + 1 } };
    assert.equal(verifyFile(latest.bytes, keys, forged).is_in_log, false);
    const saved = await (await PdfLib.load(latest.bytes)).save();
    assert.partialDeepStrictEqual(verifyFile(saved, keys, null), { verdict: "altered", code: latest.code });
    assert.equal(
      verifyFile(latest.bytes, await service.anonymous(listDocumentKeys, {}), null).verdict,
      "unknown",
    );
    assert.partialDeepStrictEqual(verifyFile(Buffer.from("%PDF-1.4"), keys, null), {
      verdict: "unknown",
      code: null,
    });
  });

  test("who kept a root sees that the log grew, and that it was forked, rewritten or signed by a strange key", async () => {
    const first = await look(log, null);
    assert.ok(first.kind === "consistent" && first.snapshot.root !== null);
    const { snapshot } = first;
    await issueLabels(await other.business(), 2);
    await runSchedule(other, "documents.append-log");
    const next = await look(log, snapshot);
    assert.ok(
      next.kind === "consistent" && (next.snapshot.root?.tree_size ?? 0) > (snapshot.root?.tree_size ?? 0),
    );
    // Another history of the size that was kept.
    const changed_root = { ...next.snapshot.root!, root_hash: "ab".repeat(32) };
    assert.equal((await look(log, { ...snapshot, root: changed_root })).kind, "forked");
    const changed_former = { ...snapshot.root!, root_hash: "ab".repeat(32) };
    assert.equal((await look(log, { ...snapshot, root: changed_former })).kind, "inconsistent");
    const larger = { ...next.snapshot.root!, tree_size: next.snapshot.root!.tree_size + 9 };
    assert.equal((await look(log, { ...snapshot, root: larger })).kind, "shrunk");
    const unsigned = { ...log, readRoot: async () => ({ ...(await log.readRoot())!, tree_size: 1 }) };
    assert.equal((await look(unsigned, snapshot)).kind, "bad_signature");
    const foreign = await service.anonymous(listDocumentKeys, {});
    assert.equal((await look(log, { ...snapshot, keys: foreign.keys })).kind, "unknown_key");
    // A key that the one before it endorsed is none of these.
    other.advance(366 * 24 * 3600 * 1000);
    await runSchedule(other, "documents.rotate-key");
    await issueLabels(await other.business());
    await runSchedule(other, "documents.append-log");
    assert.equal((await look(log, next.snapshot)).kind, "consistent");
  });

  test("sizes that the log never had have no proof, and a day without a root has none", async () => {
    const refusal = await catchRefusal(other.anonymous(getLogConsistency, { from: 1, to: 1_000_000 }));
    assert.equal(refusal.code, "no_such_size");
    assert.equal((await other.anonymous(getLogRoot, { date: "2001-01-01" })).root, null);
    const { root } = await other.anonymous(getLogRoot, {});
    assert.deepEqual((await other.anonymous(getLogRoot, { date: root!.date })).root, root);
  });
});
