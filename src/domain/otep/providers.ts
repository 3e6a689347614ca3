/** Providers and their keys: who may send events, of what, and how the secret is kept. */
import { randomBytes } from "node:crypto";
import Type from "typebox";
import type { Context } from "#operation/context.ts";
import { SOURCE_TYPES } from "#otep/event.ts";
import { seal } from "#platform/auth/secrets.ts";
import { Id, Nullable, Timestamp, Words } from "#vocabulary/basics.ts";

export const INGEST_FORMATS = ["otep", "epcis"] as const;

export const ProviderMembers = {
  name: Type.String({ minLength: 1, maxLength: 120, pattern: "\\S" }),
  source_types: Type.Array(Words(SOURCE_TYPES), {
    minItems: 1,
    maxItems: SOURCE_TYPES.length,
    description:
      "Kinds of source that its events may be of; the first one is that of events which do not say.",
  }),
  subject_patterns: Type.Array(Type.String({ minLength: 1, maxLength: 100, pattern: "^[!-~]+$" }), {
    minItems: 1,
    maxItems: 50,
    description:
      "Subjects that it serves: ids, or `scheme:id`, where `*` stands for any text. `*` alone is every subject of the business.",
  }),
  formats: Type.Array(Words(INGEST_FORMATS), { minItems: 1, maxItems: 2 }),
  requests_per_s: Nullable(
    Type.Integer({ minimum: 1, maximum: 1000, description: "Null: as the route allows." }),
  ),
  allows_bearer: Type.Boolean({
    description: "Whether an account's token, with OTEP-Key, is taken instead of a signature.",
  }),
};

export const Provider = Type.Object(
  {
    id: Id,
    key_id: Type.String(),
    code: Type.String({ description: "Its name in events: `source.provider`." }),
    ...ProviderMembers,
    status: Words(["active", "suspended", "revoked"]),
    secrets: Type.Integer({ description: "Active secrets: two while the provider changes them." }),
    secret_made_at: Nullable(Timestamp),
    last_used_at: Nullable(
      Type.String({ format: "date-time", description: "To the minute; null while the key was never used." }),
    ),
    created_at: Timestamp,
    updated_at: Timestamp,
    version: Type.Integer(),
  },
  { $id: "OtepProvider" },
);

export interface ProviderRecord {
  id: number;
  key_id: string;
  code: string;
  name: string;
  source_types: (typeof SOURCE_TYPES)[number][];
  subject_patterns: string[];
  formats: (typeof INGEST_FORMATS)[number][];
  requests_per_s: number | null;
  allows_bearer: boolean;
  status: "active" | "suspended" | "revoked";
  secrets: number;
  secret_made_at: string | null;
  last_used_at: string | null;
  created_at: string;
  updated_at: string;
  version: number;
}

export const PROVIDER_COLUMNS = `id, key_id, code, name, source_types, subject_patterns, formats, requests_per_s, allows_bearer,
  status, (secret is not null)::int + (former_secret is not null)::int as secrets, secret_made_at,
  last_used_at, created_at, updated_at, version`;

/** A secret for its owner, and the same sealed for us. */
export function newSecret({ settings }: Pick<Context, "settings">): { secret: string; sealed: string } {
  const secret = `otep_${randomBytes(32).toString("base64url")}`;
  return { secret, sealed: seal(settings.secret_key, secret) };
}

export function newKeyId(): string {
  return `pk_${randomBytes(12).toString("hex")}`;
}

export async function lockProvider(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  id: number,
): Promise<ProviderRecord | undefined> {
  return db.row<ProviderRecord>(
    `select ${PROVIDER_COLUMNS} from otep_provider where business_id = $1 and id = $2 for update`,
    [business_id, id],
  );
}
