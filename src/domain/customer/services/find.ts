/** Which services there are, and which versions of them are in effect. */
import { loadWarehouses } from "#domain/warehouse/warehouses/public.ts";
import type { Context } from "#operation/define/context.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import type { ServiceKind, ServiceVersion } from "./shapes.ts";

type Reader = Pick<Context<never>, "db" | "business_id" | "actor" | "now">;

export const getToday = ({ actor, now }: Pick<Reader, "actor" | "now">): string =>
  toLocalDate(now, actor.business?.time_zone ?? "UTC");

const VERSION_COLUMNS =
  "s.id, s.code, s.kind, s.family, v.version, v.active_from, v.definition, s.created_at";

/** The version in effect: the newest whose date has come. */
const ACTIVE = `join lateral (
  select * from customer_service_version v where v.business_id = $1 and v.service_id = s.id and v.active_from <= $2::date
  order by v.version desc limit 1) v on true`;

/** Services that are offered today, by name. */
export async function listOfferedServices(context: Reader, kind: ServiceKind): Promise<ServiceVersion[]> {
  return context.db.rows<ServiceVersion>(
    `select ${VERSION_COLUMNS} from customer_service s ${ACTIVE}
      where s.business_id = $1 and s.kind = $3 and (v.definition->>'is_offered')::boolean
      order by v.definition->>'name', s.id limit 500`,
    [context.business_id, getToday(context), kind],
  );
}

/** A service that is offered today. */
export async function findOfferedService(
  context: Reader,
  { kind, code }: { kind: ServiceKind; code: string },
): Promise<ServiceVersion | undefined> {
  return context.db.row<ServiceVersion>(
    `select ${VERSION_COLUMNS} from customer_service s ${ACTIVE}
      where s.business_id = $1 and s.kind = $3 and s.code = $4 and (v.definition->>'is_offered')::boolean`,
    [context.business_id, getToday(context), kind, code],
  );
}

/** A service by its code, whether it is offered or not. */
export async function findServiceId(
  { db, business_id }: Pick<Reader, "db" | "business_id">,
  { kind, code }: { kind: ServiceKind; code: string },
): Promise<number | undefined> {
  const row = await db.row<{ id: number }>(
    "select id from customer_service where business_id = $1 and kind = $2 and code = $3",
    [business_id, kind, code],
  );
  return row?.id;
}

export function findServiceVersion(
  { db, business_id }: Pick<Reader, "db" | "business_id">,
  service_id: number,
  version: number,
): Promise<ServiceVersion | undefined> {
  return db.row<ServiceVersion>(
    `select ${VERSION_COLUMNS} from customer_service s
       join customer_service_version v on v.business_id = $1 and v.service_id = s.id and v.version = $3
      where s.business_id = $1 and s.id = $2`,
    [business_id, service_id, version],
  );
}

/** Exactly this version: what an order was made with. */
export async function loadServiceVersion(
  context: Pick<Reader, "db" | "business_id">,
  service_id: number,
  version: number,
): Promise<ServiceVersion> {
  const row = await findServiceVersion(context, service_id, version);
  if (row === undefined) throw new Error(`The service ${service_id} has no version ${version}.`);
  return row;
}

export interface StoredService {
  newest: ServiceVersion;
  /** The version in effect today; null before the first one's date. */
  active_version: number | null;
}

const STORED = `select ${VERSION_COLUMNS}, (select max(a.version) from customer_service_version a
    where a.business_id = $1 and a.service_id = s.id and a.active_from <= $2::date) as active_version
  from customer_service s join customer_service_version v on v.business_id = $1 and v.service_id = s.id and v.version = s.version
 where s.business_id = $1`;

type StoredRow = ServiceVersion & { active_version: number | null };

const toStored = ({ active_version, ...newest }: StoredRow): StoredService => ({ newest, active_version });

/** Services in their newest versions, by kind and code. */
export async function listServices(
  context: Reader,
  { kind, limit, offset }: { kind: ServiceKind | null; limit: number; offset: number },
): Promise<{ total: number; services: StoredService[] }> {
  const { db, business_id } = context;
  const [rows, counted] = await Promise.all([
    db.rows<StoredRow>(
      `${STORED} and ($3::text is null or s.kind = $3) order by s.kind, s.code limit $4 offset $5`,
      [business_id, getToday(context), kind, limit, offset],
    ),
    db.row<{ n: number }>(
      "select count(*) as n from customer_service where business_id = $1 and ($2::text is null or kind = $2)",
      [business_id, kind],
    ),
  ]);
  return { total: counted?.n ?? 0, services: rows.map(toStored) };
}

/** With a lock no other version is added until the end of the transaction. */
export async function findService(
  context: Reader,
  id: number,
  lock: "" | "for update of s" = "",
): Promise<StoredService | undefined> {
  const row = await context.db.row<StoredRow>(`${STORED} and s.id = $3 ${lock}`, [
    context.business_id,
    getToday(context),
    id,
  ]);
  return row === undefined ? undefined : toStored(row);
}

export type ServiceWarehouse = Awaited<ReturnType<typeof loadServiceWarehouses>>[number];

/** The open warehouses of a service, in its order. */
export async function loadServiceWarehouses(context: Reader, ids: readonly number[]) {
  const found = await loadWarehouses(context, ids);
  return ids.flatMap((id) => {
    const warehouse = found.get(id);
    return warehouse === undefined || warehouse.status !== "open" ? [] : [warehouse];
  });
}
