/** API tokens: their schema, and the scopes of a new one. */
import Type from "typebox";
import { ScopeWord } from "#operation/define/declared-words.ts";
import { listProfileScopes, type ScopeCatalogue } from "#operation/define/scopes.ts";
import { Id, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { PROFILES, type ProfileName, type Scope } from "#vocabulary/scopes.ts";

export const PROFILE_NAMES = Object.keys(PROFILES) as ProfileName[];

/** The profile of a token that is created without profile and scopes. */
const DEFAULT_PROFILE: ProfileName = "ops-readonly";

export const Token = Type.Object(
  {
    id: Id,
    kind: StringEnum(["login", "api", "app"], { description: "Sign-in, API token or app session." }),
    name: Nullable(Type.String()),
    profile: Nullable(StringEnum(PROFILE_NAMES)),
    scopes: Nullable(Type.Array(ScopeWord, { description: "Null: every scope of the account." })),
    calls_per_minute: Nullable(Type.Integer()),
    bound_to: Type.Unsafe<Record<string, unknown>>({ type: "object", additionalProperties: true }),
    created_at: Timestamp,
    expires_at: Nullable(Timestamp),
    last_used_at: Nullable(Timestamp),
    is_current: Type.Boolean({ description: "True for the token of this request." }),
  },
  { $id: "Token" },
);
export type Token = Type.Static<typeof Token>;

export const TOKEN_COLUMNS = `id, kind, name, profile, scopes, calls_per_minute, bound_to, created_at, expires_at, last_used_at`;

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
  const named = profile ?? (scopes === undefined ? DEFAULT_PROFILE : null);
  if (scopes === undefined) {
    return {
      profile: named,
      scopes: named === null || named === "full" ? null : [...listProfileScopes(words, named)],
    };
  }
  const within = named === null ? permissions : listProfileScopes(words, named);
  const too_wide = scopes.filter((scope) => !permissions.has(scope) || !within.has(scope));
  if (too_wide.length > 0) return { too_wide };
  return { profile: named, scopes: [...new Set(scopes)] };
}
