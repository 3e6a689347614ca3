/**
 * Idempotency: the key of a write, the answer kept under it, and signatures that count once.
 *
 * A key belongs to its caller and operation; a body beside it must stay the same.
 */
import { createHmac, hash } from "node:crypto";
import { seal, unseal } from "#platform/auth/secrets.ts";
import type { Actor } from "./actor.ts";
import type { Call } from "./call.ts";
import type { Context } from "./context.ts";
import type { Operation } from "./define.ts";
import { canonicalJson } from "./events.ts";
import type { Mechanism } from "./mechanism.ts";
import { mayCarrySecret } from "./others.ts";
import { Refusal } from "./refusal.ts";
import type { Claim, StoredAnswer } from "./transaction.ts";

const KEY_MAX = 200;
/** Idempotency keys count for seven days unless the operation says otherwise. */
const KEYS_KEPT_H = 7 * 24;

/**
 * What tells two bodies apart. Of a body with a password in it only we can make it: a plain hash is soon guessed.
 * A call that waits for approval asks for something else than one that happens.
 */
function bodyHash({ settings }: Mechanism, { operation, input }: Call, waits: boolean): Buffer {
  const text = `${waits ? "waits for approval\n" : ""}${canonicalJson(input)}`;
  return mayCarrySecret(operation)
    ? createHmac("sha256", settings.secret_key).update(text).digest()
    : hash("sha256", text, "buffer");
}

/** Null: no key was sent, or by a stranger, whose keys nobody keeps apart. `waits`: the call is proposed, not made. */
export function claimOf(mechanism: Mechanism, call: Call, now: Date, waits = false): Claim | null {
  const { operation, actor, idempotency_key, idempotency_alias } = call;
  const actor_key =
    actor.account_id !== null
      ? `account:${actor.account_id}`
      : actor.provider
        ? `provider:${actor.provider.id}`
        : null;
  if (idempotency_key === undefined || actor_key === null) return null;
  if (
    idempotency_key.length === 0 ||
    idempotency_key.length > KEY_MAX ||
    !/^[\x21-\x7e]+$/.test(idempotency_key)
  ) {
    throw new Refusal("invalid_request", "invalid", {
      message: `Idempotency-Key must be 1 to ${KEY_MAX} printable ASCII characters without spaces.`,
      errors: [{ field: "Idempotency-Key", message: `must be 1 to ${KEY_MAX} printable ASCII characters` }],
    });
  }
  return {
    actor_key,
    operation: operation.name + (idempotency_alias === undefined ? "" : `/${idempotency_alias}`),
    key: idempotency_key,
    body_hash: bodyHash(mechanism, call, waits),
    at: now,
    forgotten_before: new Date(now.getTime() - (operation.keys_kept_h ?? KEYS_KEPT_H) * 3_600_000),
  };
}

/**
 * A signed request counts once. Its signature is the transaction's first write, so a twin
 * in another process waits for it; a refusal leaves no trace, and the same request may come again.
 */
export async function onceSigned<T>(
  db: Context["db"],
  actor: Actor,
  now: Date,
  run: () => Promise<T>,
): Promise<T> {
  const { provider } = actor;
  if (!provider?.signature) return run();
  const noted = db.execute(
    "insert into signed_request (business_id, provider_id, signature, at) values ($1, $2, $3, $4) on conflict do nothing",
    [actor.business_id, provider.id, provider.signature, now],
  );
  const [written, done] = await Promise.allSettled([noted, run()]);
  if (written.status === "rejected") throw written.reason;
  if (written.value === 0) {
    throw new Refusal("replayed_request", "conflict", {
      message: "This signed request was answered before; sign a new one.",
    });
  }
  if (done.status === "rejected") throw done.reason;
  return done.value;
}

export function keptAnswer(
  mechanism: Mechanism,
  operation: Operation,
  text: string,
): { answer: string; sealed: boolean } {
  if (!operation.secret_answer) return { answer: text, sealed: false };
  return { answer: seal(mechanism.settings.secret_key, text), sealed: true };
}

function readKept(mechanism: Mechanism, stored: { answer: string | null; sealed: boolean }): unknown {
  const text = stored.answer ?? "{}";
  return JSON.parse(stored.sealed ? unseal(mechanism.settings.secret_key, text) : text);
}

/** What was answered before, under this key. Refuses `idempotency_key_reused` where that was to something else. */
export function replayed(
  mechanism: Mechanism,
  request: Call["request"],
  claim: Claim | null,
  stored: StoredAnswer,
): unknown {
  if (claim === null || !claim.body_hash.equals(stored.body_hash)) {
    throw new Refusal("idempotency_key_reused", "conflict", {
      message: `The Idempotency-Key of request ${request.id} was used before with another body.`,
    });
  }
  return readKept(mechanism, stored);
}
