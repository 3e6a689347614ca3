/** From a tracking number to what it belongs to: the record itself, or the whole that it is a part of. */

import type { Context } from "#operation/define/context.ts";
import type { SystemQueries } from "#operation/define/system-queries.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { resolveSettings } from "#vocabulary/settings.ts";
import { foldNumber, isOwnNumber, isPlausibleNumber } from "./numbers.ts";
import { getTrackingSubject, type NumberedSubject } from "./subject.ts";

export interface FoundNumber {
  /** What the public sees: the order, when the number is that of one of its parcels. */
  subject: { type: string; id: number };
  /** The number of that record. */
  tracking_number: string;
  /** The number of one of several parcels, which has its own timeline; null for the record's number. */
  parcel_number: string | null;
  redirected_from: string | null;
  /** The key of the record's timeline. */
  timeline: string;
  business: { name: string; time_zone: string; shows_proof: boolean };
}

interface NumberRow {
  subject_type: string | null;
  subject_id: number | null;
  redirects_to: string | null;
  name: string;
  time_zone: string;
  public_proof: boolean | null;
}

type Reader = Pick<Context, "actor" | "db" | "business_id" | "subjects">;

/** A rerouted order leads to its successor, over at most this many steps. */
const HOPS_MAX = 10;

/** Find what a number belongs to, following redirects. */
export async function resolveNumber(context: Reader, number: string): Promise<FoundNumber | undefined> {
  const { db, business_id } = context;
  let current = number;
  let redirected = false;
  for (let hops = 0; hops < HOPS_MAX; hops += 1) {
    const row = await db.row<NumberRow>(
      `select n.subject_type, n.subject_id, n.redirects_to, b.name, b.time_zone,
         b.settings->'public_proof' as public_proof
       from tracking_number n join business b on b.id = n.business_id
       where n.business_id = $1 and n.number = $2 and n.status <> 'retired'`,
      [business_id, current],
    );
    if (row === undefined) {
      const own = hops === 0 && current === number ? await findOwnNumber(context, number) : undefined;
      if (own === undefined || own === number) return undefined;
      current = own;
      continue;
    }
    const { subject_type: type, subject_id: id, redirects_to, name, time_zone, public_proof } = row;
    if (redirects_to === null) {
      if (type === null || id === null) return undefined;
      const own = { type, id, number: current };
      const whole = await findPublicSubject(context, own);
      if (whole === undefined) return undefined;
      return {
        subject: { type: whole.type, id: whole.id },
        tracking_number: whole.number,
        parcel_number: whole === own ? null : current,
        redirected_from: redirected ? number : null,
        timeline: findTimeline(context, whole),
        business: { name, time_zone, shows_proof: resolveSettings({ public_proof }).public_proof },
      };
    }
    current = redirects_to;
    redirected = true;
  }
  return undefined;
}

/** The own number of what somebody else's number was given to; of several, the newest. */
async function findOwnNumber(
  { actor, db, business_id }: Reader,
  number: string,
): Promise<string | undefined> {
  const is_internal =
    actor.business_id === business_id &&
    (actor.kind === "partner" || (BUSINESS_ROLES as readonly (string | null)[]).includes(actor.role));
  const row = await db.row<{ number: string }>(
    `select n.number from tracking_alias a join business b on b.id = a.business_id
       join tracking_number n on n.business_id = a.business_id and n.subject_type = a.subject_type and n.subject_id = a.subject_id
     where a.business_id = $1 and a.key = $2 and a.retired_at is null and n.status <> 'retired'
       and ($3 or tracking_alias_is_public(a.kind, b.settings))
     order by a.id desc, n.number limit 1`,
    [business_id, foldNumber(number), is_internal],
  );
  return row?.number;
}

/** What numbers belong to. */
export interface NumberOwner {
  type: string;
  id: number;
  /** The number was given to it by somebody else, so it does not mean one of its parcels. */
  of_whole: boolean;
}

/** The records of many numbers, following redirects and including numbers that others gave; unknown ones are absent. */
export async function findSubjects(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  numbers: readonly string[],
): Promise<Map<string, NumberOwner>> {
  const found = new Map<string, NumberOwner>();
  let wanted = new Map(numbers.map((number) => [number, [number]]));
  for (let hops = 0; hops < HOPS_MAX && wanted.size > 0; hops += 1) {
    const rows = await db.rows<{
      number: string;
      subject_type: string | null;
      subject_id: number | null;
      redirects_to: string | null;
    }>(
      `select number, subject_type, subject_id, redirects_to from tracking_number
        where business_id = $1 and number = any($2::text[]) and status <> 'retired'`,
      [business_id, [...wanted.keys()]],
    );
    const next = new Map<string, string[]>();
    for (const { number, subject_type: type, subject_id: id, redirects_to } of rows) {
      const asked = wanted.get(number) ?? [];
      if (redirects_to !== null) next.set(redirects_to, [...(next.get(redirects_to) ?? []), ...asked]);
      else if (type !== null && id !== null)
        for (const one of asked) found.set(one, { type, id, of_whole: false });
    }
    wanted = next;
  }
  const unknown = Map.groupBy(
    numbers.filter((number) => !found.has(number)),
    foldNumber,
  );
  if (unknown.size === 0) return found;
  const rows = await db.rows<{ key: string; subject_type: string; subject_id: number }>(
    `select key, subject_type, subject_id from tracking_alias
      where business_id = $1 and key = any($2::text[]) and retired_at is null order by id`,
    [business_id, [...unknown.keys()]],
  );
  for (const { key, subject_type: type, subject_id: id } of rows)
    for (const number of unknown.get(key) ?? []) found.set(number, { type, id, of_whole: true });
  return found;
}

/** The record itself when it is no part of another. */
async function findPublicSubject(
  context: Pick<Context, "db" | "business_id" | "subjects">,
  own: NumberedSubject,
): Promise<NumberedSubject | undefined> {
  const { whole } = getTrackingSubject(context, own.type);
  return whole === undefined ? own : whole(context, own.id);
}

/** The business of a number that the public may track by. */
export async function findNumberBusiness(
  {
    findBusinessOfNumber,
    findBusinessOfAlias,
  }: Pick<SystemQueries, "findBusinessOfNumber" | "findBusinessOfAlias">,
  number: string,
): Promise<number | undefined> {
  if (!isPlausibleNumber(number)) return undefined;
  return (
    (await findBusinessOfNumber(number)) ??
    (isOwnNumber(number) ? undefined : findBusinessOfAlias(foldNumber(number)))
  );
}

/** What many numbers belong to, as the public sees it: orders, not their parcels. */
export async function findPublicSubjects(
  context: Pick<Context, "db" | "business_id" | "subjects">,
  numbers: readonly string[],
): Promise<Pick<NumberedSubject, "type" | "id">[]> {
  const owners = new Map(
    [...(await findSubjects(context, numbers)).values()].map((owner) => [`${owner.type} ${owner.id}`, owner]),
  );
  const subjects = await Promise.all(
    [...owners.values()].map(({ type, id }) => findPublicSubject(context, { type, id, number: "" })),
  );
  return subjects.filter((subject) => subject !== undefined);
}

/** The key that the events of a record are stored under. */
export function findTimeline(
  context: Pick<Context, "subjects">,
  { type, id, number }: NumberedSubject,
): string {
  return getTrackingSubject(context, type).timelineOf?.(id) ?? number;
}
