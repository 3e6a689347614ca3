/**
 * Runs an operation: builds its context, and for a write its transaction.
 *
 * A context gives access to other operations, whose previews are runs again; so contexts, runs and previews are in
 * one file.
 */
import assert from "node:assert";
import { type Db, readOnlyDb } from "#platform/db/db.ts";
import { type Actor, ANONYMOUS, narrowActor } from "../caller/actor.ts";
import { requireBusiness } from "../caller/business.ts";
import type { Context, Emitted, JobRequest } from "../define/context.ts";
import { filterPayload } from "../define/events.ts";
import { COMMON_REFUSALS, fillMessage, Refusal, type RefusalKind } from "../define/refusal.ts";
import { listOfferedFeatures, listProvidedCapabilities } from "../define/registry.ts";
import { withholdNewSecrets } from "../define/secrets.ts";
import { unavailableInTransaction } from "../define/system-queries.ts";
import { publish } from "../define/topic.ts";
import { buildDueTasks, dueOutsideTransaction } from "../due/due-tasks.ts";
import type { AuditEntry } from "../records/audit.ts";
import { buildAuditEntry } from "../records/audit-entry.ts";
import type { EventRow } from "../records/events.ts";
import type { AnyMessage } from "../response/messages.ts";
import { fields, refusals } from "../response/platform-messages.ts";
import { filterResponse, type RenderedResponse, renderResponse } from "../response/response-filter.ts";
import { attempt } from "./attempt.ts";
import type { Preview, Previewed } from "./call.ts";
import { findChanges, findCreatedNames } from "./changes.ts";
import { encryptStoredAnswer, getStoredAnswer, recordSignatureOnce } from "./idempotency.ts";
import { type Invocation, nestInvocation, revealsSecrets } from "./invocation.ts";
import { NestedOperations, type RunRecords } from "./nested-operations.ts";
import { type Claim, findStoredAnswer, runTransaction } from "./transaction.ts";

export interface WriteOutcome {
  answer: unknown;
  /** The response as stored under its idempotency key. */
  rendered_response: RenderedResponse | null;
  events: EventRow[];
  replayed: boolean;
  external_call_id: number | null;
  prepared: unknown;
  emitted: readonly Emitted[];
  /** Of a dry run: how the subjects are called that it would create, by `type/id`. */
  created_names: ReadonlyMap<string, string>;
}

function replayedOutcome(answer: unknown): WriteOutcome {
  return {
    answer,
    rendered_response: null,
    events: [],
    replayed: true,
    external_call_id: null,
    prepared: null,
    emitted: [],
    created_names: new Map(),
  };
}

/** Writes something beside the run, in its transaction, once it has succeeded; returns the id of the row. */
export type AdditionalWrite = (db: Db, answer: unknown) => Promise<number>;

/**
 * The transaction of a write, or of its preview. When the key of `claim` already has a stored response, returns that.
 * `enqueueExternalCall` stores the call to an external service that follows.
 */
