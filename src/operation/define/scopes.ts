/**
 * The scopes of a family: one `defineScopes` in `src/domain/<area>/<family>/scopes.ts`, found by folder like operations
 * are. Authorization, the schemas that list scopes, the discovery documents and the reference read the declarations.
 */
import assert from "node:assert";
import type { Role } from "#vocabulary/roles.ts";
import { ALL_SCOPES, PROFILES, type ProfileName, PUBLISHED_SCOPES, type Scope } from "#vocabulary/scopes.ts";
import type { Operation } from "./define.ts";
import { PRESET_NAMES, type PresetName } from "./presets.ts";

export interface ScopeDeclaration {
  /** What it permits, a sentence for the administrator who grants it: "See orders, their history and proofs." */
  permits: string;
  /** The roles that have it by default. Administrators of a business have every scope that is not the platform's. */
  roles?: readonly Exclude<Role, "client_admin">[];
  /** The presets of employees that have it. */
  presets?: readonly PresetName[];
  /** No business can grant it. */
  is_platform?: true;
  /** It moves money, keys, accounts or settings: operations that write with it name their roles. */
  names_roles?: true;
}

export interface ScopeSet<
  Declared extends Record<string, ScopeDeclaration> = Record<string, ScopeDeclaration>,
> {
  is_scope_set: true;
  scopes: Declared;
}

export function defineScopes<const Declared extends Record<string, ScopeDeclaration>>(
  scopes: Declared,
): ScopeSet<Declared> {
  return { is_scope_set: true, scopes };
}

export type ScopesIn<Set extends ScopeSet> = { [Word in keyof Set["scopes"]]: true };

/** The declarations of all families. */
export interface ScopeCatalogue {
  declared: ReadonlyMap<Scope, ScopeDeclaration & { family: string; area: string }>;
  /** The words that tokens and connections may name: those declared, and those published for families to come. */
  words: ReadonlySet<Scope>;
  /** All that a business has: the permissions of its administrators. */
  grantable: ReadonlySet<Scope>;
  /** Those that an employee can be given: some operation that employees may call needs them. */
  for_employees: ReadonlySet<Scope>;
  /** What each role has by default. */
  roles: Readonly<Record<Role, ReadonlySet<Scope>>>;
  presets: Readonly<Record<PresetName, ReadonlySet<Scope>>>;
}

export function buildScopeCatalogue(
  sets: readonly { family: string; area: string; set: ScopeSet }[],
  operations: Iterable<Pick<Operation, "access">>,
): ScopeCatalogue {
  const declared = new Map<Scope, ScopeDeclaration & { family: string; area: string }>();
  for (const { family, area, set } of sets) {
    for (const [word, declaration] of Object.entries(set.scopes)) {
      assert(/^[a-z_]+:[a-z]+$/.test(word), `${word} is no scope: resource:verb, in lower case.`);
      assert(!declared.has(word as Scope), `Two families declare the scope ${word}.`);
      const { is_platform, presets } = declaration;
      assert(!is_platform || presets === undefined, `${word} is the platform's: no preset has it.`);
      declared.set(word as Scope, { ...declaration, family, area });
    }
  }
  const grantable = new Set(
    [...declared].filter(([, { is_platform }]) => !is_platform).map(([word]) => word),
  );
  const needed_scopes = [...operations].flatMap(({ access }) =>
    !access.public && access.roles.includes("employee") ? access.scopes : [],
  );
  const ofRole = (role: Exclude<Role, "client_admin">): Set<Scope> =>
    new Set([...declared].filter(([, { roles = [] }]) => roles.includes(role)).map(([word]) => word));
  const presets = Object.fromEntries(
    PRESET_NAMES.map((name) => [
      name,
      new Set([...grantable].filter((word) => declared.get(word)?.presets?.includes(name))),
    ]),
  ) as Record<PresetName, Set<Scope>>;
  return {
    declared,
    words: new Set([...declared.keys(), ...PUBLISHED_SCOPES]),
    grantable,
    for_employees: grantable.intersection(new Set(needed_scopes)),
    roles: {
      platform_admin: ofRole("platform_admin"),
      client_admin: grantable,
      employee: ofRole("employee"),
      broker_employee: ofRole("broker_employee"),
      driver: ofRole("driver"),
      customer: ofRole("customer"),
    },
    presets,
  };
}

export function isScope(words: ReadonlySet<Scope>, word: string): word is Scope {
  return words.has(word as Scope);
}

/** The scopes of a profile, with `*` expanded. */
export function listProfileScopes(words: ReadonlySet<Scope>, name: ProfileName): ReadonlySet<Scope> {
  const { scopes } = PROFILES[name];
  return scopes.some((word) => word === ALL_SCOPES) ? words : new Set(scopes as readonly Scope[]);
}

/**
 * What is stored of an employee's permissions: a preset and how the person differs from it, or their own selection, or
 * neither. Words that no family declares any more permit nothing.
 */
export interface StoredPermissions {
  preset: PresetName | null;
  /** Without a preset: all that the person may do. Empty: the default of the role. */
  permissions: readonly string[];
  permissions_added: readonly string[];
  permissions_removed: readonly string[];
}

/** What an account may do now: the preset grows with the families of the installation, an own selection does not. */
export function computePermissions(
  { grantable, presets, roles }: Pick<ScopeCatalogue, "grantable" | "presets" | "roles">,
  role: Role,
  { preset, permissions, permissions_added, permissions_removed }: StoredPermissions,
): ReadonlySet<Scope> {
  if (role !== "employee") return roles[role];
  if (preset === null && permissions.length === 0) return roles.employee;
  const granted_scopes = new Set<string>(permissions);
  if (preset !== null) {
    for (const scope of [...presets[preset], ...permissions_added]) granted_scopes.add(scope);
    for (const scope of permissions_removed) granted_scopes.delete(scope);
  }
  return new Set([...grantable].filter((scope) => granted_scopes.has(scope)));
}
