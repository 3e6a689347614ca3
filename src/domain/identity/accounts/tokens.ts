/** API tokens: their schema, and the scopes of a new one. */
import Type from "typebox";
import { ScopeName } from "#operation/define/declared-names.ts";
import { listProfileScopes, type ScopeCatalogue } from "#operation/define/scopes.ts";
import { Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { PROFILES, type ProfileName, type Scope } from "#vocabulary/scopes.ts";

export const PROFILE_NAMES = Object.keys(PROFILES) as ProfileName[];

/** The profile of a token that is created without profile and scopes. */
const DEFAULT_PROFILE: ProfileName = "ops-readonly";

export const Token = Type.Object(
  {
    id: Ref("token"),
    kind: StringEnum(["login", "api", "app"], { description: "Sign-in, API token or app session." }),
    name: Nullable(Type.String()),
    profile: Nullable(StringEnum(PROFILE_NAMES)),
    scopes: Nullable(Type.Array(ScopeName, { description: "Null: every scope of the account." })),
    calls_per_minute: Nullable(Type.Integer()),
    orders_per_day: Nullable(Type.Integer()),
    money_minor_per_day: Nullable(
      Type.Integer({ description: "Minor units of the currency of the business." }),
    ),
    resource: Nullable(
      Type.String({ description: "Path of the only MCP server that it is for; null for the whole service." }),
    ),
    bound_to: Type.Unsafe<Record<string, unknown>>({ type: "object", additionalProperties: true }),
    created_at: Timestamp,
    expires_at: Nullable(Timestamp),
    refreshable_until: Nullable(
      Type.String({
        format: "date-time",
        description: "Until then its program can refresh it, after it has expired too.",
      }),
    ),
    last_used_at: Nullable(Timestamp),
    is_current: Type.Boolean({ description: "True for the token of this request." }),
  },
  { $id: "Token" },
);
export type Token = Type.Static<typeof Token>;

export const TOKEN_COLUMNS = `id, kind, name, profile, scopes, calls_per_minute, orders_per_day,
  money_minor_per_day, resource, bound_to, created_at, expires_at, refreshable_until, last_used_at`;

const MONEY_MAX = 1_000_000_000_000;

/** Limits that the owner sets, shared by all processes. */
export const TOKEN_CAPS = {
  calls_per_minute: Type.Integer({
    minimum: 1,
    maximum: 6000,
    description: "No limit of its own by default.",
  }),
  orders_per_day: Type.Integer({
    minimum: 0,
    maximum: 1_000_000,
    description:
      "Orders, shipments and labels created in a calendar day of the business; no limit by default.",
  }),
  money_minor_per_day: Type.Integer({
    minimum: 0,
    maximum: MONEY_MAX,
    description:
      "Amounts moved in a calendar day, whichever way, minor units of the currency of the business: taken from wallets or added to them, " +
      "paid out, refunded, corrected, or spent at carriers. No limit by default.",
  }),
};

export type TokenRow = Omit<Token, "is_current">;

export function buildToken(row: TokenRow, current: number | null): Token {
  return { ...row, is_current: row.id === current };
}

export type Grant = { profile: ProfileName | null; scopes: Scope[] | null } | { too_wide: Scope[] };

/**
 * Scopes of a new token. Scopes that are requested one by one must all be the account's; a profile gives the scopes
 * that it lists, without those that the account lacks. With both, the scopes must be in the profile.
 */
export function decideGrant(
  { words }: Pick<ScopeCatalogue, "words">,
  profile: ProfileName | undefined,
  scopes: readonly Scope[] | undefined,
  permissions: ReadonlySet<Scope>,
): Grant {
  const profile_name = profile ?? (scopes === undefined ? DEFAULT_PROFILE : null);
  if (scopes === undefined) {
    return {
      profile: profile_name,
      scopes:
        profile_name === null || profile_name === "full" ? null : [...listProfileScopes(words, profile_name)],
    };
  }
  const within = profile_name === null ? permissions : listProfileScopes(words, profile_name);
  const too_wide = scopes.filter((scope) => !permissions.has(scope) || !within.has(scope));
  if (too_wide.length > 0) return { too_wide };
  return { profile: profile_name, scopes: [...new Set(scopes)] };
}
