/**
 * The one road to a run: who, gate, scope, input, confirm, approval, idempotency, transaction, audit, prices.
 *
 * Surfaces hand over a call and show what comes back; they decide nothing.
 */
import { createHash } from "node:crypto";
import { seal, unseal } from "#platform/auth/secrets.ts";
import { readerOf } from "#platform/db/db.ts";
import type { Actor } from "./actor.ts";
import type { AuditEntry } from "./audit.ts";
import { type Call, digestOf, type Previewed, type Result } from "./call.ts";
import type { Context, Emitted, JobRequest, Message, SpokenOptions } from "./context.ts";
import type { Operation } from "./define.ts";
import { canonicalJson, type EventRow } from "./events.ts";
import { refusalOfFailure } from "./failure.ts";
import { admit } from "./gate.ts";
import { speak } from "./language.ts";
import type { Mechanism } from "./mechanism.ts";
import { checkInput, Others } from "./others.ts";
import { type Frame, finishOwed, owe, performNow } from "./outside.ts";
import { queueProposal } from "./proposals.ts";
import { COMMON_REFUSALS, Refusal, type RefusalKind } from "./refusal.ts";
import { pickerOf } from "./schema.ts";
import { transact } from "./transaction.ts";

const KEY_MAX = 200;

export async function invoke(mechanism: Mechanism, call: Call): Promise<Result> {
  const started = performance.now();
  const { operation, actor, request } = call;
  const now = mechanism.now();
  let outcome = "failed";
  try {
    mechanism.rates.admit(actor, now);
    const guesser = operation.unknownIn === undefined ? null : { actor, address: request.address };
    if (guesser !== null) mechanism.guesses.admit(guesser, now);
    admit(operation, actor, call.agent?.scopes ?? null);
    const result = await admitted(mechanism, call, now);
    outcome = result.kind === "done" && result.replayed ? "replayed" : result.kind;
    if (guesser !== null && result.kind === "done")
      mechanism.guesses.miss(guesser, operation.unknownIn?.(result.answer) ?? 0, now);
    // A write's own entry is in its transaction; so is that of a proposal.
    if (
      result.kind !== "proposed" &&
      (operation.effect === "read" || result.kind !== "done" || result.replayed)
    ) {
      mechanism.audit.note(
        entryOf(call, now, { outcome: auditWord(outcome), duration_ms: performance.now() - started }),
      );
    }
    return result;
  } catch (error) {
    const refusal = error instanceof Refusal ? error : refusalOfFailure(error);
    if (refusal !== undefined) outcome = "refused";
    if (refusal?.kind === "not_found" && operation.unknownIn !== undefined)
      mechanism.guesses.miss({ actor, address: request.address }, 1, now);
    mechanism.audit.note(
      entryOf(call, now, {
        outcome: refusal === undefined ? "failed" : "refused",
        refusal: refusal?.code ?? null,
        duration_ms: performance.now() - started,
      }),
    );
    if (refusal !== undefined) throw refusal;
    mechanism.log.error(
      { err: error, operation: operation.name, request_id: request.id },
      "an operation failed",
    );
    throw error;
  } finally {
    mechanism.measure(operation.name, request.surface, outcome, (performance.now() - started) / 1000);
  }
}

function auditWord(outcome: string): AuditEntry["outcome"] {
  return outcome as AuditEntry["outcome"];
}

async function admitted(mechanism: Mechanism, call: Call, now: Date): Promise<Result> {
  const { operation, actor, input } = call;
  checkInput(operation, input);
  const business_id = await businessOf(mechanism, call);
  const { agent } = call;
  const waits =
    agent?.require_approval && operation.risk === "high" && !operation.never_queued && !call.dry_run;
  if (waits) {
    const previewed = await previewOf(mechanism, call, now, business_id);
    const queued = await queueProposal(mechanism, { call, business_id, previewed, now });
    return { kind: "proposed", ...queued, preview: previewed.shown };
  }
  if (operation.effect === "read") {
    refuseUnconfirmedRead(call);
    const context = contextOf(
      mechanism,
      call,
      now,
      business_id,
      readerOf(mechanism.pools[roleOf(call)], business_id),
      [],
      [],
    );
    const prepared = await operation.prepare?.(context, input);
    const answer = await operation.run(context, input, prepared);
    return { kind: "done", answer: pick(operation, actor, answer), replayed: false };
  }
  if (call.dry_run) return { kind: "dry_run", ...(await previewOf(mechanism, call, now, business_id)).shown };
  if (agent && operation.risk === "high" && !agent.confirm)
    await refuseUnconfirmedWrite(mechanism, call, now, business_id);
  return write(mechanism, call, now, business_id);
}

