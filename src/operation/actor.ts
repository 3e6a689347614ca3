/** Who is calling, and through what. Resolved once per request, before anything else. */
import type { FeatureFamily, ModuleName, PriceFamily } from "#vocabulary/features.ts";
import type { Role } from "#vocabulary/roles.ts";
import type { Scope } from "#vocabulary/scopes.ts";

export type Surface = "rest" | "graphql" | "mcp" | "app" | "device" | "job" | "ingest" | "console";

export interface ActorBusiness {
  id: number;
  code: string;
  name: string;
  time_zone: string;
  currency: string;
  country: string;
  locale: string;
  /** Switched on by the business and not revoked by the platform. */
  features: ReadonlySet<FeatureFamily>;
  /** Licensed by the platform. */
  modules: ReadonlySet<ModuleName>;
  settings: Readonly<Record<string, unknown>>;
}

/** A carrier or partner that sends events with a key of its own. */
export interface ActorProvider {
  id: number;
  /** The id of its key, as requests name it. */
  key: string;
  /** Its name in events: `source.provider`. */
  code: string;
  source_types: readonly string[];
  subject_patterns: readonly string[];
  formats: readonly string[];
  /** Its own limit of requests; that of the operation when null. */
  limit: { per_s: number; burst: number } | null;
  /** What it signed this request with; null for a bearer token. */
  signature: Buffer | null;
}

export interface Actor {
  kind: "anonymous" | "user" | "job" | "provider";
  /** 0 for callers who belong to no business. */
  business_id: number;
  business: ActorBusiness | null;
  account_id: number | null;
  role: Role | null;
  name: string;
  email: string;
  locale: string;
  /** What the account's role and permission set allow. */
  permissions: ReadonlySet<Scope>;
  /** What the token was made for; null means everything the account may do. */
  token_scopes: ReadonlySet<Scope> | null;
  token_id: number | null;
  /** The MCP profile the token was made with. */
  profile: string | null;
  /** How many calls the token may make in a minute; null means no limit of its own. */
  calls_per_minute: number | null;
  customer_id: number | null;
  driver_id: number | null;
  contractor_id: number | null;
  /** Order families whose prices this account must not see. */
  hidden_prices: ReadonlySet<PriceFamily>;
  /** Account on whose behalf a job or an approval runs. */
  on_behalf_of: number | null;
  provider?: ActorProvider | null;
}

export const ANONYMOUS: Actor = {
  kind: "anonymous",
  business_id: 0,
  business: null,
  account_id: null,
  role: null,
  name: "",
  email: "",
  locale: "en",
  permissions: new Set(),
  token_scopes: new Set(),
  token_id: null,
  profile: null,
  calls_per_minute: null,
  customer_id: null,
  driver_id: null,
  contractor_id: null,
  hidden_prices: new Set(),
  on_behalf_of: null,
};

/** May this caller use what needs `scope`? Both the account and the token must allow it. */
export function holds(actor: Actor, scope: Scope): boolean {
  return actor.permissions.has(scope) && (actor.token_scopes === null || actor.token_scopes.has(scope));
}
