/**
 * Authenticates the partner of a signed request.
 *
 * `OTEP-Key` is the key's id, `OTEP-Timestamp` the time of signing (Unix seconds), `OTEP-Signature` is
 * `v1=hex(HMAC-SHA256(secret, "v1\n" + timestamp + "\n" + METHOD + "\n" + path?query + "\n" +
 * hex(SHA-256(body))))`. Two secrets may be active at once, so that a partner can rotate them without downtime.
 * Partners are not cached between requests: a suspended one is refused at once, in every process.
 */
import { createHmac, hash, timingSafeEqual } from "node:crypto";
import { decryptText } from "#platform/auth/secrets.ts";
import { Refusal } from "../define/refusal.ts";
import type { Runtime } from "../define/runtime.ts";
import { refusals } from "../response/platform-messages.ts";
import { type Actor, ANONYMOUS, actorHasScope } from "./actor.ts";
import { buildBusiness } from "./business.ts";
import type { PartnerRow } from "./caller-queries.ts";

/** Largest difference between a request's timestamp and the present, seconds. */
export const CLOCK_SKEW_MAX_S = 300;
/** `last_used_at` is written at most this often per key. */
const LAST_USED_INTERVAL_MS = 60_000;

export interface SignedRequest {
  /** The id of a key, as its header names it. */
  key: string | undefined;
  /** Headers, unparsed. */
  timestamp: string | undefined;
  signature: string | undefined;
  method: string;
  /** The request target as it was sent, with its query. */
  url: string;
  body: Buffer;
  /** The actor of the bearer token, when there is one. */
  actor: Actor;
}

type SignedContent = Omit<SignedRequest, "key" | "signature" | "actor" | "timestamp"> & { timestamp: string };

function computeSignature(secret: string, { timestamp, method, url, body }: SignedContent): Buffer {
  const text = `v1\n${timestamp}\n${method}\n${url}\n${hash("sha256", body, "hex")}`;
  return createHmac("sha256", secret).update(text).digest();
}

export function missingCredentials(): Refusal {
  return new Refusal("missing_credentials", "unauthenticated", {
    message: refusals.provider_key_headers,
    headers: { "www-authenticate": 'OTEP realm="ingest"' },
  });
}

export async function authenticatePartner(
  runtime: Pick<Runtime, "system_queries" | "settings" | "registry">,
  request: SignedRequest,
  now: Date,
): Promise<Actor> {
  const { key, timestamp, signature, actor } = request;
  if (signature === undefined && actor.kind === "user") return authenticateByBearer(runtime, key, actor, now);
  if (key === undefined || timestamp === undefined || signature === undefined) throw missingCredentials();
  const hex_digest = /^v1=([0-9a-f]{64})$/.exec(signature.trim())?.[1];
  const row = await runtime.system_queries.findPartnerOfKey(key);
  const body = Buffer.from(hex_digest ?? "", "hex");
  // An unknown key takes the same path, so that neither the response nor its time reveals which keys exist.
  const secrets =
    row === undefined ? [""] : row.secrets.map((sealed) => decryptText(runtime.settings.secret_key, sealed));
  const fits = secrets
    .map((secret) => computeSignature(secret, { ...request, timestamp }))
    .map((expected) => body.length === expected.length && timingSafeEqual(body, expected));
  if (row === undefined || row.status === "revoked" || !fits.includes(true)) {
    throw new Refusal("invalid_signature", "unauthenticated", {
      message: refusals.signature_misfit,
      headers: { "www-authenticate": 'OTEP error="invalid_signature"' },
    });
  }
  const age_s = Math.abs(now.getTime() / 1000 - Number(timestamp));
  if (!/^\d{1,12}$/.test(timestamp) || age_s > CLOCK_SKEW_MAX_S) {
    throw new Refusal("stale_timestamp", "unauthenticated", {
      message: refusals.timestamp_skew.with({ seconds: CLOCK_SKEW_MAX_S }),
      extra: { now: Math.floor(now.getTime() / 1000) },
      headers: { "www-authenticate": 'OTEP error="stale_timestamp"' },
    });
  }
  const partner = buildPartnerActor(runtime, row, key, body);
  updateLastUsed(runtime, row, now);
  return partner;
}

/**
 * An account's token may act for a partner of its business where the partner's policy allows it. Tracking events
 * change orders, so the token needs the same scope as any other write to orders; a read-only token is refused.
 */
async function authenticateByBearer(
  runtime: Pick<Runtime, "system_queries" | "registry">,
  key: string | undefined,
  actor: Actor,
  now: Date,
): Promise<Actor> {
  if (key === undefined) return actor;
  const row = await runtime.system_queries.findPartnerOfKey(key);
  const may = row?.business_id === actor.business_id && row.status !== "revoked" && row.allows_bearer;
  if (row === undefined || !may || (actor.role !== "client_admin" && actor.role !== "employee")) {
    throw new Refusal("forbidden", "forbidden", {
      message: refusals.signed_requests,
    });
  }
  if (!actorHasScope(actor, "orders:write")) {
    throw new Refusal("scope_missing", "forbidden", {
      message: refusals.scope_missing.with({ scope: "orders:write" }),
      extra: { required_scopes: ["orders:write"] },
    });
  }
  const partner = buildPartnerActor(runtime, row, key, null);
  updateLastUsed(runtime, row, now);
  return { ...partner, token_id: actor.token_id, calls_per_minute: actor.calls_per_minute };
}

/** `last_used_at` is informational: losing an update is harmless, delaying the request is not. */
function updateLastUsed(
  { system_queries }: Pick<Runtime, "system_queries">,
  { business_id, partner_id, last_used_at }: PartnerRow,
  now: Date,
): void {
  const before = new Date(now.getTime() - LAST_USED_INTERVAL_MS);
  if (last_used_at !== null && Date.parse(last_used_at) > before.getTime()) return;
  system_queries.touchPartner(business_id, partner_id, now, before).catch(() => {});
}

function buildPartnerActor(
  { registry }: Pick<Runtime, "registry">,
  row: PartnerRow,
  key: string,
  signature: Buffer | null,
): Actor {
  if (row.status === "suspended" || row.business_status !== "active") {
    throw new Refusal("provider_suspended", "forbidden", { message: refusals.provider_suspended });
  }
  return {
    ...ANONYMOUS,
    kind: "partner",
    business_id: row.business_id,
    business: buildBusiness(row, registry.settings),
    name: row.name,
    partner: {
      id: row.partner_id,
      key_id: key,
      code: row.code,
      uses: row.uses,
      source_types: row.source_types,
      subject_patterns: row.subject_patterns,
      formats: row.formats,
      limit:
        row.requests_per_s === null ? null : { per_s: row.requests_per_s, burst: row.requests_per_s * 2 },
      signature,
    },
  };
}
