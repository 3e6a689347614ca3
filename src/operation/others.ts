/**
 * Other operations, for the few that handle operations themselves: approvals preview one, and execute it
 * inside their own transaction, behind a savepoint.
 */
import type { Db } from "#platform/db/db.ts";
import type { Actor } from "./actor.ts";
import type { AuditEntry } from "./audit.ts";
import type { Call, Previewed, Target } from "./call.ts";
import type { Context, Emitted, JobRequest } from "./context.ts";
import type { Operation } from "./define.ts";
import { admit } from "./gate.ts";
import type { Mechanism } from "./mechanism.ts";
import { Refusal } from "./refusal.ts";
import { faultsOf, type JsonSchema, pickerOf, unstorable } from "./schema.ts";

/** The call whose run handles other operations, and the transaction it is in. */
export interface Enclosing {
  mechanism: Mechanism;
  call: Pick<Call, "actor" | "request" | "dry_run" | "agent">;
  business_id: number;
  now: Date;
  db: Db;
  emitted: Emitted[];
  jobs: JobRequest[];
  /** Audit entries beside that of the enclosing call. */
  also: AuditEntry[];
  contextOf(
    operation: Operation,
    actor: Actor,
    db: Db,
    inside?: { emitted: Emitted[]; jobs: JobRequest[] },
  ): Context<string>;
  previewOf(operation: Operation, actor: Actor, input: Record<string, unknown>): Promise<Previewed>;
  entryOf(operation: Operation, actor: Actor, emitted: Emitted[]): AuditEntry;
}

/** An operation to execute for somebody else. */
export interface Errand {
  operation: Operation;
  input: Record<string, unknown>;
  /** The account that asked for it. */
  on_behalf_of: number;
}

export type ErrandOutcome = { answer: unknown; targets: Target[] } | { refusal: Refusal };

/**
 * Refuses with the faults of an input, one entry a field; defaults are filled in. Addresses may carry parameters that
 * a read does not know; unless `is_closed`, they are passed over.
 */
export function checkInput(operation: Operation, input: Record<string, unknown>, is_closed = false): void {
  const whole = operation.rest?.body?.member;
  // A whole document is the operation's own to judge, event by event.
  const hostile = unstorable(whole === undefined ? input : { ...input, [whole]: undefined });
  const errors =
    hostile === null ? faultsOf(operation.input, is_closed ? "write" : operation.effect, input) : [hostile];
  if (errors === null) return;
  throw new Refusal("invalid_request", "invalid", { message: "The request is not valid.", errors });
}

/**
 * May this call wait in a queue for a person? It must write or be high-risk, and carry no secret: arguments
 * and answers are read by whoever decides. A member for a secret that the call leaves out is no secret.
 */
export function isProposable(operation: Operation, input: unknown): boolean {
  if (operation.effect === "read" && operation.risk !== "high") return false;
  if (operation.access.public || operation.across || operation.never_queued || operation.secret_answer)
    return false;
  return !carriesSecret(operation.input as JsonSchema, input);
}

const with_secrets = new WeakMap<object, boolean>();

/** Has its input a member for a secret, wherever? */
export function mayCarrySecret({ input }: Pick<Operation, "input">): boolean {
  let known = with_secrets.get(input);
  if (known === undefined) {
    known = JSON.stringify(input).includes('"x-secret":true');
    with_secrets.set(input, known);
  }
  return known;
}

function carriesSecret(schema: JsonSchema, value: unknown): boolean {
  if (value === undefined || value === null) return false;
  if (schema["x-secret"]) return true;
  if (schema.anyOf?.some((branch) => carriesSecret(branch, value))) return true;
  if (Array.isArray(value)) {
    const { items } = schema;
    return items !== undefined && value.some((one) => carriesSecret(items, one));
  }
  if (typeof value !== "object") return false;
  return Object.entries(schema.properties ?? {}).some(([name, member]) =>
    carriesSecret(member, (value as Record<string, unknown>)[name]),
  );
}

const HEADS = `select w.type, w.id, h.seq from json_to_recordset($2::json) as w(type text, id text)
  cross join lateral (select seq from event e
    where e.business_id = $1 and e.subject_type = w.type and e.subject_id = w.id order by seq desc limit 1) h`;

const keyOf = (type: string, id: number | string) => `${type}/${id}`;

export class Others {
  private readonly enclosing: Enclosing;

  constructor(enclosing: Enclosing) {
    this.enclosing = enclosing;
  }

  /** By the name of a tool or of an operation. */
  find(word: string): Operation | undefined {
    const { operations } = this.enclosing.mechanism.registry;
    const all = [...operations.values()];
    return (
      all.find(({ mcp }) => mcp?.user === word) ??
      all.find(({ mcp }) => mcp?.developer === word) ??
      operations.get(word)
    );
  }

  /** By its permanent name alone. */
  named(name: string): Operation | undefined {
    return this.enclosing.mechanism.registry.operations.get(name);
  }

  /** What the caller would be refused with, by account, token and connection; null when it may use it. */
  refusalFor(operation: Operation): Refusal | null {
    const { mechanism, call } = this.enclosing;
    return refusalOf(() => admit(operation, call.actor, call.agent?.scopes ?? null, mechanism.modules));
  }

  /** The same for somebody else, on no narrowed connection. */
  refusalForActor(operation: Operation, actor: Actor): Refusal | null {
    return refusalOf(() => admit(operation, actor, null, this.enclosing.mechanism.modules));
  }

