import assert from "node:assert/strict";
import { test } from "node:test";
import type { CheckedVersion } from "../system-queries.ts";
import { type FileFacts, judgeCode, judgeFile } from "./rules.ts";

const ISSUER = "K7Q2M";
const CODE = "K7Q2M-0000-0000-0000";
const FOREIGN = "ZZZZZ-0000-0000-0000";

const current: CheckedVersion = {
  business_id: 1,
  document_id: 1,
  kind: "order_label",
  version: 2,
  current_version: 2,
  code: CODE,
  content_hash: "aa",
  leaf_hash: null,
  pages: 1,
  issued_at: "2026-11-29T10:00:00.000Z",
  superseded_at: null,
  revoked_at: null,
};
const former = { ...current, version: 1 };
const revoked = { ...current, revoked_at: "2026-11-29T11:00:00.000Z" };
const passed_on = { ...former, code: null, leaf_hash: Buffer.alloc(32) };
const both = { ...former, revoked_at: "2026-11-29T11:00:00.000Z" };

const files: [
  name: string,
  FileFacts,
  by_hash: CheckedVersion | undefined,
  by_code: CheckedVersion | undefined,
  verdict: string,
  reason: string,
][] = [
  [
    "the file that was issued",
    { code: CODE, content_hash: "aa" },
    current,
    current,
    "authentic",
    "file_unchanged",
  ],
  [
    "its hash alone",
    { code: undefined, content_hash: undefined },
    current,
    undefined,
    "authentic",
    "file_unchanged",
  ],
  ["a former version", { code: CODE, content_hash: "aa" }, former, former, "superseded", "newer_version"],
  ["a revoked one", { code: CODE, content_hash: "aa" }, revoked, revoked, "revoked", "withdrawn"],
  ["one revoked and replaced", { code: CODE, content_hash: "aa" }, both, both, "revoked", "withdrawn"],
  ["one saved again", { code: CODE, content_hash: "aa" }, undefined, current, "altered", "saved_again"],
  [
    "one with other contents",
    { code: CODE, content_hash: "bb" },
    undefined,
    current,
    "altered",
    "contents_differ",
  ],
  [
    "one that cannot be read",
    { code: CODE, content_hash: null },
    undefined,
    current,
    "altered",
    "contents_differ",
  ],
  [
    "neither could be read",
    { code: CODE, content_hash: null },
    undefined,
    { ...current, content_hash: null },
    "altered",
    "contents_differ",
  ],
  [
    "a hash and a code",
    { code: CODE, content_hash: undefined },
    undefined,
    current,
    "altered",
    "file_differs",
  ],
  [
    "a code of another installation",
    { code: FOREIGN, content_hash: "aa" },
    undefined,
    undefined,
    "unknown",
    "other_issuer",
  ],
  ["an invented code", { code: CODE, content_hash: "aa" }, undefined, undefined, "unknown", "never_issued"],
  ["any other file", { code: null, content_hash: "aa" }, undefined, undefined, "unknown", "no_code"],
];
test("of a carrier's file is said that it is authentic, also when the carrier has written it anew since", () =>
  assert.deepEqual(judgeFile({ code: null, content_hash: null }, passed_on, undefined, ISSUER), {
    verdict: "authentic",
    reason: "file_unchanged",
  }));

for (const [name, facts, by_hash, by_code, verdict, reason] of files)
  test(`of ${name} is said: ${verdict}, ${reason}`, () =>
    assert.deepEqual(judgeFile(facts, by_hash, by_code, ISSUER), { verdict, reason }));

const codes: [
  name: string,
  code: string | null,
  by_code: CheckedVersion | undefined,
  verdict: string,
  reason: string,
][] = [
  ["a current document", CODE, current, "authentic", "code_issued"],
  ["a former version", CODE, former, "superseded", "newer_version"],
  ["a revoked document", CODE, revoked, "revoked", "withdrawn"],
  ["no document", CODE, undefined, "unknown", "never_issued"],
  ["another installation", FOREIGN, undefined, "unknown", "other_issuer"],
  ["nothing: a wrong letter", null, undefined, "unknown", "mistyped_code"],
];
for (const [name, code, by_code, verdict, reason] of codes)
  test(`of the code of ${name} is said: ${verdict}, ${reason}`, () =>
    assert.deepEqual(judgeCode(code, by_code, ISSUER), { verdict, reason }));
