/**
 * kill -9 while files are uploaded, documents issued and links made and revoked: what was acknowledged is there with all
 * its bytes, and nothing is there by half.
 */
import assert from "node:assert/strict";
import { hash, randomBytes, randomUUID } from "node:crypto";
import { test } from "node:test";
import { getRoundCount, KILL_TARGETS, killableService } from "../support/crash.ts";
import { PNG } from "../support/samples.ts";

const ROUNDS = getRoundCount(KILL_TARGETS.length);

const service = await killableService({ RATE_LIMITS: "off" });
const admin = await service.as("admin@rounds.example");

interface Shared {
  path: string;
  sha256: string;
  is_revoked: boolean;
}

/** A write under a key of its own, so that its repetition after a lost response is the same write. */
async function write(method: string, path: string, body: object, status: number) {
  const answer = await service.request(method, path, body, { ...admin, "idempotency-key": randomUUID() });
  assert.equal(answer.status, status, JSON.stringify(answer.body));
  return answer.body;
}

async function share(path: string, sha256: string): Promise<Shared> {
  const { url, link } = await write("POST", `${path}/links`, { expires_in_h: 24 }, 201);
  const is_revoked = Math.random() < 0.3;
  if (is_revoked) await write("DELETE", `${path}/links/${link.id}`, {}, 200);
  return { path: new URL(url).pathname, sha256, is_revoked };
}

/** The fingerprint of what is sent, or the status of a refusal. */
async function download(path: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await fetch(`${service.base}${path}`, { headers });
  return answer.ok ? hash("sha256", Buffer.from(await answer.arrayBuffer())) : String(answer.status);
}

test(`${ROUNDS} rounds of kill -9 lose no acknowledged file, document or link, and leave none by half`, async () => {
  const files: { file_id: number; sha256: string }[] = [];
  const documents: { id: number; sha256: string }[] = [];
  const links: Shared[] = [];
  await service.rounds(ROUNDS, async () => {
    const draft = { dropoff: { line1: "Quadra 7", city: "Brasília", lat: -15.71, lng: -47.88 } };
    const { order_id } = await write("POST", "/api/v1/client/orderCreate", draft, 200);
    const bytes = Buffer.concat([PNG, randomBytes(2000)]);
    const sha256 = hash("sha256", bytes);
    const picture = {
      content_base64: bytes.toString("base64"),
      content_type: "image/png",
      name: "killed.png",
    };
    const subject = { subject_type: "order", subject_id: order_id };
    const { file_id } = await write("POST", "/api/v1/files", { ...picture, ...subject }, 201);
    files.push({ file_id, sha256 });
    links.push(await share(`/api/v1/files/${file_id}`, sha256));

    const label = await service.request("GET", `/api/v1/client/orders/${order_id}/label`, undefined, admin);
    assert.equal(label.status, 200, JSON.stringify(label.body));
    const listed = await service.request(
      "GET",
      `/api/v1/documents?subject_type=order&subject_id=${order_id}`,
      undefined,
      admin,
    );
    const [document] = listed.body.documents;
    documents.push(document);
    links.push(await share(`/api/v1/documents/${document.id}`, document.sha256));
  });

  assert.ok(files.length > 0);
  for (const { file_id, sha256 } of files)
    assert.equal(await download(`/api/v1/files/${file_id}`, admin), sha256, `file ${file_id}`);
  for (const { id, sha256 } of documents) {
    const document_answer = await download(`/api/v1/documents/${id}`, {
      ...admin,
      accept: "application/pdf",
    });
    assert.equal(document_answer, sha256, `document ${id}`);
  }
  for (const { path, sha256, is_revoked } of links)
    assert.equal(await download(path), is_revoked ? "410" : sha256, path.slice(0, 40));

  // Whatever was not acknowledged is whole or absent: rows, events and bytes together.
  const file_rows = await service.rows<{ id: number; sha256: string; subjects: number; events: number }>(
    `select f.id, f.sha256,
       (select count(*)::int from file_subject s where s.business_id = f.business_id and s.file_id = f.id) as subjects,
       (select count(*)::int from event e where e.business_id = f.business_id and e.subject_type = 'file'
          and e.subject_id = f.id::text and e.kind = 'file.uploaded') as events
     from file f where f.name = 'killed.png'`,
  );
  assert.ok(file_rows.length >= files.length);
  assert.equal(
    new Set(file_rows.map((file) => file.sha256)).size,
    file_rows.length,
    "no upload is stored twice",
  );
  for (const { id, sha256, ...counts } of file_rows) {
    assert.deepEqual(counts, { subjects: 1, events: 1 }, `file ${id}`);
    assert.equal(await download(`/api/v1/files/${id}`, admin), sha256, `file ${id}`);
  }
  const halves = await service.rows<{ what: string }>(
    `select 'link ' || l.id as what from link l
       where l.subject_type in ('file', 'document') and (select count(*) from event e where e.business_id = l.business_id and e.subject_type = 'link'
         and e.subject_id = l.id::text) <> case when l.revoked_at is null then 1 else 2 end
     union all
     select 'document ' || d.id from document d
       where d.version <> (select count(*) from document_version v where v.business_id = d.business_id and v.document_id = d.id)
          or d.version <> (select count(*) from event e where e.business_id = d.business_id and e.subject_type = 'document'
               and e.subject_id = d.id::text and e.kind = 'document.issued')`,
  );
  assert.deepEqual(halves, []);
});