/** The business whose rows the run sees. A public operation tells it from its input, never from the token. */
async function businessOf(mechanism: Mechanism, call: Call): Promise<number> {
  const { operation, actor, input } = call;
  if (operation.tenant === undefined) return actor.business_id;
  const business_id = await operation.tenant(mechanism.doors, input);
  if (business_id === undefined)
    throw new Refusal("not_found", "not_found", { message: "There is no such thing here." });
  return business_id;
}

/** Sign-in and platform administration look across businesses; everything else is bound to one. */
function roleOf({ operation, actor }: Call): "service" | "system" {
  return operation.across || actor.role === "platform_admin" ? "system" : "service";
}

function refuseUnconfirmedRead({ agent, operation, dry_run }: Call): void {
  if (agent === undefined || agent.confirm || operation.risk !== "high" || dry_run) return;
  throw new Refusal("confirm_required", "invalid", {
    message: `${agent.tool} discloses what ${operation.summary.toLowerCase()} tells; send confirm=true, or use the approval queue.`,
    extra: { would_disclose: operation.summary },
  });
}

async function refuseUnconfirmedWrite(
  mechanism: Mechanism,
  call: Call,
  now: Date,
  business_id: number,
): Promise<never> {
  const { shown } = await previewOf(mechanism, call, now, business_id);
  throw new Refusal("confirm_required", "invalid", {
    message: `${call.agent?.tool ?? call.operation.name} is high-risk: send confirm=true, or use the approval queue.`,
    extra: { preview: shown, digest: digestOf(call.operation.name, call.input) },
  });
}

/**
 * What a write would answer and emit, and which subjects it would touch. A high-risk read is not made: it
 * would disclose what the preview is there to protect.
 */
async function previewOf(
  mechanism: Mechanism,
  call: Call,
  now: Date,
  business_id: number,
): Promise<Previewed> {
  const { operation, actor } = call;
  if (operation.effect === "read")
    return { shown: { answer: {}, would_emit: [], unpredicted: [] }, targets: [] };
  const { answer, events } = await runWrite(mechanism, { ...call, dry_run: true }, now, business_id, null);
  const made = new Set(
    events.filter(({ seq }) => seq === 1).map((event) => `${event.subject_type}/${event.subject_id}`),
  );
  const before = new Map<string, number>();
  for (const { subject_type, subject_id, seq } of events) {
    const key = `${subject_type}/${subject_id}`;
    before.set(key, Math.min(before.get(key) ?? seq - 1, seq - 1));
  }
  return {
    shown: {
      answer: pick(operation, actor, answer),
      // To a stranger even that there are facts would tell whether an account is known.
      would_emit: (operation.access.public ? [] : events).map(
        ({ subject_type, subject_id, kind, payload }) => ({
          subject_type,
          subject_id,
          kind,
          // Events carry no marks of what is a price.
          payload: actor.hidden_prices.size > 0 ? {} : payload,
        }),
      ),
      unpredicted: operation.unpredicted ?? [],
    },
    targets: events.map(({ subject_type, subject_id, kind }) => {
      const key = `${subject_type}/${subject_id}`;
      return made.has(key)
        ? { type: subject_type, id: null, seq: 0, kind }
        : { type: subject_type, id: subject_id, seq: before.get(key) ?? 0, kind };
    }),
  };
}

async function write(mechanism: Mechanism, call: Call, now: Date, business_id: number): Promise<Result> {
  const { operation, actor } = call;
  const claim = claimOf(call, now);
  const done = await runWrite(mechanism, call, now, business_id, claim);
  // What was answered then may hold prices that were hidden since.
  if (done.replayed) return { kind: "done", answer: pick(operation, actor, done.answer), replayed: true };
  const answer =
    done.owed === null
      ? done.answer
      : await performNow(
          mechanism,
          call,
          frameOf(mechanism, call, business_id),
          { id: done.owed, business_id, claim },
          done.answer,
          (settled) => keptAnswer(mechanism, operation, pick(operation, actor, settled)),
        );
  return { kind: "done", answer: pick(operation, actor, answer), replayed: false };
}

