/**
 * The one road to a run: who, gate, scope, input, confirm, approval, idempotency, transaction, audit, prices.
 *
 * Surfaces hand over a call and show what comes back; they decide nothing.
 */
import { readerOf } from "#platform/db/db.ts";
import { FileStoreUnavailable } from "#platform/files/files.ts";
import { countCall } from "./allowance.ts";
import type { AuditEntry } from "./audit.ts";
import { type Call, digestOf, type Preview, type Previewed, type Result } from "./call.ts";
import type { Context, Emitted, JobRequest, Message, SpokenOptions } from "./context.ts";
import { entryOf, stampOf } from "./entry.ts";
import type { EventRow } from "./events.ts";
import { refusalOfFailure } from "./failure.ts";
import { admitBusinessToFamily, admitToFamily } from "./family-gate.ts";
import { admit, requireToken } from "./gate.ts";
import { claimOf, keptAnswer, onceSigned, readKept } from "./idempotency.ts";
import { speak } from "./language.ts";
import type { Mechanism } from "./mechanism.ts";
import { checkInput, Others } from "./others.ts";
import { type Frame, finishOwed, owe, performNow } from "./outside.ts";
import { type Queued, queueProposal } from "./proposals.ts";
import { COMMON_REFUSALS, Refusal, type RefusalKind } from "./refusal.ts";
import { pick, type Shown, show } from "./shown.ts";
import { type Claim, type StoredAnswer, storedAnswer, transact } from "./transaction.ts";
import { inLanguage } from "./translate.ts";

export async function invoke(mechanism: Mechanism, call: Call): Promise<Result> {
  const started = performance.now();
  const { operation, actor, request } = call;
  const now = mechanism.now();
  let outcome = "failed";
  try {
    if (call.counted !== true) countCall(mechanism, call, now);
    requireToken(operation, call.bearer_hash);
    await lookForModule(mechanism, call);
    if (operation.feature !== undefined && !operation.access.public)
      await admitToFamily(mechanism, operation.feature, actor, now);
    admit(operation, actor, call.agent?.scopes ?? null, mechanism.modules);
    const result = await admitted(mechanism, call, now);
    const replayed = result.kind !== "dry_run" && result.replayed;
    outcome = replayed ? "replayed" : result.kind;
    if (operation.unknownIn !== undefined && result.kind === "done")
      mechanism.guesses.miss({ actor, address: request.address }, operation.unknownIn(result.answer), now);
    // A write's own entry is in its transaction; so is that of a proposal.
    const is_noted =
      !replayed && (result.kind === "proposed" || (result.kind === "done" && operation.effect === "write"));
    if (!is_noted) {
      mechanism.audit.note(
        entryOf(call, now, {
          outcome: outcome as AuditEntry["outcome"],
          duration_ms: performance.now() - started,
        }),
      );
    }
    return result;
  } catch (error) {
    const refusal = error instanceof Refusal ? error : refusalOfFailure(error);
    if (refusal !== undefined) outcome = "refused";
    if (error instanceof FileStoreUnavailable)
      mechanism.log.error(
        { err: error, operation: operation.name, request_id: request.id },
        "the file store failed",
      );
    if (refusal?.kind === "not_found" && operation.unknownIn !== undefined)
      mechanism.guesses.miss({ actor, address: request.address }, 1, now);
    mechanism.audit.note(
      entryOf(call, now, {
        outcome: refusal === undefined ? "failed" : "refused",
        refusal: refusal?.code ?? null,
        duration_ms: performance.now() - started,
      }),
    );
    if (refusal !== undefined) throw operation.localised ? inLanguage(refusal, request.language) : refusal;
    mechanism.log.error(
      { err: error, operation: operation.name, request_id: request.id },
      "an operation failed",
    );
    throw error;
  } finally {
    mechanism.measure(operation.name, request.surface, outcome, (performance.now() - started) / 1000);
  }
}

/** Until its tables are found; strangers are turned away without a look. */
async function lookForModule({ modules }: Mechanism, { operation, actor }: Call): Promise<void> {
  if (operation.module === undefined || modules.has(operation.module)) return;
  if (actor.business?.modules.has(operation.module)) await modules.look();
}

