/**
 * Access to other operations, for the few that work on operations themselves: approvals preview an operation and
 * execute it inside their own transaction, behind a savepoint.
 */
import type { Db } from "#platform/db/db.ts";
import type { PriceFamily } from "#vocabulary/features.ts";
import { type Actor, ANONYMOUS } from "../caller/actor.ts";
import { authorize } from "../caller/authorize.ts";
import type { Context, Emitted, JobRequest } from "../define/context.ts";
import type { Operation } from "../define/define.ts";
import type { DueTasks } from "../define/due.ts";
import { Refusal } from "../define/refusal.ts";
import { compileResponseFilter } from "../define/schema.ts";
import type { AuditEntry } from "../records/audit.ts";
import { buildAuditEntry } from "../records/audit-entry.ts";
import { runBehindSavepoint } from "./attempt.ts";
import type { Previewed, Target } from "./call.ts";
import { type Invocation, nestInvocation } from "./invocation.ts";

/** Events, jobs and audit entries collected during the run of a transaction. */
export interface RunRecords {
  emitted: Emitted[];
  /** Events that the transaction emitted before this run. */
  earlier: readonly Emitted[];
  jobs: JobRequest[];
  clearCallerCache: () => void;
  /** Audit entries of nested operations, beside that of the enclosing call. */
  nested_entries: AuditEntry[];
  /** Instead of the context's own, where something due itself runs. */
  due?: DueTasks;
}

/** The functions of `run.ts` that nested operations run by; passed, because `run.ts` makes these objects. */
export interface Runner {
  buildContext(invocation: Invocation, db: Db, records?: Partial<RunRecords>): Context<string>;
  previewWrite(invocation: Invocation): Promise<Previewed>;
}

/** An operation to execute on behalf of somebody else. */
export interface DelegatedCall {
  operation: Operation;
  input: Record<string, unknown>;
  /**
   * The account that proposed it. The run sees only this account: what it owns and may see is the proposer's, and
   * so is the response. The caller of the enclosing operation appears in events and audit only.
   */
  proposer: Actor;
}

/** The account that proposed something, and its token. */
export interface ProposerReference {
  proposed_by: number;
  proposed_token: number | null;
  proposed_profile: string | null;
}

const NO_FAMILIES: ReadonlySet<PriceFamily> = new Set();

export type DelegatedOutcome = { answer: unknown; targets: Target[] } | { refusal: Refusal };

const FIND_HEADS = `select w.type, w.id, h.seq from json_to_recordset($2::json) as w(type text, id text)
  cross join lateral (select seq from event e
    where e.business_id = $1 and e.subject_type = w.type and e.subject_id = w.id order by seq desc limit 1) h`;

const subjectKey = (type: string, id: number | string) => `${type}/${id}`;

export class NestedOperations {
  private readonly enclosing: Invocation;
  private readonly db: Db;
  private readonly records: RunRecords;
  private readonly runner: Runner;

  /** `enclosing` is the call whose run works on other operations; `db` and `records` are of its transaction. */
  constructor(enclosing: Invocation, db: Db, records: RunRecords, runner: Runner) {
    this.enclosing = enclosing;
    this.db = db;
    this.records = records;
    this.runner = runner;
  }

  /** Finds an operation by the name of a tool or of an operation. */
  find(word: string): Operation | undefined {
    const { operations } = this.enclosing.runtime.registry;
    const all = [...operations.values()];
    return (
      all.find(({ mcp }) => mcp?.user === word) ??
      all.find(({ mcp }) => mcp?.developer === word) ??
      operations.get(word)
    );
  }

  /** Finds an operation by its permanent name only. */
  findOperation(name: string): Operation | undefined {
    return this.enclosing.runtime.registry.operations.get(name);
  }

  /** The refusal the caller would get, by account, token and connection; null when it may use the operation. */
  refusalFor(operation: Operation): Refusal | null {
    const { runtime, actor, agent } = this.enclosing;
    return catchRefusal(() => authorize(operation, actor, agent?.scopes ?? null, runtime.modules));
  }

  /** The same for another account, without a narrowed connection. */
  refusalForActor(operation: Operation, actor: Actor): Refusal | null {
    return catchRefusal(() => authorize(operation, actor, null, this.enclosing.runtime.modules));
  }

  preview(operation: Operation, actor: Actor, input: Record<string, unknown>): Promise<Previewed> {
    return this.runner.previewWrite(nestInvocation(this.enclosing, { operation, actor, input }));
  }

  /**
   * The proposer's account as it is now, with every scope that it has itself; undefined when it may not sign in any
   * more. Call it outside the transaction only.
   */
  async proposer(proposal: ProposerReference): Promise<Actor | undefined> {
    const { runtime, business_id } = this.enclosing;
    const actor = await runtime.authentication.ofAccount(proposal.proposed_by);
    if (actor === undefined || actor.business_id !== business_id) return undefined;
    return { ...actor, token_id: proposal.proposed_token, profile: proposal.proposed_profile };
  }

  /** The same for something that has already happened and must be completed whatever became of the account. */
  async proposerEvenIfGone(proposal: ProposerReference): Promise<Actor> {
    const former_actor = {
      ...ANONYMOUS,
      business_id: this.enclosing.business_id,
      business: this.enclosing.business,
      account_id: proposal.proposed_by,
    };
    return (await this.proposer(proposal)) ?? former_actor;
  }

