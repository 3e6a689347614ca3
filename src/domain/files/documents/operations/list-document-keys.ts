/** The public keys that verify documents and roots of the log, without this service. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Nullable } from "#vocabulary/basics.ts";
import { NoRef } from "#vocabulary/ref.ts";
import { deriveIssuer } from "../keys/signer.ts";

const Hexadecimal = Type.String({ pattern: "^[0-9a-f]+$" });

export const listDocumentKeys = defineOperation({
  name: "documentKeys",
  summary: "List public keys of documents",
  description: "Ed25519, the newest first. A key that signs no more still verifies what it signed.",
  access: { public: true },
  rest: { method: "GET", path: "/api/v1/documents/keys" },
  output: Type.Object({
    result: Type.Boolean(),
    issuer: Type.String({ description: "The first letters of each code; from the hash of the first key." }),
    keys: Type.Array(
      Type.Object(
        {
          key_id: NoRef(
            "a public key",
            Type.String({ description: "The first 16 digits of the SHA-256 of the key." }),
          ),
          algorithm: Type.String({ description: "Ed25519" }),
          public_key: Type.String({ ...Hexadecimal, description: "32 bytes, hexadecimal." }),
          endorsement: Nullable(
            Type.String({
              ...Hexadecimal,
              description: "Signature of the key before over this one, hexadecimal; null of the first one.",
            }),
          ),
          created_at: Type.String({ format: "date-time" }),
        },
        { $id: "DocumentKey" },
      ),
    ),
  }),

  async run({ system_queries }) {
    const rows = await system_queries.listDocumentKeys();
    return {
      result: true,
      issuer: deriveIssuer(rows),
      keys: rows.map(({ key_id, public_key, endorsement, created_at }) => ({
        key_id,
        algorithm: "Ed25519",
        public_key: public_key.toString("hex"),
        endorsement: endorsement?.toString("hex") ?? null,
        created_at,
      })),
    };
  },
});