function claimOf({ operation, actor, input, idempotency_key, idempotency_alias }: Call, now: Date) {
  if (idempotency_key === undefined || actor.account_id === null) return null;
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
    actor_key: `account:${actor.account_id}`,
    operation: operation.name + (idempotency_alias === undefined ? "" : `/${idempotency_alias}`),
    key: idempotency_key,
    body_hash: createHash("sha256").update(canonicalJson(input)).digest(),
    at: now,
  };
}

async function runWrite(
  mechanism: Mechanism,
  call: Call,
  now: Date,
  business_id: number,
  claim: ReturnType<typeof claimOf>,
): Promise<{ answer: unknown; events: EventRow[]; replayed: boolean; owed: number | null }> {
  const { operation, actor, input, request } = call;
  const started = performance.now();
  const preparing = contextOf(
    mechanism,
    call,
    now,
    business_id,
    readerOf(mechanism.pools[roleOf(call)], business_id),
    [],
    [],
  );
  const prepared = await operation.prepare?.(preparing, input);
  let forget = false;
  let also: AuditEntry[] = [];
  let owed: number | null = null;
  const done = await transact(mechanism, {
    business_id,
    role: roleOf(call),
    dry_run: call.dry_run === true,
    claim,
    now,
    stamp: stampOf(call),
    async run(db, emitted, jobs) {
      also = [];
      const forgetCallers = () => {
        forget = true;
      };
      const context = contextOf(mechanism, call, now, business_id, db, emitted, jobs, forgetCallers, also);
      const answer = await operation.run(context, input, prepared);
      if (operation.perform !== undefined && !call.dry_run)
        owed = await owe(mechanism, db, call, business_id, now, claim, answer);
      return answer;
    },
    audit: (_answer, emitted) => [
      entryOf(call, now, {
        outcome: "done",
        duration_ms: performance.now() - started,
        emitted: also.length === 0 ? emitted : emitted.filter((fact) => fact.by === undefined),
        business_id,
      }),
      ...also,
    ],
    keep: (answer) => keptAnswer(mechanism, operation, pick(operation, actor, answer)),
  });
  if (forget && !call.dry_run) mechanism.callers.forget();
  if (done.kind === "done") return { answer: done.answer, events: done.events, replayed: false, owed };
  if (claim === null || !claim.body_hash.equals(done.stored.body_hash)) {
    throw new Refusal("idempotency_key_reused", "conflict", {
      message: `The Idempotency-Key of request ${request.id} was used before with another body.`,
    });
  }
  return { answer: readKept(mechanism, done.stored), events: [], replayed: true, owed: null };
}

function keptAnswer(
  mechanism: Mechanism,
  operation: Operation,
  answer: unknown,
): { answer: string; sealed: boolean } {
  const text = JSON.stringify(answer);
  if (!operation.secret_answer) return { answer: text, sealed: false };
  return { answer: seal(mechanism.settings.secret_key, text), sealed: true };
}

function readKept(mechanism: Mechanism, stored: { answer: string | null; sealed: boolean }): unknown {
  const text = stored.answer ?? "{}";
  return JSON.parse(stored.sealed ? unseal(mechanism.settings.secret_key, text) : text);
}

/** How outside calls of this call make contexts and sign what they write. */
function frameOf(mechanism: Mechanism, call: Call, business_id: number): Frame {
  return {
    role: roleOf(call),
    context: (db, emitted, jobs) =>
      contextOf(mechanism, call, mechanism.now(), business_id, db, emitted, jobs),
    stamp: stampOf(call),
    entry: (emitted) => [entryOf(call, mechanism.now(), { outcome: "done", emitted, business_id })],
  };
}

/** Finish outside calls that a dead process still owes. Answers how many were taken up. */
export function finishOutsideCalls(mechanism: Mechanism): Promise<number> {
  return finishOwed(
    mechanism,
    (call, business_id) => frameOf(mechanism, call, business_id),
    (call) => (answer) => keptAnswer(mechanism, call.operation, pick(call.operation, call.actor, answer)),
  );
}

function stampOf({ actor, operation, request }: Call) {
  return {
    actor_kind: actor.kind,
    actor_id: actor.account_id,
    surface: request.surface,
    on_behalf_of: actor.on_behalf_of,
    operation: operation.name,
    correlation_id: request.id,
  };
}

function pick(operation: Operation, actor: Actor, answer: unknown): Record<string, unknown> {
  return pickerOf(operation.output, actor.hidden_prices)(answer) as Record<string, unknown>;
}

