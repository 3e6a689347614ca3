/** The cache of callers: which calls look a token up, and what a cached caller may still do. On real rows. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { generateToken, hashToken } from "#platform/auth/secrets.ts";
import { makeLink } from "#tests/support/links.ts";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { createAuthentication } from "./authentication.ts";
import type { CallerQueries } from "./caller-queries.ts";

const service = await testService();
const business = await service.business();
const order = await business.order();
service.freezeClock();
const NOW = service.now();

/** A time some seconds from the first call. */
const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

/** An authentication of its own, with the rows it read, what it wrote, and a way to act while it reads. */
function startAuthentication() {
  const { system_queries, registry } = service.runtime;
  const counted = { rows: 0, writes: [] as Promise<void>[], whileReading: () => {} };
  const reads = async <Row>(row: Promise<Row>): Promise<Row> => {
    counted.rows += 1;
    const answer = await row;
    counted.whileReading();
    return answer;
  };
  const written = (write: Promise<void>) => {
    counted.writes.push(write);
    return write;
  };
  const queries: CallerQueries = {
    ...system_queries,
    findAccountOfToken: (token_hash) => reads(system_queries.findAccountOfToken(token_hash)),
    findLinkOfToken: (token_hash) => reads(system_queries.findLinkOfToken(token_hash)),
    touchToken: (id, time) => written(system_queries.touchToken(id, time)),
    touchLink: (...used) => written(system_queries.touchLink(...used)),
  };
  return { counted, authentication: createAuthentication(queries, registry) };
}

async function createToken(expires_at: Date | null = null): Promise<{ id: number; token: string }> {
  const { token, token_hash } = generateToken();
  const { account_id } = await business.person("client_admin");
  const row = await service.system.row<{ id: number }>(
    `insert into access_token (business_id, account_id, token_hash, kind, expires_at, created_at)
     values ($1, $2, $3, 'api', $4, now()) returning id`,
    [business.id, account_id, token_hash, expires_at],
  );
  return { id: row?.id ?? 0, token };
}

const createOrderLink = () =>
  makeLink(business, ["trackingShared"], { type: "order", id: order.id }, 100 * 86_400_000);

describe("the cache of callers", () => {
  test("reads each token and each link once in 30 seconds, however many others are used in between", async () => {
    const { authentication, counted } = startAuthentication();
    const tokens = [await createToken(), await createToken(), await createToken()];
    const links = [await createOrderLink(), await createOrderLink()];
    const callAll = async (now: Date) => {
      for (const { id, token } of tokens)
        assert.equal((await authentication.authenticateToken(token, now)).token_id, id);
      for (const token of links)
        assert.equal((await authentication.authenticateLink(token, now)).link?.subject_id, String(order.id));
    };
    for (const seconds of [0, 1, 29]) await callAll(at(seconds));
    assert.equal(counted.rows, 5);
    await callAll(at(30));
    assert.equal(counted.rows, 10);
    // A clock that was set back does not prolong an entry.
    await callAll(at(-1));
    assert.equal(counted.rows, 15);
  });

  test("is empty after a clear: what was revoked is refused by the next call", async () => {
    const { authentication } = startAuthentication();
    const { id, token } = await createToken();
    const link = await createOrderLink();
    await authentication.authenticateToken(token, NOW);
    await authentication.authenticateLink(link, NOW);
    await service.system.execute("update access_token set revoked_at = now() where id = $1", [id]);
    await service.system.execute("update link set revoked_at = now() where business_id = $1", [business.id]);
    await authentication.authenticateToken(token, NOW);
    authentication.clearCache();
    assert.equal((await catchRefusal(authentication.authenticateToken(token, NOW))).code, "unauthenticated");
    assert.equal((await catchRefusal(authentication.authenticateLink(link, NOW))).code, "link_revoked");
  });

  test("keeps no row that was read before a clear and arrives after it", async () => {
    const { authentication, counted } = startAuthentication();
    const { token } = await createToken();
    const link = await createOrderLink();
    const calls = [
      () => authentication.authenticateToken(token, NOW),
      () => authentication.authenticateLink(link, NOW),
    ];
    for (const call of calls) {
      counted.whileReading = () => authentication.clearCache();
      await call();
      counted.whileReading = () => {};
      await call();
    }
    assert.equal(counted.rows, 4);
  });

  test("keeps no token that was refused", async () => {
    const { authentication } = startAuthentication();
    const { id, token } = await createToken();
    await service.system.execute("update access_token set revoked_at = now() where id = $1", [id]);
    assert.equal((await catchRefusal(authentication.authenticateToken(token, NOW))).code, "unauthenticated");
    await service.system.execute("update access_token set revoked_at = null where id = $1", [id]);
    assert.equal((await authentication.authenticateToken(token, NOW)).token_id, id);
  });

  test("does not prolong a token or a link: both end at their time", async () => {
    const { authentication, counted } = startAuthentication();
    const { token } = await createToken(at(10));
    const link = await makeLink(
      { id: business.id, service },
      ["trackingShared"],
      { type: "order", id: order.id },
      at(10).getTime() - service.now().getTime(),
    );
    await authentication.authenticateToken(token, at(9));
    await authentication.authenticateLink(link, at(9));
    assert.equal(
      (await catchRefusal(authentication.authenticateToken(token, at(10)))).code,
      "unauthenticated",
    );
    assert.equal((await catchRefusal(authentication.authenticateLink(link, at(11)))).code, "link_expired");
    assert.equal(counted.rows, 2);
  });
});

test("the last use of a token is written once a minute, also when its row was read again", async () => {
  const { authentication, counted } = startAuthentication();
  const tokens = [await createToken(), await createToken()];
  for (const seconds of [0, 20, 45, 60, 61])
    for (const { token } of tokens) await authentication.authenticateToken(token, at(seconds));
  assert.equal(counted.writes.length, 4);
  await Promise.all(counted.writes);
  const rows = await service.system.rows<{ last_used_at: string }>(
    "select last_used_at from access_token where id = any($1)",
    [tokens.map(({ id }) => id)],
  );
  assert.deepEqual(
    rows.map(({ last_used_at }) => Date.parse(last_used_at)),
    [at(61).getTime(), at(61).getTime()],
  );
});

test("uses of links are counted one by one and written once a minute, also when the cache was cleared", async () => {
  const { authentication, counted } = startAuthentication();
  const links = [await createOrderLink(), await createOrderLink()];
  for (const seconds of [0, 20, 45, 61]) {
    for (const token of links) await authentication.authenticateLink(token, at(seconds));
    authentication.clearCache();
  }
  assert.equal(counted.writes.length, 4);
  await Promise.all(counted.writes);
  for (const token of links) {
    const row = await service.system.row("select uses from link where token_hash = $1", [hashToken(token)]);
    assert.deepEqual(row, { uses: 4 });
  }
});
