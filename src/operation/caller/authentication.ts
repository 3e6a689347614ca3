/**
 * Resolves a bearer token, of an account or of a link, to an actor and caches the result for 30 seconds.
 *
 * The cache is keyed by the token's hash and cleared at once when this process changes an account, a token or a
 * business. Other processes clear theirs on a NOTIFY, or when the entry expires.
 */
import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { hashToken } from "#platform/auth/secrets.ts";
import { PRICE_FAMILIES, type PriceFamily } from "#vocabulary/features.ts";
import type { Role } from "#vocabulary/roles.ts";
import { isForPath } from "#vocabulary/token-resources.ts";
import { Refusal } from "../define/refusal.ts";
import type { Registry } from "../define/registry.ts";
import { computePermissions, isScope } from "../define/scopes.ts";
import type { DailyCaps } from "../limits/token-caps.ts";
import { refusals } from "../response/platform-messages.ts";
import { type Actor, type ActorBusiness, ANONYMOUS } from "./actor.ts";
import { type BusinessColumns, buildBusiness } from "./business.ts";
import type { CallerQueries, LinkRow, TokenRow } from "./caller-queries.ts";
import { LINK_CALLS_PER_MINUTE, linkExpired, linkRevoked } from "./link.ts";

const CACHE_TTL_MS = 30_000;
const CACHE_MAX = 20_000;
/** `last_used_at` is written at most this often per token. */
const LAST_USED_INTERVAL_MS = 60_000;

interface CachedActor {
  actor: Actor;
  expires_at: number | null;
  /** When `last_used_at` was written, milliseconds. */
  touched: number;
}

interface CachedLink {
  actor: Actor;
  is_revoked: boolean;
  is_closed: boolean;
}

/** Uses of a link that are not written yet. */
interface LinkUses {
  count: number;
  written: number;
}

export interface Authentication {
  /**
   * The actor of a bearer token. Refuses `unauthenticated` when it is unknown, revoked, expired or disabled, or was issued
   * for a resource other than the one at `path`; without a path, for any single resource.
   */
  authenticateToken(token: string, now: Date, path?: string): Promise<Actor>;
  /**
   * The actor of a link's token. Refuses `unauthenticated` when it is unknown, `link_expired` and `link_revoked` when it is
   * not in force any more.
   */
  authenticateLink(token: string, now: Date): Promise<Actor>;
  /** The actor of an account, for work done on its behalf. */
  ofAccount(account_id: number): Promise<Actor | undefined>;
  /** A business as its callers have it, for work that none of them does; null for 0. */
  ofBusiness(business_id: number, now: Date): Promise<ActorBusiness | null>;
  /** Clears the cache. Called after any change to accounts, tokens or businesses. */
  clearCache(): void;
}

type Declared = Pick<Registry, "scopes" | "settings">;

export function createAuthentication(system_queries: CallerQueries, declared: Declared): Authentication {
  const accounts = createCallerCache<CachedActor>();
  const links = createCallerCache<CachedLink>();
  const businesses = createCallerCache<{ business: ActorBusiness | null }>();
  const uses = new LRUCache<number, LinkUses>({ max: CACHE_MAX });

  /** Informational, like `last_used_at` of tokens: uses since the last write of a process that ends are not counted. */
  const countUse = (business_id: number, link_id: number, now: Date) => {
    const link_uses = uses.get(link_id) ?? { count: 0, written: 0 };
    link_uses.count += 1;
    if (now.getTime() - link_uses.written > LAST_USED_INTERVAL_MS) {
      system_queries.touchLink(business_id, link_id, now, link_uses.count).catch(() => {});
      link_uses.count = 0;
      link_uses.written = now.getTime();
    }
    uses.set(link_id, link_uses);
  };

  return {
    async authenticateToken(token, now, path) {
      const at = now.getTime();
      const entry = await accounts.find(hash("sha256", token, "base64"), at, async (stale) => {
        const row = await system_queries.findAccountOfToken(hashToken(token));
        if (row === undefined || row.account_status !== "active" || isClosed(row)) throw invalidToken();
        if (!row.app_allowed) throw appNotAvailable();
        return {
          actor: buildActor(row, declared),
          expires_at: row.expires_at === null ? null : Date.parse(row.expires_at),
          touched: stale?.touched ?? 0,
        };
      });
      if (entry.expires_at !== null && entry.expires_at <= at) throw invalidToken();
      if (!isForPath(entry.actor.resource ?? null, path ?? null)) throw otherResource(entry.actor.resource);
      if (at - entry.touched > LAST_USED_INTERVAL_MS && entry.actor.token_id !== null) {
        entry.touched = at;
        // `last_used_at` is informational: losing an update is harmless, delaying the request is not.
        system_queries.touchToken(entry.actor.token_id, now).catch(() => {});
      }
      return entry.actor;
    },
    async authenticateLink(token, now) {
      const at = now.getTime();
      const token_hash = hashToken(token);
      const { actor, is_closed, is_revoked } = await links.find(
        token_hash.toString("base64"),
        at,
        async () => {
          const row = await system_queries.findLinkOfToken(token_hash);
          if (row === undefined) throw invalidToken();
          return {
            actor: buildLinkActor(row, declared),
            is_revoked: row.revoked_at !== null,
            is_closed: isClosed(row),
          };
        },
      );
      const { id = 0, expires_at = "" } = actor.link ?? {};
      if (is_closed) throw invalidToken();
      if (is_revoked) throw linkRevoked();
      if (Date.parse(expires_at) <= at) throw linkExpired();
      countUse(actor.business_id, id, now);
      return actor;
    },
    async ofAccount(account_id) {
      const row = await system_queries.findAccount(account_id);
      if (row === undefined || row.account_status !== "active" || isClosed(row)) return undefined;
      return { ...buildActor(row, declared), token_id: null };
    },
    async ofBusiness(business_id, now) {
      if (business_id === 0) return null;
      const { business } = await businesses.find(String(business_id), now.getTime(), async () => {
        const row = await system_queries.findBusiness(business_id);
        return { business: row === undefined ? null : buildBusiness(row, declared.settings) };
      });
      return business;
    },
    clearCache() {
      accounts.clear();
      links.clear();
      businesses.clear();
    },
  };
}