interface EntryFacts {
  outcome: AuditEntry["outcome"];
  refusal?: string | null;
  duration_ms?: number;
  emitted?: Emitted[];
  business_id?: number;
}

function entryOf({ operation, actor, request }: Call, now: Date, facts: EntryFacts): AuditEntry {
  const emitted = facts.emitted ?? [];
  const business_id =
    emitted.find((fact) => fact.business_id !== undefined)?.business_id ??
    facts.business_id ??
    actor.business_id;
  return {
    business_id: business_id === 0 ? null : business_id,
    at: now.toISOString(),
    operation: operation.name,
    effect: operation.effect,
    outcome: facts.outcome,
    refusal: facts.refusal ?? null,
    actor_kind: actor.kind,
    actor_id: actor.account_id,
    token_id: actor.token_id,
    surface: request.surface,
    on_behalf_of: actor.on_behalf_of,
    request_id: request.id,
    subjects: emitted
      .slice(0, 200)
      .map(({ subject, kind }) => ({ type: subject.type, id: subject.id, kind })),
    changes: emitted
      .filter((fact) => fact.before !== undefined || fact.after !== undefined)
      .slice(0, 200)
      .map(({ subject, before, after }) => ({
        type: subject.type,
        id: subject.id,
        before: before ?? null,
        after: after ?? null,
      })),
    duration_ms: facts.duration_ms === undefined ? null : Math.round(facts.duration_ms * 1000) / 1000,
  };
}

/** The context of one run. Refusals not declared by the operation do not compile; a forgotten kind is a bug. */
export function contextOf(
  mechanism: Mechanism,
  call: Pick<Call, "operation" | "actor" | "request" | "dry_run" | "if_match" | "agent">,
  now: Date,
  business_id: number,
  db: Context["db"],
  emitted: Emitted[],
  jobs: JobRequest[],
  forgetCallers: () => void = () => {},
  also: AuditEntry[] = [],
): Context<string> {
  const { operation, actor, request } = call;
  const language = operation.localised ? request.language : "";
  const say = (message: Message, values?: Record<string, string | number>) =>
    speak(message, language, values);
  const refuse = (code: string, options: SpokenOptions = {}) => {
    const { message, values, ...rest } = options;
    const kind = (operation.refusals[code] ??
      COMMON_REFUSALS[code as keyof typeof COMMON_REFUSALS]) as RefusalKind;
    const text = typeof message === "object" ? say(message, values) : message;
    return new Refusal(code, kind, { ...rest, ...(text === undefined ? {} : { message: text }) });
  };
  return {
    actor,
    business_id,
    db,
    doors: mechanism.doors,
    files: mechanism.files,
    providers: mechanism.providers,
    now,
    dry_run: call.dry_run === true,
    request,
    settings: mechanism.settings,
    emit: (event) => void emitted.push(event),
    enqueue: (job) => void jobs.push(job),
    refuse,
    expectVersion(version) {
      if (call.if_match === undefined || call.if_match === version) return;
      throw new Refusal("version_conflict", "conflict", {
        message: `It was changed meanwhile: If-Match names version ${call.if_match}, the present one is ${version}.`,
        extra: { version },
      });
    },
    forgetCallers,
    say,
    get others() {
      return othersOf(mechanism, call, now, business_id, db, emitted, jobs, forgetCallers, also);
    },
  };
}

/** Other operations, as the caller of this one reaches them. */
function othersOf(
  mechanism: Mechanism,
  call: Pick<Call, "actor" | "request" | "dry_run" | "agent">,
  now: Date,
  business_id: number,
  db: Context["db"],
  emitted: Emitted[],
  jobs: JobRequest[],
  forgetCallers: () => void,
  also: AuditEntry[],
): Others {
  const { request, dry_run = false } = call;
  return new Others({
    mechanism,
    call,
    business_id,
    now,
    db,
    emitted,
    jobs,
    also,
    contextOf: (operation, actor, inner_db, inner_emitted, inner_jobs) =>
      contextOf(
        mechanism,
        { operation, actor, request, dry_run },
        now,
        business_id,
        inner_db,
        inner_emitted,
        inner_jobs,
        forgetCallers,
      ),
    previewOf: (operation, actor, input) =>
      previewOf(mechanism, { operation, actor, input, request, dry_run: true }, now, business_id),
    entryOf: (operation, actor, inner_emitted) =>
      entryOf({ operation, actor, request, input: {} }, now, {
        outcome: "done",
        emitted: inner_emitted,
        business_id,
      }),
  });
}
