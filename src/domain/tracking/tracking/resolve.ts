/** From a tracking number to what it belongs to: the record itself, or the whole that it is a part of. */

import type { Context } from "#operation/define/context.ts";
import { defineGet } from "#operation/define/get.ts";
import { Refusal } from "#operation/define/refusal.ts";
import type { SystemQueries } from "#operation/define/system-queries.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { messages } from "./messages.ts";
import { buildNumberKey, isOwnNumber, isPlausibleNumber, listNumberKeys } from "./numbers.ts";
import { settings } from "./settings.ts";
import { getTrackedKind, type NumberedRecord } from "./tracked-kind.ts";

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

/** Where nobody can tell which record a number means. */
export const AMBIGUOUS_NUMBER = messages.ambiguous_number;

interface NumberRow {
  subject_type: string | null;
  subject_id: number | null;
  redirects_to: string | null;
  name: string;
  time_zone: string;
  public_proof: boolean | null;
}

type Reader = Pick<Context, "actor" | "db" | "business_id" | "record_kinds">;
type Source = Pick<Context, "db" | "business_id">;

/** A rerouted order leads to its successor, over at most this many steps. */
const HOPS_MAX = 10;

/** Of records that have one number of others, which one is meant. */
export interface NumberHolder {
  subject_type: string;
  subject_id: number;
  /** Who issued the number; null where nobody said. */
  carrier: string | null;
}

/**
 * Which holders of a number of others are meant, oldest first in and out. A carrier uses its numbers again, so of several
 * that have one of the same carrier it is the newest. A reporting carrier means its own numbers, else those of which
 * nobody said who issued them; anybody else may mean any. More than one: nobody can tell.
 */
export function chooseHolders<H extends NumberHolder>(
  holders: readonly H[],
  reporter: { code: string; is_carrier: boolean } | null,
): H[] {
  const newest = new Map<string, H>();
  for (const holder of holders) {
    const { carrier, subject_type, subject_id } = holder;
    const key = carrier === null ? `${subject_type} ${subject_id}` : `of ${carrier}`;
    newest.delete(key);
    newest.set(key, holder);
  }
  const known_holders = [...newest.values()];
  const own_holders = known_holders.filter(({ carrier }) => carrier === reporter?.code);
  if (reporter !== null && own_holders.length > 0) return own_holders;
  const open = known_holders.filter(({ carrier }) => carrier === null);
  const eligible_holders =
    reporter !== null && (open.length > 0 || reporter.is_carrier) ? open : known_holders;
  return [
    ...new Map(
      eligible_holders.map((holder) => [`${holder.subject_type} ${holder.subject_id}`, holder]),
    ).values(),
  ];
}

/** Codes that are carriers' wherever a provider has one of them, also before a number of it was given. */
const CARRIERS = new Set(
  "ups usps fedex dhl dpd gls tnt hermes evri royalmail royal_mail postnl postnord laposte colissimo chronopost canadapost correios"
    .concat(
      " auspost australia_post japanpost yamato sagawa swisspost bpost ctt inpost seur aramex purolator ontrac",
    )
    .split(" "),
);

/** Who reports or asks: whether its code is that of a carrier whose numbers the business has. */
async function findReporter(
  { db, business_id }: Source,
  carrier: string | null,
): Promise<{ code: string; is_carrier: boolean } | null> {
  if (carrier === null) return null;
  const code = carrier.toLowerCase();
  if (CARRIERS.has(code)) return { code, is_carrier: true };
  const row = await db.row(
    "select id from tracking_alias where business_id = $1 and carrier = $2 and retired_at is null limit 1",
    [business_id, code],
  );
  return { code, is_carrier: row !== undefined };
}

/** The answer where several records have a number and nothing distinguishes them. */
export function buildAmbiguous(holders: readonly NumberHolder[]): Refusal {
  const carriers = [...new Set(holders.flatMap(({ carrier }) => carrier ?? []))].sort();
  return new Refusal("ambiguous_number", "conflict", {
    message: AMBIGUOUS_NUMBER,
    errors: [{ field: "number", message: messages.several_shipments }],
    extra: { shipments: holders.length, carriers },
  });
}