/** For refusals before a call was there to invoke: they are on record like any other. */
export function noteRefused(
  mechanism: Mechanism,
  call: Pick<Call, "operation" | "actor" | "request">,
  refusal: Refusal,
): void {
  const facts = { outcome: "refused" as const, refusal: refusal.code };
  mechanism.audit.note(entryOf({ ...call, input: {} }, mechanism.now(), facts));
  mechanism.measure(call.operation.name, call.request.surface, "refused", 0);
}

async function admitted(mechanism: Mechanism, call: Call, now: Date): Promise<Result> {
  const { operation, actor, input } = call;
  if (call.fault !== undefined) throw call.fault;
  // A filter that an agent has misspelt must not come back as everything there is.
  checkInput(operation, input, call.agent !== undefined);
  const business_id = await businessOf(mechanism, call);
  if (operation.feature !== undefined && operation.access.public && operation.tenant !== undefined)
    await admitBusinessToFamily(mechanism, operation.feature, business_id);
  const { agent } = call;
  const waits =
    agent?.require_approval && operation.risk === "high" && !operation.never_queued && !call.dry_run;
  if (waits) return propose(mechanism, call, now, business_id);
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
    if (answer instanceof Refusal) throw answer;
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
    return { shown: { answer: {}, would_emit: [], unpredicted: [] }, targets: [], prepared: null };
  const previewing = { ...call, dry_run: true };
  const { answer, events, prepared } = await runWrite(mechanism, previewing, now, business_id, null);
  const made = new Set(
    events.filter(({ seq }) => seq === 1).map((event) => `${event.subject_type}/${event.subject_id}`),
  );
  const before = new Map<string, number>();
  for (const { subject_type, subject_id, seq } of events) {
    const key = `${subject_type}/${subject_id}`;
    before.set(key, Math.min(before.get(key) ?? seq - 1, seq - 1));
  }
  return {
    shown: withoutPrices(actor, {
      answer: pick(operation, actor, answer),
      // To a stranger even that there are facts would tell whether an account is known.
      would_emit: (operation.access.public ? [] : events).map(
        ({ subject_type, subject_id, kind, payload }) => ({ subject_type, subject_id, kind, payload }),
      ),
      unpredicted: operation.unpredicted ?? [],
    }),
    targets: events.map(({ subject_type, subject_id, kind }) => {
      const key = `${subject_type}/${subject_id}`;
      return made.has(key)
        ? { type: subject_type, id: null, seq: 0, kind }
        : { type: subject_type, id: subject_id, seq: before.get(key) ?? 0, kind };
    }),
    prepared: operation.keeps_prepared ? prepared : null,
  };
}

/** Events carry no marks of what is a price. */
function withoutPrices({ hidden_prices }: Call["actor"], preview: Preview): Preview {
  if (hidden_prices.size === 0) return preview;
  return { ...preview, would_emit: preview.would_emit.map((fact) => ({ ...fact, payload: {} })) };
}

/** A repeat under the same key is answered with the proposal that was made then, whatever has become of it. */
async function propose(
  mechanism: Mechanism,
  call: Call,
  now: Date,
  business_id: number,
): Promise<Result & { kind: "proposed" }> {
  const { operation, actor, request } = call;
  const claim = claimOf(mechanism, call, now, true);
  let stored =
    claim === null ? undefined : await storedAnswer(mechanism, { business_id, role: "service", claim });
  if (stored === undefined) {
    const previewed = await previewOf(mechanism, call, now, business_id);
    const done = await queueProposal(mechanism, { call, business_id, previewed, now, claim });
    if (done.kind === "queued")
      return { kind: "proposed", ...done.queued, preview: previewed.shown, replayed: false };
    stored = done.stored;
  }
  const { answer } = replayOf(mechanism, request, claim, stored);
  const { preview, ...queued } = answer as Queued & { preview: Preview };
  const shown = { ...preview, answer: pick(operation, actor, preview.answer) };
  return { kind: "proposed", ...queued, preview: withoutPrices(actor, shown), replayed: true };
}