export async function runWrite(
  given_invocation: Invocation,
  claim: Claim | null,
  enqueueExternalCall?: AdditionalWrite,
): Promise<WriteOutcome> {
  let version_compared = false;
  const invocation: Invocation = {
    ...given_invocation,
    onVersionCompared() {
      version_compared = true;
    },
  };
  const { runtime, operation, actor, input, now, started, role, business_id, dry_run } = invocation;
  const repeated = async (): Promise<WriteOutcome | undefined> => {
    const stored_answer = claim === null ? undefined : await findStoredAnswer(invocation, claim);
    return stored_answer === undefined
      ? undefined
      : replayedOutcome(getStoredAnswer(invocation, claim, stored_answer));
  };
  if (operation.checks_idempotency_first) {
    const before = await repeated();
    if (before !== undefined) return before;
  }
  let prepared: unknown;
  try {
    const reading = buildContext(invocation, readOnlyDb(runtime.pools[role], business_id));
    prepared = await operation.prepare?.(reading, input);
  } catch (error) {
    // A repeat may be refused as early as here, because the first call has changed the data.
    const before = error instanceof Refusal ? await repeated() : undefined;
    if (before !== undefined) return before;
    throw error;
  }
  let clears_caller_cache = false;
  let nested_entries: AuditEntry[] = [];
  let external_call_id: number | null = null;
  let rendered_response: RenderedResponse | null = null;
  let all_emitted: readonly Emitted[] = [];
  let created_names: ReadonlyMap<string, string> = new Map();
  const result = await runTransaction(invocation, {
    claim,
    async run(db, emitted, jobs) {
      nested_entries = [];
      all_emitted = emitted;
      const clearCallerCache = () => {
        clears_caller_cache = true;
      };
      const context = buildContext(invocation, db, { emitted, jobs, clearCallerCache, nested_entries });
      const answer = await recordSignatureOnce(db, actor, now, () => operation.run(context, input, prepared));
      if (answer instanceof Refusal) return answer;
      if (invocation.if_match !== undefined && !version_compared) throw refuseUncompared(operation);
      external_call_id = (await enqueueExternalCall?.(db, answer)) ?? null;
      if (dry_run) created_names = await findCreatedNames(context, emitted);
      return answer;
    },
    audit: (_answer, emitted) => [
      buildAuditEntry(invocation, {
        outcome: "done",
        duration_ms: performance.now() - started,
        emitted: nested_entries.length === 0 ? emitted : emitted.filter((fact) => fact.by === undefined),
        business_id,
      }),
      ...nested_entries,
    ],
    keep(answer) {
      rendered_response = renderResponse(operation, actor, answer);
      return encryptStoredAnswer(invocation, rendered_response.text);
    },
  });
  if (clears_caller_cache && !dry_run) runtime.authentication.clearCache();
  if (result.kind === "replay") return replayedOutcome(getStoredAnswer(invocation, claim, result.stored));
  if (result.answer instanceof Refusal) throw result.answer;
  const { answer, events } = result;
  return {
    answer,
    rendered_response,
    events,
    replayed: false,
    external_call_id,
    prepared,
    emitted: all_emitted,
    created_names,
  };
}

/** A caller that names a version relies on the comparison, so a call that compares none is not run. */
function refuseUncompared({ name }: Invocation["operation"]): Refusal {
  return new Refusal("invalid_request", "invalid", {
    message: refusals.nothing_compared.with({ operation: name }),
    errors: [{ field: "If-Match", message: fields.not_compared }],
  });
}

/** A job has the daily limits of the token that started it. */
function withCaps(job: JobRequest, { caps }: Actor): JobRequest {
  return caps ? { ...job, data: { ...job.data, capped_token_id: caps.token_id } } : job;
}

/** One transaction with events and an audit entry, for work that is no call of an operation: jobs. */
export async function transact<T>(
  invocation: Invocation,
  work: (context: Context<string>) => Promise<T>,
): Promise<T> {
  const result = await runTransaction(invocation, {
    claim: null,
    run: (db, emitted, jobs) => work(buildContext(invocation, db, { emitted, jobs })),
    audit(_answer, emitted) {
      const { business_id, role } = invocation;
      const entry = buildAuditEntry(invocation, { outcome: "done", emitted, business_id });
      // The entry of work across businesses is shown to none of them; that of a job of no business is of business 0,
      // which is the only one that its transaction may write.
      return [{ ...entry, business_id: role === "system" ? null : business_id }];
    },
  });
  if (result.kind === "replay") throw new Error("A transaction without an idempotency key has no replay.");
  return result.answer as T;
}

const EMPTY_PREVIEW: Preview = { answer: {}, would_emit: [], unpredicted: [] };

/**
 * The response a write would have, the events it would emit, and the subjects it would change. A high-risk read is
 * not executed: it would disclose what the confirmation protects.
 */