/** For lists of numbers: the refusal of one is an entry. */
export function takeAmbiguous(error: unknown): "ambiguous" {
  if (error instanceof Refusal && error.code === "ambiguous_number") return "ambiguous";
  throw error;
}

/** The number that is asked for, or the first of its forms that was issued here. */
async function findIssued({ db, business_id }: Source, keys: readonly string[]) {
  return db.row<NumberRow & { number: string }>(
    `select n.number, n.subject_type, n.subject_id, n.redirects_to, b.name, b.time_zone,
       b.settings->'public_proof' as public_proof
     from tracking_number n join business b on b.id = n.business_id
     where n.business_id = $1 and n.number = any($2::text[]) and n.status <> 'retired'
     order by array_position($2::text[], n.number) limit 1`,
    [business_id, [...keys]],
  );
}

/**
 * Find what a number belongs to, in any form in which it is typed or scanned, following redirects. `carrier` is whose
 * number is meant. Refuses `ambiguous_number` where several records have it.
 */
export async function resolveNumber(
  context: Reader,
  typed: string,
  carrier: string | null = null,
): Promise<FoundNumber | undefined> {
  const keys = listNumberKeys(typed);
  let row = await findIssued(context, keys);
  let requested_number = row?.number;
  if (row === undefined) {
    const own_number = await findOwnNumber(context, keys, carrier);
    row = own_number === undefined ? undefined : await findIssued(context, [own_number]);
    requested_number = typed;
  }
  let redirected = false;
  for (let hops = 0; hops < HOPS_MAX && row !== undefined; hops += 1) {
    const { number, subject_type: type, subject_id: id, redirects_to, name, time_zone, public_proof } = row;
    if (redirects_to === null) {
      if (type === null || id === null) return undefined;
      const own_record = { type, id, number };
      const public_record = await findPublicRecord(context, own_record);
      if (public_record === undefined) return undefined;
      return {
        subject: { type: public_record.type, id: public_record.id },
        tracking_number: public_record.number,
        parcel_number: public_record === own_record ? null : number,
        redirected_from: redirected ? (requested_number ?? typed) : null,
        timeline: findTimeline(context, public_record),
        business: { name, time_zone, shows_proof: public_proof ?? settings.defaults.public_proof },
      };
    }
    redirected = true;
    row = await findIssued(context, [redirects_to]);
  }
  return undefined;
}

export const getResolvedNumber = defineGet(resolveNumber, messages.no_tracking_number);

/** The own number of what somebody else's number was given to. */
async function findOwnNumber(
  context: Reader,
  keys: readonly string[],
  carrier: string | null,
): Promise<string | undefined> {
  const { actor, db, business_id } = context;
  const is_internal =
    actor.business_id === business_id &&
    (actor.kind === "partner" || (BUSINESS_ROLES as readonly (string | null)[]).includes(actor.role));
  const rows = await db.rows<NumberHolder & { key: string; number: string }>(
    `select a.key, a.carrier, a.subject_type, a.subject_id, n.number from tracking_alias a join business b on b.id = a.business_id
       join lateral (select number from tracking_number t where t.business_id = a.business_id and t.subject_type = a.subject_type
         and t.subject_id = a.subject_id and t.status <> 'retired' order by number limit 1) n on true
     where a.business_id = $1 and a.key = any($2::text[]) and a.retired_at is null
       and ($3 or tracking_alias_is_public(a.kind, b.settings))
     order by a.id`,
    [business_id, [...keys], is_internal],
  );
  if (rows.length === 0) return undefined;
  const key = keys.find((one) => rows.some((row) => row.key === one));
  const holders = await mergeRerouted(
    context,
    chooseHolders(
      rows.filter((row) => row.key === key),
      await findReporter(context, carrier),
    ),
  );
  if (holders.length > 1) throw buildAmbiguous(holders);
  return holders[0]?.number;
}

