/** The caller of an operation and the credential it used. Resolved once per request, before anything else. */
import type { FeatureName, ModuleName, PriceFamily } from "#vocabulary/features.ts";
import type { PartnerUse } from "#vocabulary/partners.ts";
import type { Role } from "#vocabulary/roles.ts";
import type { Scope } from "#vocabulary/scopes.ts";
import type { BusinessSettings } from "../define/settings.ts";
import type { DailyCaps } from "../limits/token-caps.ts";

export type Surface = "rest" | "graphql" | "mcp" | "app" | "device" | "job" | "ingest" | "console";

export interface ActorBusiness {
  id: number;
  code: string;
  name: string;
  time_zone: string;
  currency: string;
  country: string;
  locale: string;
  /** Enabled by the business and not revoked by the platform. */
  features: ReadonlySet<FeatureName>;
  /** Licensed by the platform. */
  modules: ReadonlySet<ModuleName>;
  /** With their defaults. */
  settings: BusinessSettings;
}

/** An external company with its own key, such as a carrier that sends events. */
export interface ActorPartner {
  id: number;
  /** The id of its key, as requests send it. */
  key_id: string;
  /** Its name in events: `source.provider`. */
  code: string;
  uses: readonly PartnerUse[];
  source_types: readonly string[];
  subject_patterns: readonly string[];
  formats: readonly string[];
  /** Its own rate limit; null means that the operation's limit applies. */
  limit: { per_s: number; burst: number } | null;
  /** The signature of this request; null for a bearer token. */
  signature: Buffer | null;
}

/** A machine of the business with a key of its own, such as a locker: it may call what is made for devices, about itself. */
interface ActorDevice {
  id: number;
}

/** A link: the holder of its token may call these operations about its record. */
interface ActorLink {
  id: number;
  subject_type: string;
  subject_id: string;
  operations: ReadonlySet<string>;
  expires_at: string;
}

export interface Actor {
  kind: "anonymous" | "user" | "job" | "partner" | "link" | "device";
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
  /** The scopes the token was issued with; null means everything the account may do. */
  token_scopes: ReadonlySet<Scope> | null;
  token_id: number | null;
  /** The MCP profile the token was issued with. */
  profile: string | null;
  /** The token is a console session, stored in a browser cookie. */
  is_console: boolean;
  /** The token is of a sign-in by a person, in the console or an app, and not an API token. */
  is_signed_in?: boolean;
  /** Path of the only resource that the token is for; null or absent for the whole installation. */
  resource?: string | null;
  /** The daily limits of the token, or of the one that started a job; null or absent without any. */
  caps?: DailyCaps | null;
  /** How many calls the token may make in a minute; null means no limit of its own. */
  calls_per_minute: number | null;
  customer_id: number | null;
  driver_id: number | null;
  contractor_id: number | null;
  /** The warehouses that the account works at; empty for all of them. */
  warehouse_ids: readonly number[];
  /** Order families whose prices this account must not see. */
  hidden_prices: ReadonlySet<PriceFamily>;
  /** Account on whose behalf a job or an approval runs. */
  on_behalf_of: number | null;
  partner?: ActorPartner | null;
  link?: ActorLink | null;
  device?: ActorDevice | null;
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
  is_console: false,
  calls_per_minute: null,
  customer_id: null,
  driver_id: null,
  contractor_id: null,
  warehouse_ids: [],
  hidden_prices: new Set(),
  on_behalf_of: null,
};

/** True when both the account and the token allow `scope`. */
export function actorHasScope(actor: Actor, scope: Scope): boolean {
  return actor.permissions.has(scope) && (actor.token_scopes === null || actor.token_scopes.has(scope));
}

/** The caller as a connection that was narrowed to these scopes knows it; null narrows nothing. */
export function narrowActor(actor: Actor, scopes: ReadonlySet<Scope> | null): Actor {
  if (scopes === null) return actor;
  const cache_entry = narrowed.get(actor);
  if (cache_entry?.scopes === scopes) return cache_entry.actor;
  const own_scopes = actor.token_scopes ?? actor.permissions;
  const narrow = own_scopes.isSubsetOf(scopes)
    ? actor
    : { ...actor, token_scopes: own_scopes.intersection(scopes) };
  narrowed.set(actor, { scopes, actor: narrow });
  return narrow;
}

/** By the actor of a token, which is one object from call to call: its latest connection. */
const narrowed = new WeakMap<Actor, { scopes: ReadonlySet<Scope>; actor: Actor }>();
