/**
 * From a bearer token to an actor, kept for half a minute.
 *
 * The cache is keyed by the token's hash and dropped at once when this process changes an account, a token or
 * a business; other processes hear of it by NOTIFY, or within the half minute.
 */
import { hashToken } from "#platform/auth/secrets.ts";
import type { BusinessColumns, Doors, TokenRow } from "#platform/doors.ts";
import {
  FEATURE_FAMILIES,
  type FeatureFamily,
  MODULES,
  type ModuleName,
  PRICE_FAMILIES,
  type PriceFamily,
} from "#vocabulary/features.ts";
import { permissionsOf, type Role } from "#vocabulary/roles.ts";
import { isScope, type Scope } from "#vocabulary/scopes.ts";
import type { Actor, ActorBusiness } from "./actor.ts";
import { Refusal } from "./refusal.ts";

const KEPT_MS = 30_000;
const KEPT_MAX = 20_000;
/** `last_used_at` is written at most this often for a token. */
const TOUCHED_MS = 60_000;

interface Kept {
  actor: Actor;
  expires_at: number | null;
  until: number;
  touched: number;
}

export interface Callers {
  /** The actor of a bearer token. Refuses `unauthenticated` when it is unknown, revoked, expired or disabled. */
  ofToken(token: string, now: Date): Promise<Actor>;
  /** The actor of an account, for work done on its behalf. */
  ofAccount(account_id: number): Promise<Actor | undefined>;
  /** Forget everything kept; called after any change to accounts, tokens or businesses. */
  forget(): void;
}

export function callersOver(doors: Doors): Callers {
  const kept = new Map<string, Kept>();
  /** Counts how often everything was forgotten: what was read before must not be kept after. */
  let generation = 0;
  return {
    async ofToken(token, now) {
      const token_hash = hashToken(token);
      const key = token_hash.toString("base64");
      const at = now.getTime();
      let entry = kept.get(key);
      if (entry === undefined || entry.until <= at || entry.until > at + KEPT_MS) {
        const before = generation;
        const row = await doors.accountOfToken(token_hash);
        if (row === undefined) throw badToken();
        entry = {
          actor: actorOf(row),
          expires_at: row.expires_at === null ? null : Date.parse(row.expires_at),
          until: at + KEPT_MS,
          touched: entry?.touched ?? 0,
        };
        if (row.account_status !== "active" || isClosed(row)) throw badToken();
        if (!row.app_allowed) throw appWithdrawn();
        if (before === generation) {
          if (kept.size >= KEPT_MAX) kept.delete(kept.keys().next().value as string);
          kept.set(key, entry);
        }
      }
      if (entry.expires_at !== null && entry.expires_at <= at) {
        kept.delete(key);
        throw badToken();
      }
      if (at - entry.touched > TOUCHED_MS && entry.actor.token_id !== null) {
        entry.touched = at;
        // Only a convenience for people: losing one is harmless, holding the request up is not.
        doors.touchToken(entry.actor.token_id, now).catch(() => {});
      }
      return entry.actor;
    },
    async ofAccount(account_id) {
      const row = await doors.accountOf(account_id);
      if (row === undefined || row.account_status !== "active" || isClosed(row)) return undefined;
      return { ...actorOf(row), token_id: null };
    },
    forget() {
      generation += 1;
      kept.clear();
    },
  };
}

function badToken(): Refusal {
  return new Refusal("unauthenticated", "unauthenticated", {
    message: "The token is not known, was revoked, or has expired.",
    headers: { "www-authenticate": 'Bearer error="invalid_token"' },
  });
}

/** The session of an app lives while the app is there for its client; it goes on when the app comes back. */
function appWithdrawn(): Refusal {
  return new Refusal("app_not_available", "forbidden", {
    message: "The app is not available for this client any more.",
  });
}

/** A suspended or closed business signs nobody in. */
function isClosed(row: TokenRow): boolean {
  return row.business_id !== null && row.business_status !== "active";
}

/** The business of a row that carries its columns; null for platform administrators. */
export function businessOfRow(row: BusinessColumns): ActorBusiness | null {
  if (row.business_id === null) return null;
  const modules = row.modules ?? {};
  return {
    id: row.business_id,
    code: row.business_code ?? "",
    name: row.business_name ?? "",
    time_zone: row.time_zone ?? "UTC",
    currency: row.currency ?? "EUR",
    country: row.country ?? "",
    locale: row.business_locale ?? "en",
    features: featuresOf(row),
    modules: new Set<ModuleName>(MODULES.filter((name) => modules[name] === true)),
    settings: row.settings ?? {},
  };
}

/** Features of a business: its own switch, unless the platform revoked the family. */
function featuresOf(row: BusinessColumns): Set<FeatureFamily> {
  const own = row.feature_families ?? {};
  const gates = row.feature_gates ?? {};
  return new Set(FEATURE_FAMILIES.filter((family) => own[family] === true && gates[family] !== false));
}

/** What customers pay is nothing that a contractor is told; what a customer is told, its business decides. */
function hiddenFrom(role: Role, of_customer: readonly PriceFamily[]): Set<PriceFamily> {
  if (role === "broker_employee") return new Set(PRICE_FAMILIES);
  return new Set(role === "customer" ? of_customer : []);
}

export function actorOf(row: TokenRow): Actor {
  const role = row.role as Role;
  return {
    kind: "user",
    business_id: row.business_id ?? 0,
    business: businessOfRow(row),
    account_id: row.account_id,
    role,
    name: row.name,
    email: row.email,
    locale: row.locale,
    permissions: permissionsOf(role, row.permissions),
    token_scopes: row.scopes === null ? null : new Set<Scope>(row.scopes.filter(isScope)),
    token_id: row.token_id,
    profile: row.profile,
    calls_per_minute: row.calls_per_minute,
    customer_id: row.customer_id,
    driver_id: row.driver_id,
    contractor_id: row.contractor_id,
    hidden_prices: hiddenFrom(role, row.hidden_prices as PriceFamily[]),
    on_behalf_of: null,
  };
}