/** A rerouted order and its successor are one shipment: the newest of its holders stands for it. */
async function mergeRerouted<H extends NumberHolder>(context: Source, holders: H[]): Promise<H[]> {
  if (holders.length < 2) return holders;
  const { db, business_id } = context;
  const rows = await db.rows<{ subject_type: string; subject_id: number; number: string }>(
    `select distinct on (subject_type, subject_id) subject_type, subject_id, number from tracking_number
      where business_id = $1 and (subject_type, subject_id) in
        (select * from unnest($2::text[], $3::bigint[])) and status <> 'retired' order by subject_type, subject_id, number`,
    [business_id, holders.map((one) => one.subject_type), holders.map((one) => one.subject_id)],
  );
  const owners_by_number = await followNumbers(
    context,
    new Map(rows.map(({ number }) => [number, [number]])),
  );
  const shipments = new Map<string, H>();
  for (const holder of holders) {
    const own_row = rows.find(
      (row) => row.subject_type === holder.subject_type && row.subject_id === holder.subject_id,
    );
    const [owner] = (own_row === undefined ? undefined : owners_by_number.get(own_row.number)) ?? [];
    shipments.set(
      owner === undefined ? `${holder.subject_type} ${holder.subject_id}` : `${owner.type} ${owner.id}`,
      holder,
    );
  }
  return [...shipments.values()];
}

/** Those of these numbers by which the public finds something of this business. */
export async function findPublicNumbers(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  numbers: readonly string[],
): Promise<string[]> {
  const rows = await db.rows<{ number: string }>(
    `select asked.number from unnest($2::text[], $3::text[]) as asked(number, key)
      where exists (select 1 from tracking_number n
          where n.business_id = $1 and n.number = asked.number and n.status <> 'retired')
        or exists (select 1 from tracking_alias a join business b on b.id = a.business_id
          where a.business_id = $1 and a.key = asked.key and a.retired_at is null and tracking_alias_is_public(a.kind, b.settings))`,
    [business_id, [...numbers], numbers.map(buildNumberKey)],
  );
  return rows.map(({ number }) => number);
}

/** What numbers belong to. */
export interface NumberOwner {
  type: string;
  id: number;
  /** The number was given to it by somebody else, so it does not mean one of its parcels. */
  of_whole_record: boolean;
}

/**
 * The records of many numbers, in any of their forms, following redirects and including numbers that others gave. Unknown
 * ones are absent; several records of one number: nobody can tell which one is meant.
 */
export async function findCandidates(
  context: Source,
  numbers: readonly string[],
  carrier: string | null = null,
): Promise<Map<string, NumberOwner[]>> {
  const { db, business_id } = context;
  // Most numbers are asked for as they are stored.
  const owners_by_number = await followNumbers(context, new Map(numbers.map((number) => [number, [number]])));
  const keys = new Map(
    numbers.flatMap((number) =>
      owners_by_number.has(number) ? [] : [[number, listNumberKeys(number)] as const],
    ),
  );
  if (keys.size === 0) return owners_by_number;
  const rows = await db.rows<NumberHolder & { key: string }>(
    `select key, carrier, subject_type, subject_id from tracking_alias
      where business_id = $1 and key = any($2::text[]) and retired_at is null order by id`,
    [business_id, [...new Set([...keys.values()].flat())]],
  );
  const wanted_numbers = new Map<string, string[]>();
  for (const [number, forms] of keys)
    for (const form of forms)
      if (form !== number) wanted_numbers.set(form, [...(wanted_numbers.get(form) ?? []), number]);
  for (const [number, owners] of await followNumbers(context, wanted_numbers))
    owners_by_number.set(number, owners);
  if (rows.length === 0) return owners_by_number;
  const reporter = await findReporter(context, carrier);
  const holders = Map.groupBy(rows, ({ key }) => key);
  for (const [number, forms] of keys) {
    const key = forms.find((form) => holders.has(form));
    if (owners_by_number.has(number) || key === undefined) continue;
    const chosen_holders = await mergeRerouted(context, chooseHolders(holders.get(key) ?? [], reporter));
    if (chosen_holders.length > 0)
      owners_by_number.set(
        number,
        chosen_holders.map(({ subject_type: type, subject_id: id }) => ({ type, id, of_whole_record: true })),
      );
  }
  return owners_by_number;
}

