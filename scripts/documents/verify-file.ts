/** Verifies a document with its file and public keys, without a network: what `npm run verify-document` prints. */
import { type KeyObject, verify } from "node:crypto";
import { findCodeText, readPdfContents } from "#signed-pdf/contents.ts";
import { importPublicKey, verifySignedPdf } from "#signed-pdf/sign.ts";
import { formatRoot } from "#transparency-log/root.ts";
import { hashLeaf } from "#transparency-log/tree.ts";
import { verifyInclusion } from "#transparency-log/verify.ts";

/** The answer of `GET /api/v1/documents/keys`. */
export interface PublishedKeys {
  issuer: string;
  keys: readonly { key_id: string; public_key: string }[];
}

/** `inclusion` of an answer of `/api/v1/documents/verify`. */
export interface PublishedProof {
  leaf_index: number;
  hashes: readonly string[];
  root: {
    issuer: string;
    tree_size: number;
    root_hash: string;
    signed_at: string;
    key_id: string;
    signature: string;
  };
}

export interface FileVerdict {
  verdict: "authentic" | "altered" | "unknown";
  code: string | null;
  sentences: string[];
  /** Null without a proof. */
  is_in_log: boolean | null;
}

const hex = (text: string): Buffer => Buffer.from(text, "hex");

const readKeys = ({ keys }: PublishedKeys): Map<string, KeyObject> =>
  new Map(keys.map(({ key_id, public_key }) => [key_id, importPublicKey(hex(public_key))]));

export function verifyFile(
  file: Uint8Array,
  published: PublishedKeys,
  proof: PublishedProof | null,
): FileVerdict {
  const keys = readKeys(published);
  const outcome = verifySignedPdf(file, keys);
  if (outcome.kind === "authentic") {
    const { code, issued_at } = outcome.statement;
    const is_in_log = proof === null ? null : isInLog(outcome.statement_text, proof, keys);
    return {
      verdict: "authentic",
      code,
      is_in_log,
      sentences: [
        `Issued by ${published.issuer} at ${issued_at}, and not a byte was changed.`,
        "Whether it was replaced or withdrawn since, only its issuer knows.",
        ...(is_in_log === null
          ? []
          : [
              is_in_log
                ? "It is in the log under the signed root."
                : "The proof does not show that it is in the log.",
            ]),
      ],
    };
  }
  const code = outcome.kind === "unsigned" ? findCode(file) : outcome.code;
  if (outcome.kind === "unknown_key")
    return {
      verdict: "unknown",
      code,
      is_in_log: null,
      sentences: [`It was signed with the key ${outcome.key_id}, which is none of these keys.`],
    };
  return code?.startsWith(`${published.issuer}-`)
    ? {
        verdict: "altered",
        code,
        is_in_log: null,
        sentences: [
          `It bears the code ${code}, and is not the file that was issued: it was changed, or saved again by another program.`,
        ],
      }
    : {
        verdict: "unknown",
        code,
        is_in_log: null,
        sentences: [
          code === null
            ? "It bears no signature and no code."
            : `It bears the code ${code} of another issuer, and no signature.`,
        ],
      };
}

function findCode(file: Uint8Array): string | null {
  const contents = readPdfContents(file);
  return contents === null ? findCodeText(file) : contents.code;
}

/** The entry is computed from the file; of the proof only what its root's signature covers is believed. */
function isInLog(
  statement: string,
  { leaf_index, hashes, root }: PublishedProof,
  keys: ReadonlyMap<string, KeyObject>,
): boolean {
  const key = keys.get(root.key_id);
  const text = formatRoot({ ...root, root_hash: hex(root.root_hash) });
  return (
    key !== undefined &&
    verify(null, Buffer.from(text), key, hex(root.signature)) &&
    verifyInclusion({
      leaf_hash: hashLeaf(Buffer.from(statement)),
      leaf_index,
      tree_size: root.tree_size,
      root_hash: hex(root.root_hash),
      proof: hashes.map(hex),
    })
  );
}
