/**
 * What the console offers to each preset and role: no page that reads what they may not, and a useful first page. The
 * table is preset, entry of the navigation, operation that the page reads; `tests/journeys/pages.test.ts` opens them.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { PRESET_NAMES } from "#operation/define/presets.ts";
import { loadRegistry } from "#operation/define/registry.ts";
import { FEATURES, MODULES } from "#vocabulary/features.ts";
import { ROLES } from "#vocabulary/roles.ts";
import type { Me } from "../../console/api/session.ts";
import { findManifests } from "../../console/find-manifests.ts";
import { findLanding, selectAreas } from "../../console/shell/areas.ts";

const registry = await loadRegistry();
const manifests = (await findManifests()).map(({ manifest }) => manifest);
const { presets, roles } = registry.scopes;

function buildMe(role: string, permissions: Iterable<string>): Me {
  return { user: { role }, permissions: [...permissions], modules: MODULES, features: FEATURES } as never;
}
const offer = (me: Me) => selectAreas(manifests, me).flatMap(({ pages }) => pages);
const getLanding = (me: Me) => findLanding(selectAreas(manifests, me), me)?.to;

const ACCOUNTS = [
  ...PRESET_NAMES.map((preset) => ({ who: `preset ${preset}`, me: buildMe("employee", presets[preset]) })),
  ...ROLES.map((role) => ({ who: `role ${role}`, me: buildMe(role, roles[role]) })),
  // An own selection of one permission: whatever is offered works with it alone.
  ...[...registry.scopes.for_employees].map((scope) => ({
    who: `employee with ${scope}`,
    me: buildMe("employee", [scope]),
  })),
];

for (const { who, me } of ACCOUNTS) {
  test(`${who}: may call every operation that an offered page reads`, () => {
    const missing = offer(me).flatMap(({ to, reads = [] }) =>
      reads.flatMap((name) => {
        const { access } = registry.get(name);
        assert("roles" in access, `${to} reads ${name}, which has no roles.`);
        const lacks = access.scopes.filter((scope) => !me.permissions.includes(scope as never));
        return lacks.length > 0 || !access.roles.includes(me.user.role) ? [`${to}: ${name} ${lacks}`] : [];
      }),
    );
    assert.deepEqual(missing, []);
  });
}

test("every entry of the navigation names the operations that its page reads, except one of steps that each may lack", () => {
  const without = manifests.flatMap(({ navigation }) =>
    navigation.filter(({ reads = [] }) => reads.length === 0).map(({ to }) => to),
  );
  assert.deepEqual(without, ["/first-steps"]);
});

for (const { who, me } of ACCOUNTS) {
  test(`${who}: lands on an offered page, the first one if no offered page is a landing of the role`, () => {
    const pages = offer(me);
    const landings = pages.filter(({ landing }) => landing?.[me.user.role] !== undefined);
    const candidates = landings.length > 0 ? landings : pages.slice(0, 1);
    const landing = getLanding(me);
    assert.ok(candidates.length === 0 || candidates.some(({ to }) => to === landing), `lands on ${landing}`);
  });
}

// Where people start is a decision about presets and roles: a further family does not change it.
for (const [who, me, to] of [
  ["dispatcher", buildMe("employee", presets.dispatcher), "/"],
  ["finance", buildMe("employee", presets.finance), "/"],
  ["warehouse", buildMe("employee", presets.warehouse), "/floor"],
  ["counter", buildMe("employee", presets.counter), "/orders"],
  ["marketing", buildMe("employee", presets.marketing), "/customers"],
  ["an employee without a preset", buildMe("employee", roles.employee), "/"],
  ["an administrator", buildMe("client_admin", roles.client_admin), "/"],
  ["a customer", buildMe("customer", roles.customer), "/orders"],
  ["a contractor", buildMe("broker_employee", roles.broker_employee), "/contractors"],
  ["a driver", buildMe("driver", roles.driver), "/driver"],
  ["the platform's administrator", buildMe("platform_admin", roles.platform_admin), "/platform"],
] as const) {
  test(`${who} lands on ${to}`, () => assert.equal(getLanding(me), to));
}
