/**
 * A kind of record that others refer to by type and id, such as what a tracking number or a file belongs to.
 *
 * One object in `src/domain/<area>/<family>/subjects/<type>.ts`, found by folder like operations. What a subject can
 * do is defined by the family that uses it (`src/domain/tracking/tracking/subject.ts`), which knows none of the types.
 */
import type { Scope } from "#vocabulary/scopes.ts";
import type { Context } from "./context.ts";

/** Who may read a record, and with it the files that belong to it. */
interface SubjectReading {
  scope: Scope;
  /** Which of these records the caller may read. It has the scope. */
  findReadable(
    context: Pick<Context, "actor" | "db" | "business_id" | "now">,
    ids: readonly number[],
  ): Promise<readonly number[]>;
}

export interface Subject {
  readonly is_subject: true;
  /** Unique, singular: `order`, `rental`. */
  readonly type: string;
  /** A type without it has no files. */
  readonly reading?: SubjectReading;
  /** Whether the caller may subscribe to the topic of push of this record. A type without it has none of its own. */
  mayFollow?(
    context: Pick<Context, "actor" | "db" | "business_id" | "now" | "subjects">,
    id: number,
  ): Promise<boolean>;
}

/** A type of records that have files and nothing else that is shared. */
export function defineSubject(subject: Omit<Subject, "is_subject">): Subject {
  return { is_subject: true, ...subject };
}
