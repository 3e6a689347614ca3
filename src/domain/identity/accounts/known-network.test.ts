import assert from "node:assert/strict";
import { test } from "node:test";
import { getNetworkPrefix } from "#operation/limits/enumeration-guard.ts";
import { TEST_PASSWORD, testService } from "#tests/support/service.ts";
import { login } from "./operations/login.ts";
import { FAILURES_BEFORE_LOCK, LOCK_S } from "./system-queries.ts";

const service = await testService();

const HOME = "198.51.100.10";
const STRANGER = "203.0.113.66";

async function open() {
  const person = await (await service.business()).person("client_admin");
  const { email } = person;
  const signIn = (address: string, password = TEST_PASSWORD) =>
    service.anonymous(login, { email, password }, { address });
  const fail = async (address: string, times = FAILURES_BEFORE_LOCK) => {
    // Stored as a refused try stores them, without the time that a hash takes.
    for (let n = 0; n < times; n += 1)
      await service.runtime.system_queries.recordFailedSignIn({
        account_id: person.account_id,
        business_id: person.actor.business_id,
        email,
        address,
        network: getNetworkPrefix(address),
        device: "",
        result: "wrong_password",
        session: null,
        at: service.now(),
      });
  };
  const statusFrom = async (address: string) => {
    try {
      await signIn(address);
      return 200;
    } catch (error) {
      return (error as { status: number }).status;
    }
  };
  return { signIn, fail, statusFrom };
}

type Owner = Awaited<ReturnType<typeof open>>;
const CASES: [what: string, act: (owner: Owner) => Promise<unknown>, from: string, status: number][] = [
  [
    "a stranger's tries do not lock the owner out",
    async ({ signIn, fail }) => {
      await signIn(HOME);
      await fail(STRANGER);
    },
    HOME,
    200,
  ],
  [
    "they lock the stranger",
    async ({ signIn, fail }) => {
      await signIn(HOME);
      await fail(STRANGER);
    },
    STRANGER,
    423,
  ],
  [
    "and a third network",
    async ({ signIn, fail }) => {
      await signIn(HOME);
      await fail(STRANGER);
    },
    "192.0.2.200",
    423,
  ],
  [
    "the owner's network is limited itself",
    async ({ signIn, fail }) => {
      await signIn(HOME);
      await fail(HOME);
    },
    HOME,
    423,
  ],
  [
    "seven wrong passwords there are not eight",
    async ({ signIn, fail }) => {
      await signIn(HOME);
      await fail(STRANGER);
      await fail(HOME, FAILURES_BEFORE_LOCK - 1);
    },
    HOME,
    200,
  ],
  [
    "a stranger's tries between do not count for it",
    async ({ signIn, fail }) => {
      await signIn(HOME);
      await fail(HOME, FAILURES_BEFORE_LOCK - 1);
      await fail(STRANGER, 3);
    },
    HOME,
    200,
  ],
  ["a network that never signed in is locked", async ({ fail }) => fail(STRANGER), HOME, 423],
  [
    "a failed try makes no network known",
    async ({ fail }) => {
      await fail(HOME, 1);
      await fail(STRANGER);
    },
    HOME,
    423,
  ],
  [
    "another address of the same IPv6 network is known",
    async ({ signIn, fail }) => {
      await signIn("2001:db8:1:2::1");
      await fail(STRANGER);
    },
    "2001:db8:1:2:ffff::9",
    200,
  ],
  [
    "a neighbouring IPv6 network is not",
    async ({ signIn, fail }) => {
      await signIn("2001:db8:1:2::1");
      await fail(STRANGER);
    },
    "2001:db8:1:3::1",
    423,
  ],
  [
    "the lock of the owner's network ends",
    async ({ signIn, fail }) => {
      await signIn(HOME);
      await fail(HOME);
      service.advance((LOCK_S + 1) * 1000);
    },
    HOME,
    200,
  ],
];

test("a network that signed in before is not locked by what others try, and has its own limit", async () => {
  for (const [what, act, from, status] of CASES) {
    const owner = await open();
    await act(owner);
    assert.equal(await owner.statusFrom(from), status, what);
    // The failures of a network over all addresses are another limit.
    service.advance(11 * 60 * 1000);
  }
});
