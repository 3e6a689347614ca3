/**
 * Idempotency keys of writes, the responses stored under them, and request signatures that are accepted once.
 *
 * A key belongs to its caller and operation; every use of it must have the same body.
 */
import { createHmac, hash } from "node:crypto";
import { decryptText, encryptText } from "#platform/auth/secrets.ts";
import type { Actor } from "../caller/actor.ts";
import type { Context } from "../define/context.ts";
import { Refusal } from "../define/refusal.ts";
import type { Runtime } from "../define/runtime.ts";
import { mayCarrySecret } from "../define/secrets.ts";
import { canonicalJson } from "../records/events.ts";
import { fields, refusals } from "../response/platform-messages.ts";
import { type Invocation, revealsSecrets } from "./invocation.ts";
import type { Claim, StoredAnswer } from "./transaction.ts";

const KEY_MAX = 200;
/** Idempotency keys are valid for seven days unless the operation sets another time. */
const DEFAULT_TTL_H = 7 * 24;

/**
 * Hash that distinguishes request bodies. It is keyed (HMAC) because a body may contain a password, which could be
 * guessed from a plain hash. A call that waits for approval hashes differently from one that executes, and one whose
 * response has a secret from one of a program, which must not be given the former's response.
 */
function bodyHash(invocation: Invocation, waits: boolean): Buffer {
  const { runtime, operation, input } = invocation;
  const is_for_person = operation.secret_answer === "if_signed_in" && revealsSecrets(invocation);
  const text = `${waits ? "waits for approval\n" : ""}${is_for_person ? "for a person\n" : ""}${canonicalJson(input)}`;
  return mayCarrySecret(operation)
    ? createHmac("sha256", runtime.settings.secret_key).update(text).digest()
    : hash("sha256", text, "buffer");
}

/**
 * Null when no key was sent, or by an anonymous caller, whose keys cannot be told apart. `waits`: the call is
 * proposed, not executed.
 */
export function buildIdempotencyClaim(invocation: Invocation, waits = false): Claim | null {
  const { operation, actor, now, idempotency_key, idempotency_alias, repeats_for_ms } = invocation;
  const actor_key =
    actor.account_id !== null
      ? `account:${actor.account_id}`
      : actor.partner
        ? `partner:${actor.partner.id}`
        : actor.link
          ? `link:${actor.link.id}`
          : actor.device
            ? `device:${actor.device.id}`
            : null;
  if (idempotency_key === undefined || actor_key === null) return null;
  if (
    idempotency_key.length === 0 ||
    idempotency_key.length > KEY_MAX ||
    !/^[\x21-\x7e]+$/.test(idempotency_key)
  ) {
    throw new Refusal("invalid_request", "invalid", {
      message: refusals.idempotency_key_form.with({ max: KEY_MAX }),
      errors: [{ field: "Idempotency-Key", message: fields.printable_ascii.with({ max: KEY_MAX }) }],
    });
  }
  return {
    actor_key,
    operation: operation.name + (idempotency_alias === undefined ? "" : `/${idempotency_alias}`),
    key: idempotency_key,
    body_hash: bodyHash(invocation, waits),
    at: now,
    forgotten_before: new Date(
      now.getTime() - (repeats_for_ms ?? (operation.idempotency_ttl_h ?? DEFAULT_TTL_H) * 3_600_000),
    ),
    ended_by_writes_of: repeats_for_ms === undefined ? null : actor.token_id,
  };
}

/**
 * A signed request is accepted once. Its signature is the transaction's first write, so a concurrent duplicate in
 * another process waits for it. A refusal rolls the signature back, so the same request may be sent again.
 */
export async function recordSignatureOnce<T>(
  db: Context["db"],
  actor: Actor,
  now: Date,
  run: () => Promise<T>,
): Promise<T> {
  const { partner } = actor;
  if (!partner?.signature) return run();
  const noted = db.execute(
    "insert into signed_request (business_id, partner_id, signature, at) values ($1, $2, $3, $4) on conflict do nothing",
    [actor.business_id, partner.id, partner.signature, now],
  );
  const [written, run_result] = await Promise.allSettled([noted, run()]);
  if (written.status === "rejected") throw written.reason;
  if (written.value === 0) {
    throw new Refusal("replayed_request", "conflict", {
      message: refusals.signed_request_replayed,
    });
  }
  if (run_result.status === "rejected") throw run_result.reason;
  return run_result.value;
}

export function encryptStoredAnswer(
  { runtime, operation }: Invocation,
  text: string,
): { answer: string; sealed: boolean } {
  if (!operation.secret_answer) return { answer: text, sealed: false };
  return { answer: encryptText(runtime.settings.secret_key, text), sealed: true };
}

function decryptStoredAnswer(
  runtime: Runtime,
  stored_answer: { answer: string | null; sealed: boolean },
): unknown {
  const text = stored_answer.answer ?? "{}";
  return JSON.parse(stored_answer.sealed ? decryptText(runtime.settings.secret_key, text) : text);
}

/** The response stored under this key. Refuses `idempotency_key_reused` when it was stored for another body. */
export function getStoredAnswer(
  { runtime, request }: Invocation,
  claim: Claim | null,
  stored_answer: StoredAnswer,
): unknown {
  if (claim === null || !claim.body_hash.equals(stored_answer.body_hash)) {
    throw new Refusal("idempotency_key_reused", "conflict", {
      message: refusals.idempotency_key_reused.with({ id: request.id }),
    });
  }
  return decryptStoredAnswer(runtime, stored_answer);
}