/** The records of numbers that were issued here, by what was asked for them. */
async function followNumbers(
  { db, business_id }: Source,
  requested_numbers: ReadonlyMap<string, readonly string[]>,
): Promise<Map<string, NumberOwner[]>> {
  const owners_by_number = new Map<string, NumberOwner[]>();
  let wanted_numbers = new Map([...requested_numbers].map(([number, by]) => [number, [...by]]));
  for (let hops = 0; hops < HOPS_MAX && wanted_numbers.size > 0; hops += 1) {
    const rows = await db.rows<{
      number: string;
      subject_type: string | null;
      subject_id: number | null;
      redirects_to: string | null;
    }>(
      `select number, subject_type, subject_id, redirects_to from tracking_number
        where business_id = $1 and number = any($2::text[]) and status <> 'retired'`,
      [business_id, [...wanted_numbers.keys()]],
    );
    const next = new Map<string, string[]>();
    for (const { number, subject_type: type, subject_id: id, redirects_to } of rows) {
      const by = wanted_numbers.get(number) ?? [];
      if (redirects_to !== null) next.set(redirects_to, [...(next.get(redirects_to) ?? []), ...by]);
      else if (type !== null && id !== null)
        for (const one of by) owners_by_number.set(one, [{ type, id, of_whole_record: false }]);
    }
    wanted_numbers = next;
  }
  return owners_by_number;
}

/** The record itself when it is no part of another. */
async function findPublicRecord(
  context: Pick<Context, "db" | "business_id" | "record_kinds">,
  own_record: NumberedRecord,
): Promise<NumberedRecord | undefined> {
  const { findParent } = getTrackedKind(context, own_record.type);
  return findParent === undefined ? own_record : findParent(context, own_record.id);
}

/** The business of a number that the public may track by. */
export async function findNumberBusiness(
  {
    findBusinessOfNumber,
    findBusinessOfAlias,
  }: Pick<SystemQueries, "findBusinessOfNumber" | "findBusinessOfAlias">,
  typed: string,
): Promise<number | undefined> {
  const forms = listNumberKeys(typed);
  // A number of ours with wrong check digits was mistyped.
  if (forms.some((form) => isOwnNumber(form) && !isPlausibleNumber(form))) return undefined;
  const keys = forms.filter(isPlausibleNumber);
  if (keys.length === 0) return undefined;
  return (
    (await findBusinessOfNumber(keys)) ?? (keys.some(isOwnNumber) ? undefined : findBusinessOfAlias(keys))
  );
}

/** What many numbers belong to, as the public sees it: orders, not their parcels. */
export async function findPublicRecords(
  context: Pick<Context, "db" | "business_id" | "record_kinds">,
  numbers: readonly string[],
): Promise<Pick<NumberedRecord, "type" | "id">[]> {
  const owners = new Map(
    [...(await findCandidates(context, numbers)).values()]
      .flat()
      .map((owner) => [`${owner.type} ${owner.id}`, owner]),
  );
  const records = await Promise.all(
    [...owners.values()].map(({ type, id }) => findPublicRecord(context, { type, id, number: "" })),
  );
  return records.filter((record) => record !== undefined);
}

/** The key that the events of a record are stored under. */
export function findTimeline(
  context: Pick<Context, "record_kinds">,
  { type, id, number }: NumberedRecord,
): string {
  return getTrackedKind(context, type).getTimelineKey?.(id) ?? number;
}
