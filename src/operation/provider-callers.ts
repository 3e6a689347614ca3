/**
 * From a signed request to the provider who sent it.
 *
 * `OTEP-Key` names the key, `OTEP-Timestamp` the moment (Unix seconds), `OTEP-Signature` is
 * `v1=hex(HMAC-SHA256(secret, "v1\n" + timestamp + "\n" + METHOD + "\n" + path?query + "\n" + hex(SHA-256(body))))`.
 * Two secrets may be active, so that a provider can change them without a pause. Nothing of a provider is kept
 * between requests: who is suspended is refused at once, in every process.
 */
import { createHmac, hash, timingSafeEqual } from "node:crypto";
import { unseal } from "#platform/auth/secrets.ts";
import type { ProviderRow } from "#platform/doors.ts";
import { type Actor, ANONYMOUS, holds } from "./actor.ts";
import { businessOfRow } from "./callers.ts";
import type { Mechanism } from "./mechanism.ts";
import { Refusal } from "./refusal.ts";

/** A request may be this much older or newer than its timestamp says. */
export const CLOCK_S = 300;
/** `last_used_at` is written at most this often for a key. */
const TOUCHED_MS = 60_000;

export interface SignedRequest {
  /** The id of a key, as `keyOf` reads it. */
  key: string | undefined;
  /** Headers, as they came. */
  timestamp: string | undefined;
  signature: string | undefined;
  method: string;
  /** The target as it was sent, with its query. */
  url: string;
  body: Buffer;
  /** Of the bearer token, when there is one. */
  actor: Actor;
}

type Stated = Omit<SignedRequest, "key" | "signature" | "actor" | "timestamp"> & { timestamp: string };

export function signatureOf(secret: string, { timestamp, method, url, body }: Stated): Buffer {
  const text = `v1\n${timestamp}\n${method}\n${url}\n${hash("sha256", body, "hex")}`;
  return createHmac("sha256", secret).update(text).digest();
}

export function missingCredentials(
  message = "Send the key of a provider: OTEP-Key, OTEP-Timestamp and OTEP-Signature.",
): Refusal {
  return new Refusal("missing_credentials", "unauthenticated", {
    message,
    headers: { "www-authenticate": 'OTEP realm="ingest"' },
  });
}

export async function providerOf(
  mechanism: Pick<Mechanism, "doors" | "settings">,
  request: SignedRequest,
  now: Date,
): Promise<Actor> {
  const { key, timestamp, signature, actor } = request;
  if (signature === undefined && actor.kind === "user") return byBearer(mechanism, key, actor, now);
  if (key === undefined || timestamp === undefined || signature === undefined) throw missingCredentials();
  const given = /^v1=([0-9a-f]{64})$/.exec(signature.trim())?.[1];
  const row = await mechanism.doors.providerOfKey(key);
  const body = Buffer.from(given ?? "", "hex");
  // An unknown key takes the same road, so that neither the answer nor the time tells which keys there are.
  const secrets =
    row === undefined ? [""] : row.secrets.map((sealed) => unseal(mechanism.settings.secret_key, sealed));
  const fits = secrets
    .map((secret) => signatureOf(secret, { ...request, timestamp }))
    .map((expected) => body.length === expected.length && timingSafeEqual(body, expected));
  if (row === undefined || row.status === "revoked" || !fits.includes(true)) {
    throw new Refusal("invalid_signature", "unauthenticated", {
      message: "The signature does not fit the key, the timestamp and the request.",
      headers: { "www-authenticate": 'OTEP error="invalid_signature"' },
    });
  }
  const age_s = Math.abs(now.getTime() / 1000 - Number(timestamp));
  if (!/^\d{1,12}$/.test(timestamp) || age_s > CLOCK_S) {
    throw new Refusal("stale_timestamp", "unauthenticated", {
      message: `OTEP-Timestamp must be within ${CLOCK_S} s of the present, in Unix seconds.`,
      extra: { now: Math.floor(now.getTime() / 1000) },
      headers: { "www-authenticate": 'OTEP error="stale_timestamp"' },
    });
  }
  const provider = actorOf(row, key, body);
  noteUse(mechanism, row, now);
  return provider;
}

/**
 * An account's token speaks for a provider of its business where the provider's policy allows it. What is told moves
 * orders, so the token needs what that needs anywhere: a token that may only read tells nothing.
 */
async function byBearer(
  { doors }: Pick<Mechanism, "doors">,
  key: string | undefined,
  actor: Actor,
  now: Date,
): Promise<Actor> {
  if (key === undefined) return actor;
  const row = await doors.providerOfKey(key);
  const may = row?.business_id === actor.business_id && row.status !== "revoked" && row.allows_bearer;
  if (row === undefined || !may || (actor.role !== "client_admin" && actor.role !== "employee")) {
    throw new Refusal("forbidden", "forbidden", {
      message: "This provider's requests are signed; a bearer token is not taken for it.",
    });
  }
  if (!holds(actor, "orders:write")) {
    throw new Refusal("scope_missing", "forbidden", {
      message: "The token has no scope orders:write.",
      extra: { required_scopes: ["orders:write"] },
    });
  }
  const provider = actorOf(row, key, null);
  noteUse({ doors }, row, now);
  return { ...provider, token_id: actor.token_id, calls_per_minute: actor.calls_per_minute };
}

/** Only a convenience for people: losing one is harmless, holding the request up is not. */
function noteUse(
  { doors }: Pick<Mechanism, "doors">,
  { provider_id, last_used_at }: ProviderRow,
  now: Date,
): void {
  const before = new Date(now.getTime() - TOUCHED_MS);
  if (last_used_at !== null && Date.parse(last_used_at) > before.getTime()) return;
  doors.touchProvider(provider_id, now, before).catch(() => {});
}

function actorOf(row: ProviderRow, key: string, signature: Buffer | null): Actor {
  if (row.status === "suspended" || row.business_status !== "active") {
    throw new Refusal("provider_suspended", "forbidden", { message: "This provider is suspended." });
  }
  return {
    ...ANONYMOUS,
    kind: "provider",
    business_id: row.business_id,
    business: businessOfRow(row),
    name: row.name,
    provider: {
      id: row.provider_id,
      key,
      code: row.code,
      source_types: row.source_types,
      subject_patterns: row.subject_patterns,
      formats: row.formats,
      limit:
        row.requests_per_s === null ? null : { per_s: row.requests_per_s, burst: row.requests_per_s * 2 },
      signature,
    },
  };
}
