/** Services and their versions: what one is, which there are, which are in effect, and how the next one is stored. */
import type { Context } from "#operation/define/context.ts";
import { defineGet } from "#operation/define/get.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { messages } from "../messages.ts";
import type { ServiceDefinition, ServiceFamily, ServiceKind } from "../shapes.ts";

/** `version` is that of the newest definition. */
interface ServiceRow extends Row<"customer_service"> {
  kind: ServiceKind;
  family: ServiceFamily;
}

/** `active_from`: in effect from this date in the business's time zone. */
interface ServiceVersionRow extends Row<"customer_service_version"> {
  definition: ServiceDefinition;
}

/** A version of a service with its identity. */
export type ServiceVersion = Omit<ServiceRow, "business_id"> &
  Pick<ServiceVersionRow, "active_from" | "definition">;

export const CustomerService = defineRecord<"customer_service", ServiceRow>("customer_service");
const CustomerServiceVersion = defineRecord<"customer_service_version", ServiceVersionRow>(
  "customer_service_version",
);

/** As the business sees it. */
export function toService({ definition, ...row }: ServiceVersion, active_version: number | null) {
  return { ...definition, ...row, is_active: row.version === active_version };
}

type Reader = Pick<Context<never>, "db" | "business_id" | "actor" | "business" | "now">;

export const getToday = ({ business, now }: Pick<Reader, "business" | "now">): string =>
  toLocalDate(now, business.time_zone);

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
async function findOfferedService(
  context: Reader,
  { kind, code }: { kind: ServiceKind; code: string },
): Promise<ServiceVersion | undefined> {
  return context.db.row<ServiceVersion>(
    `select ${VERSION_COLUMNS} from customer_service s ${ACTIVE}
      where s.business_id = $1 and s.kind = $3 and s.code = $4 and (v.definition->>'is_offered')::boolean`,
    [context.business_id, getToday(context), kind, code],
  );
}

export const getOfferedService = defineGet(findOfferedService, messages.unknown_service);

/** A service by its code, whether it is offered or not. */
async function findServiceId(
  { db, business_id }: Pick<Reader, "db" | "business_id">,
  { kind, code }: { kind: ServiceKind; code: string },
): Promise<number | undefined> {
  const row = await db.row<{ id: number }>(
    "select id from customer_service where business_id = $1 and kind = $2 and code = $3",
    [business_id, kind, code],
  );
  return row?.id;
}

export const getServiceId = defineGet(findServiceId, messages.unknown_service);

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

/** Services in their newest versions, with the versions in effect on a date. */
export const selectServices = (
  date: string,
): string => `select ${VERSION_COLUMNS}, (select max(a.version) from customer_service_version a
    where a.business_id = $1 and a.service_id = s.id and a.active_from <= ${date}::date) as active_version
  from customer_service s join customer_service_version v on v.business_id = $1 and v.service_id = s.id and v.version = s.version`;

export type StoredRow = ServiceVersion & { active_version: number | null };

const toStoredService = ({ active_version, ...newest }: StoredRow): StoredService => ({
  newest,
  active_version,
});

/** With a lock no other version is added until the end of the transaction. */
async function findService(
  context: Reader,
  id: number,
  lock: "" | "for update of s" = "",
): Promise<StoredService | undefined> {
  const row = await context.db.row<StoredRow>(
    `${selectServices("$2")} where s.business_id = $1 and s.id = $3 ${lock}`,
    [context.business_id, getToday(context), id],
  );
  return row === undefined ? undefined : toStoredService(row);
}

export const getStoredService = defineGet(findService, messages.unknown_service);

export async function insertServiceVersion(
  context: Context<never>,
  service: Omit<ServiceVersion, "created_at">,
): Promise<void> {
  const { id, version, active_from, definition, code, kind, family } = service;
  await CustomerServiceVersion.insert(context, {
    service_id: id,
    version,
    active_from,
    definition,
    created_by: context.actor.account_id,
  });
  const is_first = version === 1;
  context.emit({
    subject: { type: "customer_service", id, ...(is_first ? { is_new: true } : {}) },
    kind: is_first ? "customer_service.created" : "customer_service.replaced",
    payload: {
      code,
      kind,
      family,
      service_version: version,
      active_from,
      is_offered: definition.is_offered,
    },
  });
}

/** The version in effect today after a new one was added. */
export function findActiveVersion(
  context: Pick<Context<never>, "business" | "now">,
  added: { version: number; active_from: string },
  before: number | null,
): number | null {
  return added.active_from <= getToday(context) ? added.version : before;
}
