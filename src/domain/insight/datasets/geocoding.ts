/** The queue of addresses that are to be located, and how many rows of it a day may be. */
import type { Context } from "#operation/define/context.ts";
import type { GeocodeAnswer } from "#providers/geocoders/port.ts";
import type { Providers } from "#providers/providers.ts";
import { addDays, toInstant, toLocalDate } from "#vocabulary/calendar.ts";
import { saveLocated } from "./locate.ts";
import { compileSelection, runQuery } from "./read.ts";
import type { DatasetRow, DatasetView, Reader } from "./records/dataset.ts";
import { type RecordVersion, VERSION_COLUMNS } from "./records/dataset-record.ts";
import type { GeocodeState } from "./rules.ts";
import { Arguments } from "./sql.ts";
import { type AddressValue, foldText } from "./values.ts";

/** Rows a business a day. */
export const ROWS_A_DAY = 2000;
/** How often a geocoder that cannot be reached is tried for a row. */
const ATTEMPTS_MAX = 3;
/** Rows of one turn, and how long they are not given to another worker. */
const CLAIMED = 20;
const LEASE_S = 600;
/** A result with a lower score is a guess. */
const RELIABLE_SCORE = 0.5;

export const hasGeocoder = ({ geocoder }: Pick<Providers, "geocoder">) => geocoder.name !== "none";

const getDay = ({ business, now }: Pick<Context, "business" | "now">) => {
  const time_zone = business.time_zone;
  const day = toLocalDate(now, time_zone);
  return { day, resets_at: toInstant(addDays(day, 1), "00:00", time_zone) };
};

export async function loadQuota(context: Pick<Context, "db" | "business_id" | "business" | "now">) {
  const { day, resets_at } = getDay(context);
  const row = await context.db.row<{ used: number }>(
    "select used from dataset_geocode_day where business_id = $1 and day = $2",
    [context.business_id, day],
  );
  return { limit: ROWS_A_DAY, used: row?.used ?? 0, resets_at: resets_at.toISOString() };
}

/** The job that empties the queue of the business. */
export function enqueueGeocoding({ enqueue, business_id, actor }: Context<never>, start_after_s = 0): void {
  enqueue({
    name: "datasets.geocode",
    data: { business_id, account_id: actor.account_id ?? actor.on_behalf_of },
    unique_key: `${business_id}`,
    ...(start_after_s > 0 ? { start_after_s } : {}),
  });
}

/** How many records that the caller sees are in each state. */
export async function countStates(
  context: Reader,
  view: DatasetView,
): Promise<Partial<Record<GeocodeState, number>>> {
  const bound = new Arguments();
  const from = compileSelection(context, view, {}, bound);
  const rows = await runQuery<{ state: GeocodeState; n: number }>(
    context,
    `select jsonb_build_object('state', r.geocode_state, 'n', count(*)) ${from} group by r.geocode_state`,
    bound,
  );
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
}

export interface Claimed {
  id: number;
  dataset_id: number;
  attempts: number;
  address: AddressValue;
}

/** `is_empty`: nothing waits any more. Rows without an address are left. */
export type Claim = { rows: Claimed[]; is_empty: boolean } | { wait_until: Date };

