/** A business as platform administrators see it: its registration data and features, not its operational data. */
import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { defineGet } from "#operation/define/get.ts";
import { StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { isTimeZone } from "#vocabulary/calendar.ts";
import { FEATURES, type FeatureName, MODULES, type ModuleName } from "#vocabulary/features.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "./messages.ts";

/** `active` to `suspended` and back; either to `closed`, which is final. */
export const BUSINESS_STATUSES = ["active", "suspended", "closed"] as const;
export type BusinessStatus = (typeof BUSINESS_STATUSES)[number];

export const Business = Type.Object(
  {
    id: Ref("business"),
    code: Type.String(),
    name: Type.String(),
    time_zone: Type.String(),
    currency: Type.String(),
    country: Type.String(),
    locale: Type.String(),
    status: StringEnum(BUSINESS_STATUSES),
    accounts: Type.Integer({ description: "Number of accounts that may sign in." }),
    awaits_administrator: Type.Boolean({
      description: "No administrator of it has chosen a password yet: nobody can invite the others.",
    }),
    created_at: Timestamp,
    version: Type.Integer(),
  },
  { $id: "Business" },
);
export type Business = Type.Static<typeof Business>;

/** Of `business b`. */
const AWAITS_ADMINISTRATOR = `not exists (select from account a
    where a.business_id = b.id and a.role = 'client_admin' and a.password_hash is not null)
  and exists (select from account a where a.business_id = b.id and a.role = 'client_admin' and a.status = 'invited')`;

export const BUSINESS_COLUMNS = `b.id, b.code, b.name, b.time_zone, b.currency, b.country, b.locale, b.status, b.created_at,
  b.version, (select count(*) from account a where a.business_id = b.id and a.status = 'active') as accounts,
  ${AWAITS_ADMINISTRATOR} as awaits_administrator`;

async function findBusiness(db: Context["db"], business_id: number): Promise<Business | undefined> {
  return db.row<Business>(`select ${BUSINESS_COLUMNS} from business b where b.id = $1`, [business_id]);
}

const describeUnknown = (_db: unknown, id: number) => messages.no_business.with({ id });

export const getBusinessRow = defineGet(findBusiness, describeUnknown);

/** Lock the row; returns its current status and version. */
export async function lockBusiness(
  { db, refuse }: Pick<Context, "db" | "refuse">,
  business_id: number,
): Promise<{ status: BusinessStatus; version: number; feature_gates: Gates; modules: Licences }> {
  const row = await db.row<{
    status: BusinessStatus;
    version: number;
    feature_gates: Gates;
    modules: Licences;
  }>("select status, version, feature_gates, modules from business where id = $1 for update", [business_id]);
  if (row === undefined)
    throw refuse("not_found", { message: messages.no_business, values: { id: business_id } });
  return row;
}

export type Gates = Partial<Record<FeatureName, boolean>>;
export type Licences = Partial<Record<ModuleName, boolean>>;

export const TimeZone = Type.String({
  minLength: 1,
  maxLength: 60,
  description: "IANA name, such as `America/Sao_Paulo`.",
});
export const Country = Type.String({ pattern: "^([A-Z]{2})?$", description: "ISO 3166-1 alpha-2 code." });

/** Refuse an unknown time zone. */
export function checkTimeZone({ refuse }: Pick<Context, "refuse">, time_zone: string | undefined): void {
  if (time_zone === undefined || isTimeZone(time_zone)) return;
  throw refuse("invalid_request", {
    message: messages.no_time_zone,
    values: { time_zone },
    errors: [{ field: "time_zone", message: messages.time_zone_name }],
  });
}

const Available = Type.Boolean({ description: "False while nothing of this installation belongs to it." });

const Family = Type.Object({
  family: StringEnum(FEATURES),
  is_allowed: Type.Boolean({
    description: "The platform's gate; a closed gate overrides the business's switch.",
  }),
  is_switched_on: Type.Boolean({ description: "The business's own switch." }),
  is_available: Available,
  is_on: Type.Boolean({ description: "True if both are on, and it is available." }),
});

export const Features = Type.Object(
  {
    families: Type.Array(Family),
    modules: Type.Array(
      Type.Object({ module: StringEnum(MODULES), is_licensed: Type.Boolean(), is_available: Available }),
    ),
  },
  { $id: "BusinessFeatures" },
);

/** `offered`: what some operation of the installation belongs to. */
async function findFeatures(db: Context["db"], business_id: number, offered: ReadonlySet<string>) {
  const row = await db.row<{
    feature_families: Gates;
    feature_gates: Gates;
    modules: Licences;
    version: number;
  }>("select feature_families, feature_gates, modules, version from business where id = $1", [business_id]);
  if (row === undefined) return undefined;
  return {
    version: row.version,
    features: {
      families: FEATURES.map((family) => {
        const is_allowed = row.feature_gates[family] !== false;
        const is_switched_on = row.feature_families[family] === true;
        const is_available = offered.has(family);
        const is_on = is_allowed && is_switched_on && is_available;
        return { family, is_allowed, is_switched_on, is_available, is_on };
      }),
      modules: MODULES.map((module) => ({
        module,
        is_licensed: row.modules[module] === true,
        is_available: offered.has(module),
      })),
    },
  };
}

export const loadFeatures = defineGet(findFeatures, describeUnknown);