export async function previewWrite(invocation: Invocation): Promise<Previewed> {
  const { operation, actor } = invocation;
  if (operation.effect === "read")
    return { caller_preview: EMPTY_PREVIEW, full_preview: EMPTY_PREVIEW, targets: [], prepared: null };
  const {
    answer: written,
    events,
    prepared,
    emitted,
    created_names,
  } = await runWrite({ ...invocation, dry_run: true }, null);
  const { answer, withheld } = withholdNewSecrets(operation, written as Record<string, unknown>);
  const { runtime, role, business_id } = invocation;
  // Work across businesses has no state of one of them.
  const changes =
    role === "system" || operation.access.public
      ? []
      : await findChanges(readOnlyDb(runtime.pools[role], business_id), business_id, emitted, created_names);
  const created_keys = new Set(
    events.filter(({ seq }) => seq === 1).map((event) => `${event.subject_type}/${event.subject_id}`),
  );
  const before = new Map<string, number>();
  for (const { subject_type, subject_id, seq } of events) {
    const key = `${subject_type}/${subject_id}`;
    before.set(key, Math.min(before.get(key) ?? seq - 1, seq - 1));
  }
  const preview_facts = {
    // For an anonymous caller even the number of events would reveal whether an account exists.
    would_emit: (operation.access.public ? [] : events).map(
      ({ subject_type, subject_id, kind, payload }) => ({ subject_type, subject_id, kind, payload }),
    ),
    unpredicted: [...new Set([...(operation.unpredicted ?? []), ...withheld])],
    changes,
  };
  const full_preview = { answer: filterResponse(operation, ANONYMOUS, answer), ...preview_facts };
  return {
    caller_preview:
      actor.hidden_prices.size === 0
        ? full_preview
        : withoutPrices(invocation, { answer: filterResponse(operation, actor, answer), ...preview_facts }),
    full_preview,
    targets: events.map(({ subject_type, subject_id, kind }) => {
      const key = `${subject_type}/${subject_id}`;
      return created_keys.has(key)
        ? { type: subject_type, id: null, seq: 0, kind }
        : { type: subject_type, id: subject_id, seq: before.get(key) ?? 0, kind };
    }),
    prepared: operation.keeps_prepared ? prepared : null,
  };
}

/**
 * A preview whose events carry no prices that are hidden from the caller. Rows may have prices under any name, so such a
 * caller sees no differences.
 */
export function withoutPrices({ runtime, actor }: Invocation, preview: Preview): Preview {
  const { hidden_prices } = actor;
  if (hidden_prices.size === 0) return preview;
  const would_emit = preview.would_emit.map((fact) => ({
    ...fact,
    payload: filterPayload(runtime.registry.events, fact, hidden_prices),
  }));
  return { ...preview, would_emit, changes: [] };
}

/**
 * The context of one run; inside a transaction, with its `records`. Refusals that the operation does not declare do
 * not compile; a missing kind is a bug.
 */
