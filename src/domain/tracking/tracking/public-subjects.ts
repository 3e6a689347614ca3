/**
 * The subjects of events as the public sees them. Everything that the public view computes from events (their order, the
 * subject of the timeline, its revision) is computed from these: from the stored ones another provider could find a hidden
 * identifier by sending events and looking at what changes.
 */
import type { Context } from "#operation/define/context.ts";
import type { StoredEvent, SubjectReference, SubjectScheme } from "#otep/event.ts";
import { computeFingerprint, toUuid } from "#otep/fingerprint.ts";
import { hashWithKey } from "#platform/auth/secrets.ts";
import { findPublicNumbers } from "./resolve.ts";

export const referenceKey = ({ scheme, id }: SubjectReference) => `${scheme}:${id}`;

/** Identifiers that people track by. Order ids and other internal numbers find nothing without an account. */
const PUBLIC_SCHEMES = new Set<SubjectScheme>(["tracking_number", "sscc", "container", "uld"]);

/**
 * The references of these events that the public finds: `own_references`, by which it asks, numbers of ours, and others where the
 * business allows it.
 */
export async function findPublicReferences(
  context: Pick<Context, "db" | "business_id">,
  events: readonly StoredEvent[],
  own_references: readonly SubjectReference[] = [],
): Promise<ReadonlySet<string>> {
  const public_keys = new Set(own_references.map(referenceKey));
  const requested_references = new Map<string, SubjectReference>();
  for (const { subject } of events) {
    for (const reference of [subject, subject.parent, ...(subject.related ?? [])]) {
      if (
        reference !== undefined &&
        PUBLIC_SCHEMES.has(reference.scheme) &&
        !public_keys.has(referenceKey(reference))
      )
        requested_references.set(referenceKey(reference), reference);
    }
  }
  if (requested_references.size === 0) return public_keys;
  const ids = [...requested_references.values()].map(({ id }) => id);
  const public_numbers = new Set(await findPublicNumbers(context, ids));
  return public_keys.union(
    new Set([...requested_references].flatMap(([key, { id }]) => (public_numbers.has(id) ? [key] : []))),
  );
}

/** The number of ours by which the public finds each of these records, by `type id`. */
export async function findNumbers(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  subjects: readonly { type: string; id: number }[],
): Promise<Map<string, string>> {
  const rows = await db.rows<{ type: string; id: number; number: string }>(
    `select subject_type as type, subject_id as id, min(number) as number from tracking_number
      where business_id = $1 and (subject_type, subject_id) in (select * from unnest($2::text[], $3::bigint[]))
        and status <> 'retired' group by subject_type, subject_id`,
    [business_id, subjects.map(({ type }) => type), subjects.map(({ id }) => id)],
  );
  return new Map(rows.map(({ type, id, number }) => [`${type} ${id}`, number]));
}

/**
 * The id that is shown of an event whose id would be made of an identifier that may be hidden: made with a key, so that
 * nobody finds the identifier by trying.
 */
export function hideEventId(
  { secret_key }: Pick<Context["settings"], "secret_key">,
  event_id: string,
): string {
  return toUuid(hashWithKey(secret_key, "event id", event_id));
}

/**
 * The events with nothing of their subjects that is not in `public_keys`: events that keep the identifier that they were sent under,
 * such as those of a label, are shown under `public_subject`, by which they were found.
 */
export function withPublicSubjects(
  events: readonly StoredEvent[],
  public_subject: SubjectReference,
  public_keys: ReadonlySet<string>,
): StoredEvent[] {
  const isKnown = (reference: SubjectReference) => public_keys.has(referenceKey(reference));
  return events.map((event) => {
    const { parent, related, ...subject_reference } = event.subject;
    if (parent === undefined && related === undefined && isKnown(subject_reference)) return event;
    const references = related?.filter(isKnown) ?? [];
    const subject = {
      ...subject_reference,
      ...(isKnown(subject_reference) ? {} : { id: public_subject.id, scheme: public_subject.scheme }),
      ...(parent !== undefined && isKnown(parent) ? { parent } : {}),
      ...(references.length > 0 ? { related: references } : {}),
    };
    const fingerprint = isKnown(subject_reference)
      ? event.fingerprint
      : computeFingerprint({ ...event, subject });
    return { ...event, subject, fingerprint };
  });
}
