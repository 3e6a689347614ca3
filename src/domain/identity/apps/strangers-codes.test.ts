/** What a stranger does with somebody's number does not keep its owner from registering. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { TestApp } from "#tests/support/apps.ts";
import { createRegistrationFixture } from "#tests/support/registration.ts";
import { testService } from "#tests/support/service.ts";

const service = await testService();
service.freezeClock();
const { newPhone, from, shop, ask, complete, proof } = await createRegistrationFixture(service);

interface Scene {
  app: TestApp;
  phone: string;
  own_headers: Record<string, string>;
  stranger: Record<string, string>;
}

interface Case {
  what: string;
  /** Before the owner requests a code. */
  before?: (scene: Scene) => Promise<unknown>;
  /** Between the code and its use. */
  between?: (scene: Scene, owner: { challenge_id: string; code: string }) => Promise<unknown>;
}

const askTimes = async ({ app, phone }: Scene, headers: Record<string, string>, times: number) => {
  const statuses: number[] = [];
  for (let n = 0; n < times; n += 1) {
    statuses.push((await ask(app, phone, {}, headers)).status);
    service.advance(60_000);
  }
  return statuses;
};

const CASES: Case[] = [
  {
    what: "a code that was requested just before",
    before: ({ app, phone, stranger }) => ask(app, phone, {}, stranger),
  },
  {
    what: "as many codes as one network gets for a number in an hour",
    before: async (scene) =>
      assert.deepEqual(await askTimes(scene, scene.stranger, 6), [200, 200, 200, 200, 200, 429]),
  },
  {
    what: "a newer code for the number",
    between: ({ app, phone, stranger }) => ask(app, phone, {}, stranger),
  },
  {
    what: "newer codes from four networks",
    between: async ({ app, phone }) => {
      for (let n = 0; n < 4; n += 1) assert.equal((await ask(app, phone, {}, from())).status, 200);
    },
  },
  {
    what: "five wrong codes for the stranger's own challenge",
    between: async ({ app, phone, stranger }) => {
      const { challenge_id, code } = await proof(app, phone, stranger);
      const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
      for (let n = 0; n < 5; n += 1) await complete(app, { challenge_id, code: wrong }, stranger);
    },
  },
  {
    what: "guesses at challenges that the stranger was not given",
    between: async ({ app, stranger }) => {
      for (let n = 0; n < 6; n += 1) {
        const refused = await complete(app, { challenge_id: `${n}`.repeat(64), code: "000000" }, stranger);
        assert.equal(refused.body.error_code, "CHALLENGE_INVALID");
      }
    },
  },
  {
    what: "the owner's code at the stranger's challenge",
    between: async ({ app, phone, stranger }, { code }) => {
      const { challenge_id } = await proof(app, phone, stranger);
      await complete(app, { challenge_id, code }, stranger);
    },
  },
  {
    what: "previews with the stranger's challenge",
    between: async ({ app, phone, stranger }) => {
      const { challenge_id } = await proof(app, phone, stranger);
      for (let n = 0; n < 6; n += 1)
        await complete(app, { challenge_id, code: "000000" }, { ...stranger, "x-dry-run": "1" });
    },
  },
];

test("a stranger's requests and tries leave the owner of a number a code that works", async () => {
  for (const { what, before, between } of CASES) {
    const { app } = await shop();
    const scene = { app, phone: newPhone(), own_headers: from(), stranger: from() };
    await before?.(scene);
    const phone_proof = await proof(app, scene.phone, scene.own_headers);
    await between?.(scene, phone_proof);
    const completion = await complete(app, phone_proof, scene.own_headers);
    assert.equal(completion.status, 200, `${what}: ${JSON.stringify(completion.body)}`);
  }
});

test("a number gets ten codes an hour, from however many networks", async () => {
  const { app } = await shop();
  const phone = newPhone();
  for (let n = 0; n < 10; n += 1) assert.equal((await ask(app, phone)).status, 200, `code ${n}`);
  const over = await ask(app, phone);
  assert.deepEqual([over.status, over.body.error_code], [429, "TOO_MANY_CODES"]);
  assert.ok(Number(over.headers["retry-after"]) > 0);
});
