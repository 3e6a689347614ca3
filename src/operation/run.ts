/**
 * One run of an operation: its context, and for a write its transaction.
 *
 * A context reaches other operations, whose previews are runs again; so contexts, runs and previews stand together.
 */
import { readerOf } from "#platform/db/db.ts";
import { closedDoors } from "#platform/doors.ts";
import type { AuditEntry } from "./audit.ts";
import type { Call, Preview, Previewed } from "./call.ts";
import type { Context, Emitted, JobRequest, Message, SpokenOptions } from "./context.ts";
import { entryOf, stampOf } from "./entry.ts";
import type { EventRow } from "./events.ts";
import { keptAnswer, onceSigned, replayed } from "./idempotency.ts";
import { speak } from "./language.ts";
import type { Mechanism } from "./mechanism.ts";
import { Others } from "./others.ts";
import { owe } from "./outside.ts";
import { COMMON_REFUSALS, Refusal, type RefusalKind } from "./refusal.ts";
import { pick, type Shown, show } from "./shown.ts";
import { roleOf } from "./tenancy.ts";
import { type Claim, storedAnswer, transact } from "./transaction.ts";

export interface Written {
  answer: unknown;
  /** The answer as it was kept under its key. */
  shown: Shown | null;
  events: EventRow[];
  replayed: boolean;
  owed: number | null;
  prepared: unknown;
}

function again(answer: unknown): Written {
  return { answer, shown: null, events: [], replayed: true, owed: null, prepared: null };
}

/** The transaction of a write, or of its preview. What was answered before under the key of `claim` is answered again. */
export async function runWrite(
  mechanism: Mechanism,
  call: Call,
  now: Date,
  business_id: number,
  claim: Claim | null,
): Promise<Written> {
  const { operation, actor, input, request } = call;
  const started = performance.now();
  const role = roleOf(call);
  const preparing = contextOf(
    mechanism,
    call,
    now,
    business_id,
    readerOf(mechanism.pools[role], business_id),
  );
  const repeated = async (): Promise<Written | undefined> => {
    const stored = claim === null ? undefined : await storedAnswer(mechanism, { business_id, role, claim });
    return stored === undefined ? undefined : again(replayed(mechanism, request, claim, stored));
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
      const inside = { emitted, jobs, forgetCallers, also };
      const context = contextOf(mechanism, call, now, business_id, db, inside);
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
  return again(replayed(mechanism, request, claim, done.stored));
}

/**
 * What a write would answer and emit, and which subjects it would touch. A high-risk read is not made: it
 * would disclose what the preview is there to protect.
 */
export async function previewOf(
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
export function withoutPrices({ hidden_prices }: Call["actor"], preview: Preview): Preview {
  if (hidden_prices.size === 0) return preview;
  return { ...preview, would_emit: preview.would_emit.map((fact) => ({ ...fact, payload: {} })) };
}

/** What a transaction gathers of the run inside it. */
export interface Inside {
  emitted: Emitted[];
  jobs: JobRequest[];
  forgetCallers?: () => void;
  also?: AuditEntry[];
}

/**
 * The context of one run, inside a transaction or beside any. Refusals not declared by the operation do not compile; a
 * forgotten kind is a bug.
 */
export function contextOf(
  mechanism: Mechanism,
  call: Pick<
    Call,
    "operation" | "actor" | "request" | "response" | "bearer_hash" | "dry_run" | "if_match" | "agent"
  >,
  now: Date,
  business_id: number,
  db: Context["db"],
  inside?: Inside,
): Context<string> {
  const { emitted, jobs, forgetCallers = () => {}, also = [] } = inside ?? { emitted: [], jobs: [] };
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
    doors: inside === undefined ? mechanism.doors : closedDoors,
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
      return othersOf(mechanism, call, now, business_id, db, { emitted, jobs, forgetCallers, also });
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
  { emitted, jobs, forgetCallers, also }: Required<Inside>,
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
    contextOf(operation, actor, inner_db, inside) {
      const inner = inside && { ...inside, forgetCallers };
      return contextOf(mechanism, { operation, actor, request, dry_run }, now, business_id, inner_db, inner);
    },
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
