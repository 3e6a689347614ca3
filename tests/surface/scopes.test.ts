/** The scopes and presets that the families declare. */
import assert from "node:assert/strict";
import { test } from "node:test";
import Type from "typebox";
import { fillDeclaredNames, PermissionName, ScopeName } from "#operation/define/declared-names.ts";
import { DEFAULT_ROLES, type Operation } from "#operation/define/define.ts";
import type { EventCatalogue } from "#operation/define/events.ts";
import { PRESETS } from "#operation/define/presets.ts";
import { loadRegistry } from "#operation/define/registry.ts";
import {
  buildScopeCatalogue,
  defineScopes,
  listProfileScopes,
  type ScopeSet,
} from "#operation/define/scopes.ts";
import { buildSettingCatalogue } from "#operation/define/settings.ts";
import { LANGUAGES } from "#operation/response/language.ts";
import { PROFILES, type Scope } from "#vocabulary/scopes.ts";
import { FOLDERS } from "./fixture.ts";

const { operations, events, scopes } = await loadRegistry(FOLDERS);

/** What needs a scope that no family declares. */
function listUndeclared(
  declared: ReadonlyMap<Scope, unknown>,
  needs: { operations: Iterable<Pick<Operation, "name" | "access">>; kinds: EventCatalogue["kinds"] },
): string[] {
  const required_scopes = [
    ...[...needs.operations].flatMap(({ name, access }) =>
      access.public ? [] : access.scopes.map((scope) => [name, scope] as const),
    ),
    ...[...needs.kinds].map(([kind, { scope }]) => [kind, scope] as const),
  ];
  return required_scopes
    .filter(([, scope]) => !declared.has(scope))
    .map(([name, scope]) => `${name} needs ${scope}`);
}

test("every scope that an operation or an event needs is declared by a family", () => {
  assert.deepEqual(
    listUndeclared(scopes.declared, { operations: operations.values(), kinds: events.kinds }),
    [],
  );
  const without = new Map([...scopes.declared].filter(([word]) => word !== "wms:read"));
  const undeclared_scopes = listUndeclared(without, { operations: operations.values(), kinds: events.kinds });
  assert.ok(undeclared_scopes.includes("warehouses needs wms:read"), undeclared_scopes.join());
});

test("every declared scope is needed by some operation, so that nobody is granted what permits nothing", () => {
  const required_scopes = new Set(
    [...operations.values()].flatMap(({ access }) => (access.public ? [] : access.scopes)),
  );
  assert.deepEqual(
    [...scopes.declared.keys()].filter((scope) => !required_scopes.has(scope)),
    [],
  );
});

test("what a scope permits is a sentence, and the name and purpose of a preset exist in every language", () => {
  for (const [word, { permits }] of scopes.declared) assert.match(permits, /^[A-Z].*\.$/, word);
  for (const [name, { label, purpose }] of Object.entries(PRESETS)) {
    for (const text of [label, purpose]) assert.deepEqual(text.languages, LANGUAGES, name);
    assert.match(purpose.en, /^[A-Z].*\.$/, name);
    assert.ok(scopes.presets[name as keyof typeof PRESETS].size > 0, name);
  }
});

test("only the platform has its own permission", () => {
  assert.equal(scopes.grantable.has("platform:admin"), false);
  assert.deepEqual([...scopes.roles.client_admin], [...scopes.grantable]);
  for (const [role, held] of Object.entries(scopes.roles))
    assert.equal(held.has("platform:admin"), role === "platform_admin", role);
});

test("the published profiles keep their scopes, also those of families to come; full has every scope", () => {
  for (const name of ["datasets-readonly", "alliance-readonly"] as const)
    assert.deepEqual([...listProfileScopes(scopes.words, name)], [...PROFILES[name].scopes]);
  assert.equal(listProfileScopes(scopes.words, "full"), scopes.words);
  assert.ok(scopes.words.has("platform:admin") && scopes.words.has("uniorder:write"));
});

test("a preset has only what some operation needs that employees may call", () => {
  for (const [name, permissions] of Object.entries(scopes.presets))
    assert.deepEqual([...permissions.difference(scopes.for_employees)], [], name);
  assert.equal(scopes.for_employees.has("employees:write"), false);
});

const build = (...sets: ScopeSet[]) =>
  buildScopeCatalogue(
    sets.map((set, index) => ({ family: `family-${index}`, area: "fleet", set })),
    [{ access: { roles: ["employee"], scopes: ["tolls:read" as Scope] } }],
  );
const tolls = defineScopes({
  "tolls:read": { permits: "See tolls.", roles: ["driver"], presets: ["finance"] },
});

test("a scope is declared once, is a resource and a verb, and a preset has none of the platform", () => {
  assert.deepEqual([...build(tolls).roles.driver], ["tolls:read"]);
  assert.deepEqual([...build(tolls).presets.finance], ["tolls:read"]);
  assert.deepEqual([...build(tolls).presets.counter], []);
  assert.throws(() => build(tolls, tolls), /Two families declare the scope tolls:read/);
  assert.throws(() => build(defineScopes({ Tolls: { permits: "See tolls." } })), /is no scope/);
  const platform = defineScopes({
    "tolls:set": { permits: "Set tolls.", is_platform: true, presets: ["finance"] },
  });
  assert.throws(() => build(platform), /tolls:set is the platform's: no preset has it/);
});

const NO_SETTINGS = buildSettingCatalogue([]);

test("schemas get the words of the installation, and are the same object where there are none", () => {
  const catalogue = build(tolls);
  const getWords = (filled: unknown) => (filled as { items: { enum?: string[] } }).items.enum;
  const schema = Type.Array(PermissionName);
  assert.deepEqual(getWords(fillDeclaredNames(schema, catalogue, NO_SETTINGS)), ["tolls:read"]);
  assert.equal(getWords(schema), undefined);
  assert.deepEqual(getWords(fillDeclaredNames(Type.Array(ScopeName), catalogue, NO_SETTINGS)), [
    ...catalogue.words,
  ]);
  const plain = Type.Object({ name: Type.String() });
  assert.equal(fillDeclaredNames(plain, catalogue, NO_SETTINGS), plain);
});

test("a write that moves money, keys, accounts or settings names its roles, and has no default", () => {
  const sensitive = [...scopes.declared].flatMap(([word, { names_roles }]) => (names_roles ? [word] : []));
  const concerned = [...operations.values()].filter(
    ({ effect, access }) =>
      effect === "write" && !access.public && access.scopes.some((word) => sensitive.includes(word)),
  );
  assert.ok(sensitive.length > 5 && concerned.length > 60, `${sensitive.length}, ${concerned.length}`);
  assert.deepEqual(
    concerned.flatMap(({ name, access }) => (!access.public && access.roles === DEFAULT_ROLES ? [name] : [])),
    [],
  );
});