  preview(operation: Operation, actor: Actor, input: Record<string, unknown>): Promise<Previewed> {
    return this.enclosing.previewOf(operation, actor, input);
  }

  /** What the caller may see of an answer of that operation. */
  shown(operation: Operation, answer: unknown): Record<string, unknown> {
    return pickerOf(operation.output, this.enclosing.call.actor.hidden_prices)(answer) as Record<
      string,
      unknown
    >;
  }

  /** The operation's own reading and computing, before the transaction. */
  async prepare({ operation, input, on_behalf_of }: Errand): Promise<unknown> {
    const { db, contextOf } = this.enclosing;
    return operation.prepare?.(contextOf(operation, this.errandActor(on_behalf_of), db), input);
  }

  /**
   * Run it inside this transaction. A refusal leaves nothing of it and is answered; anything else thrown ends
   * the transaction.
   */
  async run({ operation, input, on_behalf_of }: Errand, prepared: unknown): Promise<ErrandOutcome> {
    const { db, emitted, jobs, also, contextOf, entryOf } = this.enclosing;
    const actor = this.errandActor(on_behalf_of);
    const inside = closable(db);
    const told: Emitted[] = [];
    const asked: JobRequest[] = [];
    await db.execute("savepoint errand");
    let answer: unknown;
    try {
      const context = contextOf(operation, actor, inside.db, { emitted: told, jobs: asked });
      answer = await operation.run(context, input, prepared);
      if (answer instanceof Refusal) throw answer;
    } catch (error) {
      // Parts of the run that go on after the refusal must not write behind the savepoint.
      inside.close();
      if (!(error instanceof Refusal)) throw error;
      await db.execute("rollback to savepoint errand");
      return { refusal: error };
    }
    const targets = await this.targetsOf(told);
    for (const fact of told) emitted.push({ ...fact, by: { operation: operation.name, on_behalf_of } });
    jobs.push(...asked);
    also.push(entryOf(operation, actor, told));
    return { answer, targets };
  }

  /** After the commit: the outside call, where the operation has one. */
  async perform({ operation, input, on_behalf_of }: Errand, answer: unknown): Promise<unknown> {
    const { db, contextOf } = this.enclosing;
    return operation.perform?.(contextOf(operation, this.errandActor(on_behalf_of), db), input, answer);
  }

  /** In a second transaction: what came of the outside call. */
  async settle(
    { operation, input, on_behalf_of }: Errand,
    answer: unknown,
    outcome: unknown,
  ): Promise<unknown> {
    if (operation.settle === undefined) return answer;
    const { db, emitted, jobs, contextOf } = this.enclosing;
    const told: Emitted[] = [];
    const context = contextOf(operation, this.errandActor(on_behalf_of), db, { emitted: told, jobs });
    const settled = await operation.settle(context, input, answer, outcome);
    if (settled instanceof Refusal) throw settled;
    for (const fact of told) emitted.push({ ...fact, by: { operation: operation.name, on_behalf_of } });
    return settled;
  }

  /** Where the subjects of a preview stand now: those whose chain is not where the preview saw it. */
  async moved(targets: readonly Target[]): Promise<Target[]> {
    const heads = await this.headsOf(targets.flatMap(({ type, id }) => (id === null ? [] : [{ type, id }])));
    return targets.filter(({ type, id, seq }) => id !== null && heads.get(keyOf(type, id)) !== seq);
  }

  private async targetsOf(told: readonly Emitted[]): Promise<Target[]> {
    const heads = await this.headsOf(
      told
        .filter(({ subject }) => !subject.first)
        .map(({ subject }) => ({ type: subject.type, id: String(subject.id) })),
    );
    return told.map(({ subject, kind }) => {
      const seq = heads.get(keyOf(subject.type, subject.id));
      return seq === undefined
        ? { type: subject.type, id: null, seq: 0, kind }
        : { type: subject.type, id: String(subject.id), seq, kind };
    });
  }

  private async headsOf(wanted: { type: string; id: string }[]): Promise<Map<string, number>> {
    if (wanted.length === 0) return new Map();
    const unique = new Map(wanted.map((subject) => [keyOf(subject.type, subject.id), subject]));
    const { db, business_id } = this.enclosing;
    const rows = await db.rows<{ type: string; id: string; seq: number }>(HEADS, [
      business_id,
      JSON.stringify([...unique.values()]),
    ]);
    return new Map(rows.map((row) => [keyOf(row.type, row.id), row.seq]));
  }

  private errandActor(on_behalf_of: number): Actor {
    return { ...this.enclosing.call.actor, on_behalf_of };
  }
}

function refusalOf(check: () => void): Refusal | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** A door to the same transaction that can be shut. */
function closable(db: Db): { db: Db; close(): void } {
  let closed = false;
  const whileOpen = async <T>(send: () => Promise<T>): Promise<T> => {
    if (closed) throw new Error("This run was refused; nothing more of it is written.");
    return send();
  };
  return {
    db: {
      rows: (text, values) => whileOpen(() => db.rows(text, values)),
      row: (text, values) => whileOpen(() => db.row(text, values)),
      execute: (text, values) => whileOpen(() => db.execute(text, values)),
    },
    close() {
      closed = true;
    },
  };
}

/** Targets in one order, so that two previews of the same write are the same text. */
export function targetText(targets: readonly Target[]): string {
  return targets
    .map(({ type, id, seq, kind }) => `${type}/${id ?? "new"}@${seq} ${kind}`)
    .sort()
    .join("\n");
}
