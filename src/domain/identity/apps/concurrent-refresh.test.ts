/** Refreshes with a token that was sent before. Source: docs/contract/rest.md, "Platform apps". */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { bearer, createShop, DEVICE, statusWith, type TestApp } from "#tests/support/apps.ts";
import { TEST_PASSWORD, testService } from "#tests/support/service.ts";

const service = await testService();
// The ten seconds of reuse on a device are counted by this clock.
service.freezeClock();
const works = (token: string) => statusWith(service, token);
const refresh = (app: TestApp, token: string, more: object = {}) =>
  app.post("/auth/refresh", { ...DEVICE, ...more }, bearer(token));

async function openSession() {
  const { business, app, person } = await createShop(service);
  const { access_token } = (await app.signIn(person.email)).body;
  const readSession = () =>
    service.system.row<{ id: number; revoked_reason: string | null }>(
      "select id, revoked_reason from app_session where business_id = $1",
      [business.id],
    );
  return { business, app, person, access_token, readSession };
}

test("eight refreshes at the same time get one answer, one rotation, and the device stays signed in", async () => {
  const { business, app, access_token, readSession } = await openSession();
  const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(app, access_token)));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  assert.equal(new Set(answers.map(({ body }) => JSON.stringify(body))).size, 1);
  const next = answers[0]?.body.access_token;
  assert.deepEqual([await works(access_token), await works(next)], [401, 200]);
  const session = await readSession();
  const kinds = (await business.readEvents("app_session", session?.id ?? 0)).map(({ kind }) => kind);
  assert.deepEqual(kinds, ["app.session_issued", "app.session_refreshed"]);
  const rows = await service.system.row<{ n: number }>(
    "select count(*) as n from access_token where app_session_id = $1",
    [session?.id],
  );
  assert.equal(rows?.n, 2);
  const after = await refresh(app, next);
  assert.deepEqual([after.status, await works(after.body.access_token)], [200, 200]);
});

test("refreshes at the same time over GraphQL and REST get one answer", async () => {
  const { business, app, access_token } = await openSession();
  const query = `mutation { appAuthRefresh(appCode: "${app.code}", clientCode: "${business.code}", device_id: "device-1", device_platform: ios) { access_token } }`;
  const answers = await Promise.all([
    ...Array.from({ length: 4 }, async () => (await refresh(app, access_token)).body),
    ...Array.from({ length: 4 }, async () => {
      const { body } = await service.http("POST", "/api/graphql", { query }, bearer(access_token));
      return body.data?.appAuthRefresh ?? body;
    }),
  ]);
  assert.equal(new Set(answers.map((answer) => answer.access_token)).size, 1, JSON.stringify(answers));
  assert.equal(await works(answers[0].access_token), 200);
});

describe("a token that was replaced and is sent again", () => {
  type Opened = Awaited<ReturnType<typeof openSession>>;
  interface Case {
    name: string;
    after_ms?: number;
    more?: object;
    /** What happens between the two refreshes. */
    between?: (opened: Opened, next: string) => Promise<unknown>;
    /** `refused` leaves the session as it is; `ended` ends it. */
    outcome: "same" | "refused" | "ended";
    /** Whether the next token still works afterwards. */
    next?: number;
  }
  const set = async (sql: string, value: unknown) => {
    await service.system.execute(sql, [value]);
    service.runtime.authentication.clearCache();
  };
  const cases: Case[] = [
    { name: "at once", outcome: "same" },
    { name: "after nine seconds", after_ms: 9_000, outcome: "same" },
    { name: "with a version", more: { app_version: "1.2.3" }, outcome: "same" },
    { name: "after ten seconds", after_ms: 10_000, outcome: "ended" },
    { name: "after an hour", after_ms: 3_600_000, outcome: "ended" },
    { name: "after a month", after_ms: 31 * 24 * 3_600_000, outcome: "ended" },
    { name: "from another device", more: { device_id: "device-9" }, outcome: "ended" },
    { name: "from another platform", more: { device_platform: "android" }, outcome: "ended" },
    {
      name: "after the next one was replaced",
      between: ({ app }, next) => refresh(app, next),
      outcome: "refused",
      next: 401,
    },
    {
      name: "late, after the next one was replaced",
      after_ms: 11_000,
      between: ({ app }, next) => refresh(app, next),
      outcome: "ended",
    },
    {
      name: "after the sign-out",
      between: ({ app }, next) => service.http("POST", app.at("/auth/logout"), undefined, bearer(next)),
      outcome: "refused",
      next: 401,
    },
    {
      name: "after its person ended the session",
      between: async ({ person, readSession }) =>
        person.http("DELETE", `/api/v1/user/app-sessions/${(await readSession())?.id}`),
      outcome: "refused",
      next: 401,
    },
    {
      name: "after a new password",
      between: ({ person }) =>
        person.http("PATCH", "/api/v1/user/me", {
          current_password: TEST_PASSWORD,
          new_password: "another good password",
        }),
      outcome: "refused",
      next: 401,
    },
    {
      name: "after a later sign-in on the device",
      between: ({ app, person }) => app.signIn(person.email),
      outcome: "refused",
      next: 401,
    },
    {
      name: "while its app is off",
      between: ({ app }) => set("update platform_app set status = 'killed' where code = $1", app.code),
      outcome: "refused",
      next: 403,
    },
    {
      name: "after its account was disabled",
      between: ({ person }) => set("update account set status = 'disabled' where id = $1", person.account_id),
      outcome: "refused",
      next: 401,
    },
  ];
  for (const { name, after_ms = 0, more = {}, between, outcome, next = 200 } of cases)
    test(`${name}: ${outcome}`, async () => {
      const opened = await openSession();
      const { app, access_token, readSession } = opened;
      const { body } = await refresh(app, access_token);
      await between?.(opened, body.access_token);
      service.advance(after_ms);
      const again = await refresh(app, access_token, more);
      if (outcome === "same") assert.deepEqual([again.status, again.body], [200, body]);
      else assert.ok([401, 403].includes(again.status), `${again.status}`);
      assert.equal(await works(body.access_token), outcome === "ended" ? 401 : next);
      const reason = (await readSession())?.revoked_reason;
      assert.equal(reason === "token_reused", outcome === "ended", `${reason}`);
    });
});
