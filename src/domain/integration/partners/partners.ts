/** Partners and their keys: what a key may be used for, which events it may send, and how the secret is stored. */
import { randomBytes } from "node:crypto";
import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { defineGet } from "#operation/define/get.ts";
import { SOURCE_TYPES } from "#otep/event.ts";
import { encryptText } from "#platform/auth/secrets.ts";
import { Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { PARTNER_USES, type PartnerUse } from "#vocabulary/partners.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "./messages.ts";

export const INGEST_FORMATS = ["otep", "epcis"] as const;

export const PartnerCode = Type.String({
  pattern: "^[a-z][a-z0-9_-]{1,39}$",
  description: "Its name in events, `source.provider`; cannot be changed.",
});

export const PartnerMembers = {
  name: Type.String({ minLength: 1, maxLength: 120, pattern: "\\S" }),
  uses: Type.Array(StringEnum(PARTNER_USES), {
    minItems: 1,
    maxItems: PARTNER_USES.length,
    uniqueItems: true,
    description:
      "What its key may be used for: tracking events, and tenders of orders. No route takes pushes yet.",
  }),
  source_types: Type.Array(StringEnum(SOURCE_TYPES), {
    minItems: 1,
    maxItems: SOURCE_TYPES.length,
    description: "Allowed source types of its events; the first one is the default.",
  }),
  subject_patterns: Type.Array(Type.String({ minLength: 1, maxLength: 100, pattern: "^[!-~]+$" }), {
    minItems: 1,
    maxItems: 50,
    description:
      "Subjects that it may report: ids, or `scheme:id`, where `*` matches any text. `*` alone is every subject of the business.",
  }),
  formats: Type.Array(StringEnum(INGEST_FORMATS), { minItems: 1, maxItems: 2 }),
  requests_per_s: Nullable(
    Type.Integer({ minimum: 1, maximum: 1000, description: "Null: the limit of the route." }),
  ),
  allows_bearer: Type.Boolean({
    description: "Whether an account's token, with OTEP-Key, is accepted instead of a signature.",
  }),
};

export const Partner = Type.Object(
  {
    id: Ref("provider"),
    key_id: Type.String(),
    code: Type.String({ description: "Its name in events: `source.provider`." }),
    ...PartnerMembers,
    status: StringEnum(["active", "suspended", "revoked"]),
    secrets: Type.Integer({ description: "Active secrets: two during a rotation." }),
    secret_made_at: Nullable(Timestamp),
    last_used_at: Nullable(
      Type.String({
        format: "date-time",
        description: "Accurate to a minute; null if the key was never used.",
      }),
    ),
    created_at: Timestamp,
    updated_at: Timestamp,
    version: Type.Integer(),
  },
  { $id: "OtepProvider" },
);

export interface PartnerRecord {
  id: number;
  key_id: string;
  code: string;
  name: string;
  uses: PartnerUse[];
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

export const PARTNER_COLUMNS = `id, key_id, code, name, uses, source_types, subject_patterns, formats, requests_per_s, allows_bearer,
  status, (secret is not null)::int + (former_secret is not null)::int as secrets, secret_made_at,
  last_used_at, created_at, updated_at, version`;

/** A secret for its owner, and the encrypted one for the database. */
export function createSecret({ settings }: Pick<Context, "settings">): { secret: string; sealed: string } {
  const secret = `otep_${randomBytes(32).toString("base64url")}`;
  return { secret, sealed: encryptText(settings.secret_key, secret) };
}

export function createKeyId(): string {
  return `pk_${randomBytes(12).toString("hex")}`;
}

async function lockPartner(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  id: number,
): Promise<PartnerRecord | undefined> {
  return db.row<PartnerRecord>(
    `select ${PARTNER_COLUMNS} from partner where business_id = $1 and id = $2 for update`,
    [business_id, id],
  );
}

export const getLockedPartner = defineGet(lockPartner, messages.no_provider);