  /**
   * A response of that operation with every declared member: it is stored like this and filtered for each reader
   * when it is shown.
   */
  buildFullAnswer(operation: Operation, answer: unknown): Record<string, unknown> {
    return compileResponseFilter(operation.output, NO_FAMILIES)(answer) as Record<string, unknown>;
  }

  /** The part of a response of that operation that the caller may see. */
  buildVisibleAnswer(operation: Operation, answer: unknown): Record<string, unknown> {
    return compileResponseFilter(operation.output, this.enclosing.actor.hidden_prices)(answer) as Record<
      string,
      unknown
    >;
  }

  /** Runs the operation's own `prepare`, before the transaction. */
  async prepare(delegated: DelegatedCall): Promise<unknown> {
    const { operation, input } = delegated;
    return operation.prepare?.(this.buildContext(delegated), input);
  }

  /**
   * Runs it inside this transaction. A refusal rolls back its writes and is returned; any other error ends the
   * transaction.
   */
  async run(delegated: DelegatedCall, prepared: unknown): Promise<DelegatedOutcome> {
    const { enclosing } = this;
    const { operation, input, proposer } = delegated;
    const ran = await runBehindSavepoint(this.db, async (db, own_records) => {
      const answer = await operation.run(this.buildContext(delegated, db, own_records), input, prepared);
      // Of what a refused write would have kept, an approval keeps nothing.
      if (answer instanceof Refusal) throw answer;
      return answer;
    });
    const { answer, emitted: own_events } = ran;
    if (answer instanceof Refusal) return { refusal: answer };
    const targets = await this.listTargets(own_events);
    const on_behalf_of = proposer.account_id ?? 0;
    const { emitted, jobs, nested_entries } = this.records;
    for (const fact of own_events) emitted.push({ ...fact, by: { operation: operation.name, on_behalf_of } });
    jobs.push(...ran.jobs);
    nested_entries.push(
      buildAuditEntry(
        { ...enclosing, operation, actor: { ...enclosing.actor, on_behalf_of } },
        { outcome: "done", emitted: own_events, business_id: enclosing.business_id },
      ),
    );
    return { answer, targets };
  }

  /** After the commit: the operation's call to an external service, if it has one. */
  async perform(delegated: DelegatedCall, answer: unknown): Promise<unknown> {
    const { operation, input } = delegated;
    return operation.perform?.(this.buildContext(delegated), input, answer);
  }

  /** In a second transaction: records the outcome of that call. */
  async settle(delegated: DelegatedCall, answer: unknown, outcome: unknown): Promise<unknown> {
    const { operation, input, proposer } = delegated;
    if (operation.settle === undefined) return answer;
    const { emitted, jobs } = this.records;
    const own_events: Emitted[] = [];
    const context = this.buildContext(delegated, this.db, { emitted: own_events, jobs });
    const settled = await operation.settle(context, input, answer, outcome);
    if (settled instanceof Refusal) throw settled;
    const on_behalf_of = proposer.account_id ?? 0;
    for (const fact of own_events) emitted.push({ ...fact, by: { operation: operation.name, on_behalf_of } });
    return settled;
  }

  /** The targets of a preview whose event chain has grown since the preview. */
  async moved(targets: readonly Target[]): Promise<Target[]> {
    const heads = await this.readHeads(
      targets.flatMap(({ type, id }) => (id === null ? [] : [{ type, id }])),
    );
    return targets.filter(({ type, id, seq }) => id !== null && heads.get(subjectKey(type, id)) !== seq);
  }

  private buildContext(
    { operation, input, proposer }: DelegatedCall,
    db: Db = this.db,
    records?: Pick<RunRecords, "emitted" | "jobs">,
  ): Context<string> {
    const { earlier, emitted, clearCallerCache } = this.records;
    return this.runner.buildContext(
      nestInvocation(this.enclosing, { operation, actor: proposer, input }),
      db,
      records && { ...records, earlier: [...earlier, ...emitted], clearCallerCache },
    );
  }

  private async listTargets(own_events: readonly Emitted[]): Promise<Target[]> {
    const heads = await this.readHeads(
      own_events
        .filter(({ subject }) => !subject.is_new)
        .map(({ subject }) => ({ type: subject.type, id: String(subject.id) })),
    );
    return own_events.map(({ subject, kind }) => {
      const seq = heads.get(subjectKey(subject.type, subject.id));
      return seq === undefined
        ? { type: subject.type, id: null, seq: 0, kind }
        : { type: subject.type, id: String(subject.id), seq, kind };
    });
  }

  private async readHeads(wanted_subjects: { type: string; id: string }[]): Promise<Map<string, number>> {
    if (wanted_subjects.length === 0) return new Map();
    const unique = new Map(wanted_subjects.map((subject) => [subjectKey(subject.type, subject.id), subject]));
    const rows = await this.db.rows<{ type: string; id: string; seq: number }>(FIND_HEADS, [
      this.enclosing.business_id,
      JSON.stringify([...unique.values()]),
    ]);
    return new Map(rows.map((row) => [subjectKey(row.type, row.id), row.seq]));
  }
}

function catchRefusal(check: () => void): Refusal | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Targets in a fixed order, so that two previews of the same write are the same text. */
export function formatTargets(targets: readonly Target[]): string {
  return targets
    .map(({ type, id, seq, kind }) => `${type}/${id ?? "new"}@${seq} ${kind}`)
    .sort()
    .join("\n");
}
