/** What strangers and other sign-ins try does not keep somebody who has signed in from changing the password. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { getNetworkPrefix } from "#operation/limits/enumeration-guard.ts";
import { hashToken } from "#platform/auth/secrets.ts";
import { bearer, createApp, DEVICE } from "#tests/support/apps.ts";
import { TEST_PASSWORD, type TestPerson, testService } from "#tests/support/service.ts";
import { updateEmployee } from "./operations/update-employee.ts";
import { FAILURES_BEFORE_LOCK, LOCK_S } from "./system-queries.ts";

const service = await testService();
service.freezeClock();

const HOME = "198.51.100.10";
const STRANGER = "203.0.113.66";
const NEW_PASSWORD = "another good password";

async function open(person: TestPerson) {
  const { email, account_id, actor, token } = person;
  const recordFailure = (address: string, session: string | null) =>
    service.runtime.system_queries.recordFailedSignIn({
      account_id,
      business_id: actor.business_id === 0 ? null : actor.business_id,
      email,
      address,
      network: getNetworkPrefix(address),
      device: "",
      result: "wrong_password",
      session,
      at: service.now(),
    });
  const failSignIns = async (address: string, times = FAILURES_BEFORE_LOCK) => {
    for (let n = 0; n < times; n += 1) await recordFailure(address, null);
  };
  const login = (address: string, password = TEST_PASSWORD) =>
    service.http("POST", "/api/v1/user/login", { email, password }, { "x-forwarded-for": address });
  const signIn = async (address: string): Promise<string> => (await login(address)).body.access_token;
  const change = (current: string, by = token, headers: Record<string, string> = {}) =>
    service.http(
      "PATCH",
      "/api/v1/user/me",
      { current_password: current, new_password: NEW_PASSWORD },
      { ...bearer(by), "x-forwarded-for": HOME, ...headers },
    );
  /** The last one is sent; those before it are stored as refused ones are, without the time that a hash takes. */
  const guess = async (times: number, by = token) => {
    const { session = null } =
      (await service.system.row<{ session: string }>(
        "select coalesce('app/' || app_session_id, 'token/' || id) as session from access_token where token_hash = $1",
        [hashToken(by)],
      )) ?? {};
    for (let n = 1; n < times; n += 1) await recordFailure(HOME, session);
    const { status } = await change("wrong", by);
    assert.equal(status, 403);
  };
  return { ...person, failSignIns, login, signIn, change, guess };
}

type Owner = Awaited<ReturnType<typeof open>>;
const TRIES = FAILURES_BEFORE_LOCK;

interface Case {
  what: string;
  act: (owner: Owner) => Promise<unknown>;
  /** The owner's change with the correct password. */
  status: number;
  /** A later sign-in with the password that is valid then, from a network that is not known. */
  sign_in?: number;
}

const CASES: Case[] = [
  {
    what: "strangers' sign-ins",
    act: ({ failSignIns }) => failSignIns(STRANGER),
    status: 200,
    sign_in: 200,
  },
  {
    what: "strangers' sign-ins from the same network",
    act: ({ failSignIns }) => failSignIns(HOME),
    status: 200,
  },
  {
    what: "strangers' sign-ins and seven own tries",
    act: async ({ failSignIns, guess }) => {
      await failSignIns(STRANGER);
      await guess(TRIES - 1);
    },
    status: 200,
  },
  { what: "eight own tries", act: ({ guess }) => guess(TRIES), status: 423, sign_in: 200 },
  {
    what: "eight tries of another sign-in",
    act: async ({ signIn, guess, change }) => {
      const other = await signIn(STRANGER);
      await guess(TRIES, other);
      assert.equal((await change("wrong", other)).status, 423);
    },
    status: 200,
    sign_in: 200,
  },
  {
    what: "eight tries of another sign-in, unchanged",
    act: async ({ signIn, guess, login }) => {
      await guess(TRIES, await signIn(STRANGER));
      assert.equal((await login(HOME)).status, 200);
      assert.equal((await login("192.0.2.200")).status, 200);
    },
    status: 200,
  },
  {
    what: "eight own tries, then the time of the lock",
    act: async ({ guess }) => {
      await guess(TRIES);
      service.advance((LOCK_S + 1) * 1000);
    },
    status: 200,
  },
  {
    what: "eight own tries, the time of the lock and one more",
    act: async ({ guess }) => {
      await guess(TRIES);
      service.advance((LOCK_S + 1) * 1000);
      await guess(1);
    },
    status: 423,
  },
  {
    what: "eight own tries as previews",
    act: async ({ token, change }) => {
      for (let n = 0; n < TRIES; n += 1) await change("wrong", token, { "x-dry-run": "1" });
    },
    status: 423,
  },
  {
    what: "eight own tries from eight networks",
    act: async ({ token, change }) => {
      for (let n = 0; n < TRIES; n += 1) await change("wrong", token, { "x-forwarded-for": `192.0.2.${n}` });
    },
    status: 423,
  },
  {
    what: "sixteen own tries at the same time",
    act: ({ change }) => Promise.all(Array.from({ length: 2 * TRIES }, (_, n) => change(`guess ${n}`))),
    status: 423,
  },
];

test("tries at the current password count for the sign-in that makes them", async () => {
  for (const { what, act, status, sign_in } of CASES) {
    const owner = await open(await (await service.business()).person("client_admin"));
    await act(owner);
    const changed = await owner.change(TEST_PASSWORD);
    assert.equal(changed.status, status, `${what}: ${JSON.stringify(changed.body)}`);
    const password = status === 200 ? NEW_PASSWORD : TEST_PASSWORD;
    if (sign_in !== undefined)
      assert.equal((await owner.login("192.0.2.250", password)).status, sign_in, what);
    // The failures of a network over all accounts are another limit.
    service.advance(11 * 60 * 1000);
  }
});

test("a platform administrator has a count of the own sign-in too", async () => {
  const owner = await open(await service.platformAdmin());
  await owner.failSignIns(STRANGER);
  await owner.guess(TRIES - 1);
  assert.equal((await owner.change(TEST_PASSWORD)).status, 200);
  const other = await open(await service.platformAdmin());
  await other.guess(TRIES);
  assert.equal((await other.change(TEST_PASSWORD)).status, 423);
});

test("a correct password resets the count, and so does an administrator", async () => {
  const business = await service.business();
  const owner = await open(await business.person("employee"));
  await owner.guess(TRIES - 1);
  assert.equal((await owner.change(TEST_PASSWORD)).status, 200);
  await owner.guess(TRIES - 1);
  assert.equal((await owner.change(NEW_PASSWORD)).status, 200);
  await owner.guess(TRIES);
  assert.equal((await owner.change(NEW_PASSWORD)).status, 423);
  await business.as("client_admin")(updateEmployee, { employee_id: owner.account_id, unlock: true });
  assert.equal((await owner.change(NEW_PASSWORD)).status, 200);
});

test("an app session has one count over all its tokens", async () => {
  const business = await service.business();
  const app = await createApp(service, business);
  const { person } = await business.customer();
  const owner = await open(person);
  const first = (await app.signIn(person.email)).body.access_token;
  await owner.guess(TRIES / 2, first);
  const second = (await app.post("/auth/refresh", DEVICE, bearer(first))).body.access_token;
  await owner.guess(TRIES / 2, second);
  assert.equal((await owner.change(TEST_PASSWORD, second)).status, 423);
  assert.equal((await owner.change(TEST_PASSWORD)).status, 200);
});
