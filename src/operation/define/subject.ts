/**
 * A kind of record that others refer to by type and id, such as what a tracking number belongs to.
 *
 * One object in `src/domain/<area>/<family>/subjects/<type>.ts`, found by folder like operations. What a subject can
 * do is defined by the family that uses it (`src/domain/tracking/tracking/subject.ts`), which knows none of the types.
 */
export interface Subject {
  readonly is_subject: true;
  /** Unique, singular: `order`, `rental`. */
  readonly type: string;
}