interface CallerCache<Entry> {
  /** The entry of a key, read again when it is older than 30 seconds; what `read` throws is not cached. */
  find(key: string, at: number, read: (stale: Entry | undefined) => Promise<Entry>): Promise<Entry>;
  clear(): void;
}

function createCallerCache<Entry extends object>(): CallerCache<Entry> {
  const entries = new LRUCache<string, { entry: Entry; until: number }>({ max: CACHE_MAX });
  /** Number of times the cache was cleared: a row read before a clear must not be cached after it. */
  let generation = 0;
  return {
    async find(key, at, read) {
      const cached = entries.get(key);
      // An entry that would last longer than any was made before the clock was set back.
      if (cached !== undefined && cached.until > at && cached.until <= at + CACHE_TTL_MS) return cached.entry;
      const before = generation;
      const entry = await read(cached?.entry);
      if (before === generation) entries.set(key, { entry, until: at + CACHE_TTL_MS });
      return entry;
    },
    clear() {
      generation += 1;
      entries.clear();
    },
  };
}

export function invalidToken(): Refusal {
  return new Refusal("unauthenticated", "unauthenticated", {
    message: refusals.unknown_token,
    headers: { "www-authenticate": 'Bearer error="invalid_token"' },
  });
}

function otherResource(resource: string | null | undefined): Refusal {
  return new Refusal("unauthenticated", "unauthenticated", {
    message: refusals.token_of_resource.with({ resource: `${resource}` }),
    headers: { "www-authenticate": 'Bearer error="invalid_token"' },
  });
}

/**
 * An app's session is valid only while the app is available to its client; it becomes valid again when the app is
 * available again.
 */
function appNotAvailable(): Refusal {
  return new Refusal("app_not_available", "forbidden", {
    message: refusals.app_not_for_client,
  });
}

/** No account of a suspended or closed business can sign in. */
function isClosed(row: BusinessColumns): boolean {
  return row.business_id !== null && row.business_status !== "active";
}

/** Contractors never see customer prices; what customers see is a setting of their business. */
function hiddenPriceFamilies(role: Role, of_customer: readonly PriceFamily[]): Set<PriceFamily> {
  if (role === "broker_employee") return new Set(PRICE_FAMILIES);
  return new Set(role === "customer" ? of_customer : []);
}

function buildLinkActor(row: LinkRow, { settings }: Declared): Actor {
  return {
    ...ANONYMOUS,
    kind: "link",
    business_id: row.business_id,
    business: buildBusiness(row, settings),
    locale: row.business_locale ?? "en",
    calls_per_minute: LINK_CALLS_PER_MINUTE,
    link: {
      id: row.link_id,
      subject_type: row.subject_type,
      subject_id: row.subject_id,
      operations: new Set(row.operations),
      expires_at: row.expires_at,
    },
  };
}

function buildCaps({ token_id, orders_per_day, money_minor_per_day }: TokenRow): DailyCaps | null {
  if (orders_per_day === null && money_minor_per_day === null) return null;
  return { token_id, orders_per_day, money_minor_per_day };
}

function buildActor(row: TokenRow, { scopes, settings }: Declared): Actor {
  const role = row.role as Role;
  return {
    kind: "user",
    business_id: row.business_id ?? 0,
    business: buildBusiness(row, settings),
    account_id: row.account_id,
    role,
    name: row.name,
    email: row.email,
    locale: row.locale,
    permissions: computePermissions(scopes, role, row),
    token_scopes:
      row.scopes === null ? null : new Set(row.scopes.filter((word) => isScope(scopes.words, word))),
    token_id: row.token_id,
    profile: row.profile,
    is_console: row.kind === "login" && row.bound_to["client"] === "console",
    is_signed_in: row.kind !== "api",
    resource: row.resource,
    caps: buildCaps(row),
    calls_per_minute: row.calls_per_minute,
    customer_id: row.customer_id,
    driver_id: row.driver_id,
    contractor_id: row.contractor_id,
    warehouse_ids: row.warehouse_ids,
    hidden_prices: hiddenPriceFamilies(role, row.hidden_prices as PriceFamily[]),
    on_behalf_of: null,
  };
}