export function buildContext(invocation: Invocation, db: Db, records?: Partial<RunRecords>): Context<string> {
  const { runtime, operation, actor, request, now, business_id, language, dry_run, response, if_match } =
    invocation;
  const {
    emitted = [],
    earlier = [],
    jobs = [],
    clearCallerCache = () => {},
    nested_entries = [],
  } = records ?? {};
  const due =
    records === undefined
      ? dueOutsideTransaction
      : (records.due ?? buildDueTasks({ registry: runtime.registry, db, business_id, now }));
  const say = (message: AnyMessage, values?: object) => message.format(language, values as never);
  const refuse: Context<string>["refuse"] = (code: string, options?: Parameters<typeof fillMessage>[1]) => {
    const kind = (operation.refusals[code] ??
      COMMON_REFUSALS[code as keyof typeof COMMON_REFUSALS]) as RefusalKind;
    return new Refusal(code, kind, fillMessage(code, options), language);
  };
  const context: Context<string> = addOnDemand({
    [INSIDE]: { invocation, db, records: { emitted, earlier, jobs, clearCallerCache, nested_entries } },
    actor: narrowActor(actor, invocation.agent?.scopes ?? null),
    business_id,
    async within(other_id) {
      assert(operation.cross_tenant && records === undefined, `${operation.name} reads one business only.`);
      const other = await runtime.authentication.ofBusiness(other_id, now);
      return buildContext({ ...invocation, business_id: other_id, business: other }, db);
    },
    db,
    system_queries: records === undefined ? runtime.system_queries : unavailableInTransaction,
    files: runtime.files,
    providers: runtime.providers,
    now,
    dry_run: dry_run === true,
    request,
    reveals_secrets: operation.secret_answer === "if_signed_in" && revealsSecrets(invocation),
    bearer_token: invocation.bearer_token ?? null,
    settings: runtime.settings,
    record_kinds: runtime.registry.record_kinds,
    attention: runtime.registry.attention,
    events: runtime.registry.events,
    scopes: runtime.registry.scopes,
    business_settings: runtime.registry.settings,
    publish: (topic, payload) =>
      publish(runtime.registry.subscribers, context as Context<never>, topic, payload),
    emit: (event) => void emitted.push(event),
    emitted: (type, id) =>
      [...earlier, ...emitted].filter(({ subject }) => subject.type === type && subject.id === id),
    enqueue: (job) => void jobs.push(withCaps(job, actor)),
    due,
    refuse,
    expectVersion(version) {
      invocation.onVersionCompared?.();
      if (if_match === undefined || if_match === version) return;
      throw new Refusal("version_conflict", "conflict", {
        message: refusals.version_conflict.with({ asked: if_match, present: version }),
        extra: { version },
      });
    },
    clearCallerCache,
    say,
    respond({ headers, ...facts }) {
      if (response === undefined) return;
      Object.assign(response, facts);
      Object.assign(response.headers, headers);
    },
    async record(work) {
      assert(
        records === undefined && operation.stores_document,
        `${operation.name} declares no record of its own.`,
      );
      const result = await runTransaction(invocation, {
        claim: null,
        run: (inner_db, inner_emitted, inner_jobs) =>
          work(buildContext(invocation, inner_db, { emitted: inner_emitted, jobs: inner_jobs })),
        // The read has an audit entry already.
        audit: () => [],
      });
      assert(result.kind === "done");
      return result.answer as Awaited<ReturnType<typeof work>>;
    },
    attempt(operation_ref, nested_input, queued) {
      const attempted = nestInvocation(invocation, {
        operation: runtime.registry.get(operation_ref.name),
        actor,
        input: nested_input,
        agent: invocation.agent,
      });
      const shared = { earlier: [...earlier, ...emitted], clearCallerCache, nested_entries };
      return attempt({ ...attempted, queued }, db, { emitted, jobs }, (inside, own_records) =>
        buildContext({ ...attempted, queued }, inside, { ...own_records, ...shared }),
      );
    },
    queued: invocation.queued ?? null,
  });
  return context;
}

const INSIDE = Symbol("inside");

interface Inside {
  invocation: Invocation;
  db: Db;
  records: ConstructorParameters<typeof NestedOperations>[2];
}

/**
 * Members of a context that are made when a run asks for them. Getters of a prototype: with those of a literal every context
 * has a hidden class of its own, which keeps all of its call in memory until the next full garbage collection.
 */
class OnDemand {
  declare readonly [INSIDE]: Inside;

  get business() {
    const { business, operation } = this[INSIDE].invocation;
    return requireBusiness(business, operation.name);
  }

  get provided() {
    return listProvidedCapabilities(this[INSIDE].invocation.runtime.registry);
  }

  get offered() {
    return listOfferedFeatures(this[INSIDE].invocation.runtime.registry);
  }

  get nested() {
    const { invocation, db, records } = this[INSIDE];
    return new NestedOperations(invocation, db, records, { buildContext, previewWrite });
  }
}

function addOnDemand(
  members: Omit<Context<string>, Exclude<keyof OnDemand, typeof INSIDE>> & Pick<OnDemand, typeof INSIDE>,
): Context<string> {
  return Object.setPrototypeOf(members, OnDemand.prototype);
}
