/** API tokens: their shape on the wire, and which scopes a new one gets. */
import Type from "typebox";
import { Id, Nullable, Timestamp, Words } from "#vocabulary/basics.ts";
import { PROFILES, type ProfileName, SCOPES, type Scope, scopesOfProfile } from "#vocabulary/scopes.ts";

export const PROFILE_NAMES = Object.keys(PROFILES) as ProfileName[];

/** The profile of a token for which neither profile nor scopes were asked. */
export const DEFAULT_PROFILE: ProfileName = "ops-readonly";

export const Token = Type.Object(
  {
    id: Id,
    kind: Words(["login", "api", "app"], { description: "A sign-in, an API token, or an app session." }),
    name: Nullable(Type.String()),
    profile: Nullable(Words(PROFILE_NAMES)),
    scopes: Nullable(Type.Array(Words(SCOPES), { description: "Null: everything the account may do." })),
    calls_per_minute: Nullable(Type.Integer()),
    bound_to: Type.Unsafe<Record<string, unknown>>({ type: "object", additionalProperties: true }),
    created_at: Timestamp,
    expires_at: Nullable(Timestamp),
    last_used_at: Nullable(Timestamp),
    is_current: Type.Boolean({ description: "The token of this request." }),
  },
  { $id: "Token" },
);
export type Token = Type.Static<typeof Token>;

export const TOKEN_COLUMNS = `id, kind, name, profile, scopes, calls_per_minute, bound_to, created_at, expires_at, last_used_at`;

export type TokenRow = Omit<Token, "is_current">;

export function shownToken(row: TokenRow, current: number | null): Token {
  return { ...row, is_current: row.id === current };
}

export type Grant = { profile: ProfileName | null; scopes: Scope[] | null } | { too_wide: Scope[] };

/**
 * What a new token may do. Scopes named one by one must all be the account's; a profile says at most what it
 * lists, and less where the account may less. With both, the scopes must lie within the profile.
 */
export function grantOf(
  profile: ProfileName | undefined,
  scopes: readonly Scope[] | undefined,
  permissions: ReadonlySet<Scope>,
): Grant {
  const named = profile ?? (scopes === undefined ? DEFAULT_PROFILE : null);
  if (scopes === undefined) {
    return {
      profile: named,
      scopes: named === null || named === "full" ? null : [...scopesOfProfile(named)],
    };
  }
  const within = named === null ? permissions : scopesOfProfile(named);
  const too_wide = scopes.filter((scope) => !permissions.has(scope) || !within.has(scope));
  if (too_wide.length > 0) return { too_wide };
  return { profile: named, scopes: [...new Set(scopes)] };
}