/** The oldest of the queue, as many as the day still allows. They count when they are claimed. */
export async function claimRows(context: Context<string>): Promise<Claim> {
  const { db, business_id, now } = context;
  const { day, resets_at } = getDay(context);
  await db.execute(
    `insert into dataset_geocode_day (business_id, day, used) values ($1, $2, 0) on conflict do nothing`,
    [business_id, day],
  );
  const quota = await db.row<{ used: number }>(
    "select used from dataset_geocode_day where business_id = $1 and day = $2 for update",
    [business_id, day],
  );
  const remaining_rows = ROWS_A_DAY - (quota?.used ?? 0);
  const waiting = await db.rows<{
    id: number;
    dataset_id: number;
    attempts: number;
    address: AddressValue | null;
  }>(
    `select r.id, r.dataset_id, r.geocode_attempts as attempts, r.values->('c' || d.position_n) as address
       from dataset_record r join dataset d on d.business_id = $1 and d.id = r.dataset_id
      where r.business_id = $1 and r.geocode_state = 'queued' and r.queued_at <= $2
      order by r.queued_at, r.id limit $3 for update of r skip locked`,
    [business_id, now, Math.max(1, Math.min(CLAIMED, remaining_rows))],
  );
  if (waiting.length > 0 && remaining_rows <= 0) return { wait_until: resets_at };
  await db.execute(
    `update dataset_record set queued_at = $3::timestamptz + interval '${LEASE_S} seconds'
      where business_id = $1 and id = any($2::bigint[])`,
    [business_id, waiting.map(({ id }) => id), now],
  );
  await db.execute("update dataset_geocode_day set used = used + $3 where business_id = $1 and day = $2", [
    business_id,
    day,
    waiting.length,
  ]);
  return {
    rows: waiting.flatMap((row) => (row.address === null ? [] : [{ ...row, address: row.address }])),
    is_empty: waiting.length === 0,
  };
}

export type Located = { answer: GeocodeAnswer } | "not_found" | "unreachable";

/** The best result that is reliable and in the town of the address. */
export function chooseAnswer(answers: readonly GeocodeAnswer[], { city }: AddressValue): Located {
  const answer = answers.find(
    (one) =>
      one.score >= RELIABLE_SCORE && (!city || one.city === "" || foldText(one.city) === foldText(city)),
  );
  return answer === undefined ? "not_found" : { answer };
}

type Queued = RecordVersion & { attempts: number };

/** A row that was pinned, moved or deleted meanwhile is left alone; one whose address changed is still queued. */
export async function storeLocated(
  context: Context<string>,
  results: readonly { claimed: Claimed; located: Located }[],
): Promise<void> {
  const { db, business_id, now } = context;
  const { day } = getDay(context);
  for (const [dataset_id, located_rows] of Map.groupBy(results, ({ claimed }) => claimed.dataset_id)) {
    // A dataset before its records, as every writer locks them.
    const dataset = await db.row<DatasetRow>(
      "select * from dataset where business_id = $1 and id = $2 for no key update",
      [business_id, dataset_id],
    );
    if (dataset === undefined) continue;
    const rows = await db.rows<Queued>(
      `select ${VERSION_COLUMNS}, geocode_attempts as attempts from dataset_record
        where business_id = $1 and dataset_id = $2 and id = any($3::bigint[]) and geocode_state = 'queued' order by id for update`,
      [business_id, dataset_id, located_rows.map(({ claimed }) => claimed.id)],
    );
    const outcomes = rows.flatMap((row) => {
      const one = located_rows.find(({ claimed }) => claimed.id === row.id);
      const address = row.values[`c${dataset.position_n}`] as AddressValue | undefined;
      return one === undefined || address?.text !== one.claimed.address.text
        ? []
        : [{ row, located: one.located }];
    });
    const retried = outcomes.filter(
      ({ row, located }) => located === "unreachable" && row.attempts + 1 < ATTEMPTS_MAX,
    );
    await db.execute(
      `update dataset_record set geocode_attempts = geocode_attempts + 1, queued_at = $3::timestamptz + interval '60 seconds'
        where business_id = $1 and id = any($2::bigint[])`,
      [business_id, retried.map(({ row }) => row.id), now],
    );
    await saveLocated(
      context,
      dataset,
      outcomes.filter((one) => !retried.includes(one)),
    );
  }
  // What could not be asked does not count.
  const unasked = results.filter(({ located }) => located === "unreachable").length;
  await db.execute(
    "update dataset_geocode_day set used = greatest(0, used - $3) where business_id = $1 and day = $2",
    [business_id, day, unasked],
  );
}