async function write(mechanism: Mechanism, call: Call, now: Date, business_id: number): Promise<Result> {
  const { operation, actor } = call;
  const claim = claimOf(mechanism, call, now);
  const done = await runWrite(mechanism, call, now, business_id, claim);
  // What was answered then may hold prices that were hidden since.
  if (done.replayed) return { kind: "done", answer: pick(operation, actor, done.answer), replayed: true };
  if (done.owed === null) {
    const { shown } = done;
    return shown === null
      ? { kind: "done", answer: pick(operation, actor, done.answer), replayed: false }
      : { kind: "done", answer: shown.answer, text: shown.text, replayed: false };
  }
  const answer = await performNow(
    mechanism,
    call,
    frameOf(mechanism, call, business_id),
    { id: done.owed, business_id, claim },
    done.answer,
    (settled) => keptAnswer(mechanism, operation, show(operation, actor, settled).text),
  );
  return { kind: "done", answer: pick(operation, actor, answer), replayed: false };
}

interface Written {
  answer: unknown;
  /** The answer as it was kept under its key. */
  shown: Shown | null;
  events: EventRow[];
  replayed: boolean;
  owed: number | null;
  prepared: unknown;
}

async function runWrite(
  mechanism: Mechanism,
  call: Call,
  now: Date,
  business_id: number,
  claim: Claim | null,
): Promise<Written> {
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
  const role = roleOf(call);
  const repeated = async (): Promise<Written | undefined> => {
    const stored = claim === null ? undefined : await storedAnswer(mechanism, { business_id, role, claim });
    return stored === undefined ? undefined : replayOf(mechanism, request, claim, stored);
  };
  if (operation.asks_repeats_first) {
    const before = await repeated();
    if (before !== undefined) return before;
  }
  let prepared: unknown;
  try {
    prepared = await operation.prepare?.(preparing, input);
  } catch (error) {
    // The ground that the first has changed may refuse a repeat as early as here.
    const before = error instanceof Refusal ? await repeated() : undefined;
    if (before !== undefined) return before;
    throw error;
  }
  let forget = false;
  let also: AuditEntry[] = [];
  let owed: number | null = null;
  let shown: Shown | null = null;
  const done = await transact(mechanism, {
    business_id,
    role,
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
      const answer = await onceSigned(db, actor, now, () => operation.run(context, input, prepared));
      if (answer instanceof Refusal) return answer;
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
    keep(answer) {
      shown = show(operation, actor, answer);
      return keptAnswer(mechanism, operation, shown.text);
    },
  });
  if (forget && !call.dry_run) mechanism.callers.forget();
  if (done.kind === "done" && done.answer instanceof Refusal) throw done.answer;
  if (done.kind === "done")
    return { answer: done.answer, shown, events: done.events, replayed: false, owed, prepared };
  return replayOf(mechanism, request, claim, done.stored);
}

/** What was answered before. Refuses `idempotency_key_reused` where that was to something else. */
function replayOf(
  mechanism: Mechanism,
  request: Call["request"],
  claim: Claim | null,
  stored: StoredAnswer,
): Written {
  if (claim === null || !claim.body_hash.equals(stored.body_hash)) {
    throw new Refusal("idempotency_key_reused", "conflict", {
      message: `The Idempotency-Key of request ${request.id} was used before with another body.`,
    });
  }
  const answer = readKept(mechanism, stored);
  return { answer, shown: null, events: [], replayed: true, owed: null, prepared: null };
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
    (call) => (answer) =>
      keptAnswer(mechanism, call.operation, show(call.operation, call.actor, answer).text),
  );
}

/** The context of one run. Refusals not declared by the operation do not compile; a forgotten kind is a bug. */
export function contextOf(
  mechanism: Mechanism,
  call: Pick<
    Call,
    "operation" | "actor" | "request" | "response" | "bearer_hash" | "dry_run" | "if_match" | "agent"
  >,
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
    bearer_hash: call.bearer_hash ?? null,
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
    respond({ headers, ...facts }) {
      if (call.response === undefined) return;
      Object.assign(call.response, facts);
      Object.assign(call.response.headers, headers);
    },
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
