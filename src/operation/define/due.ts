/**
 * Something that becomes due: one object in `src/domain/<area>/<family>/due/<verb-noun>.ts`.
 *
 * The transaction that causes it sets it (`context.due.set`), the one that settles it clears it (`context.due.clear`). At
 * its time a worker runs the handler, in a transaction of the business with events and audit entry, and the row goes
 * with that transaction's commit: each row takes effect once, however many processes there are.
 */
import type { Context } from "./context.ts";

export interface DueRow {
  /** Null for what belongs to the whole installation. */
  business_id: number | null;
  subject: string;
  /** When it was to happen; the handler may run later. */
  due_at: Date;
  payload: Readonly<Record<string, unknown>>;
}

export interface DueDefinition {
  is_due: true;
  /** Unique, `<family>.<what>`. Stored with rows, so permanent. */
  kind: string;
  /**
   * Reads its subject as it is now, under its lock, and does nothing where it is settled already: what settles it may
   * commit while this one waits for the lock. An error rolls back, and the row is tried again later.
   */
  run(context: Context<never>, due: DueRow): Promise<void>;
}

export interface DueHandler extends DueDefinition {
  family: string;
}

/** What a run can do about due tasks of its business, in its transaction. */
export interface DueTasks {
  /** Sets the time of this kind for this subject; an earlier one is replaced. */
  set(kind: string, subject: number | string, at: Date, payload?: Record<string, unknown>): void;
  /** Removes it, where there is one. */
  clear(kind: string, subject: number | string): void;
}

export function defineDue(due: Omit<DueDefinition, "is_due">): DueDefinition {
  return { is_due: true, ...due };
}
