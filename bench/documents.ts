/**
 * Verifying documents: signature, every byte and the entry of the log of a signed PDF, against bare SHA-256 of the same bytes on the same
 * core. Uses neither network nor database.
 */
import { generateKeyPairSync, hash } from "node:crypto";
import { once } from "node:events";
import PDFDocument from "pdfkit";
import { buildCode, buildIssuer } from "#signed-pdf/code.ts";
import { readPdfContents } from "#signed-pdf/contents.ts";
import {
  buildKeyId,
  exportPublicKey,
  hashPublicKey,
  importPublicKey,
  signPdf,
  verifySignedPdf,
} from "#signed-pdf/sign.ts";
import {
  appendLeaves,
  buildInclusionProof,
  buildKey,
  computeRoot,
  type Hash,
  hashLeaf,
  type Place,
} from "#transparency-log/tree.ts";
import { verifyInclusion } from "#transparency-log/verify.ts";
import { verdict } from "./load.ts";

const PER_MINUTE_MIN = 60_000;
const ROUNDS = 9;
const ROUND_MS = 400;
/** A label with its fonts. */
const DOCUMENT_BYTES = 28_000;
const LOG_ENTRIES = 100_000;

async function drawDocument(): Promise<Buffer> {
  const pdf = new PDFDocument({ compress: false });
  const chunks: Buffer[] = [];
  pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = once(pdf, "end");
  for (let n = 0; n < DOCUMENT_BYTES / 70; n += 1)
    pdf.fontSize(6).text(`Line ${n} of the document`, 20, 20 + (n % 100) * 7);
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}

/** Calls in a second of processor time, the median of rounds that alternate. */
function measureRates(candidates: ReadonlyMap<string, () => unknown>): Map<string, number> {
  const rates = new Map([...candidates.keys()].map((name) => [name, [] as number[]]));
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const [name, run] of candidates) {
      const begin = performance.now();
      const before = process.cpuUsage();
      let calls = 0;
      while (performance.now() - begin < ROUND_MS) {
        for (let n = 0; n < 20; n += 1) run();
        calls += 20;
      }
      const { user, system } = process.cpuUsage(before);
      // The first round compiles.
      if (round > 0) rates.get(name)?.push((calls * 1e6) / (user + system));
    }
  return new Map(
    [...rates].map(([name, all]) => [
      name,
      all.sort((one, other) => one - other)[Math.floor(ROUNDS / 2)] as number,
    ]),
  );
}

export async function benchDocuments(): Promise<boolean> {
  const { privateKey } = generateKeyPairSync("ed25519");
  const public_key = exportPublicKey(privateKey);
  const key_id = buildKeyId(public_key);
  const keys = new Map([[key_id, importPublicKey(public_key)]]);
  const drawn = await drawDocument();
  const code = buildCode(buildIssuer(hashPublicKey(public_key)), Buffer.alloc(8, 5));
  const { bytes, statement } = signPdf(
    drawn,
    { code, issued_at: "2026-11-29T10:00:00.000Z", key_id, content_hash: "-" },
    privateKey,
  );

  const nodes = new Map<string, Hash>();
  const read = (place: Place) => nodes.get(buildKey(place)) as Hash;
  const leaf_index = 77_777;
  const leaves = Array.from({ length: LOG_ENTRIES }, (_, n) =>
    hashLeaf(Buffer.from(n === leaf_index ? statement : String(n))),
  );
  const append_begin = performance.now();
  for (const node of appendLeaves(0, leaves, read)) nodes.set(buildKey(node), node.hash);
  const append_ms = performance.now() - append_begin;
  const proof = buildInclusionProof(leaf_index, LOG_ENTRIES, read);
  const root_hash = computeRoot(LOG_ENTRIES, read);

  const verifyAll = () => {
    const found_verdict = verifySignedPdf(bytes, keys);
    if (found_verdict.kind !== "authentic") throw new Error("The document is authentic.");
    const leaf_hash = hashLeaf(Buffer.from(found_verdict.statement_text));
    if (!verifyInclusion({ leaf_hash, leaf_index, tree_size: LOG_ENTRIES, root_hash, proof }))
      throw new Error("It is in the log.");
  };
  const rates = measureRates(
    new Map<string, () => unknown>([
      ["SHA-256 alone", () => hash("sha256", bytes, "buffer")],
      ["verify file", () => verifySignedPdf(bytes, keys)],
      ["verify file and log entry", verifyAll],
      ["read contents of a saved file", () => readPdfContents(bytes)],
    ]),
  );
  const bare = rates.get("SHA-256 alone") as number;
  console.log(
    `A document of ${bytes.length} bytes, a log of ${LOG_ENTRIES} entries, appended in ${Math.round(append_ms)} ms.`,
  );
  console.table(
    [...rates].map(([name, rate]) => ({
      name,
      "a minute": Math.round(rate * 60),
      "of SHA-256": Number((rate / bare).toFixed(3)),
    })),
  );
  const per_minute = (rates.get("verify file and log entry") as number) * 60;
  return verdict(
    `at least ${PER_MINUTE_MIN} verifications a minute on one core`,
    per_minute / PER_MINUTE_MIN,
    1,
  );
}
