/** Following a shipment by e-mail: confirmed by a code, told once of each status, ended by a link. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { listOutbox } from "#domain/communication/messaging/operations/list-outbox.ts";
import { commandOrdersBulk } from "#domain/orders/orders/operations/command-orders-bulk.ts";
import { runQueued } from "#tests/support/jobs.ts";
import { createProvider } from "#tests/support/provider.ts";
import { catchRefusal, type TestBusiness, testService } from "#tests/support/service.ts";
import { listWatches } from "./operations/list-watches.ts";
import { removeWatch } from "./operations/remove-watch.ts";
import { watchNumber } from "./operations/watch-number.ts";
import { messages } from "./watch-messages.ts";

const service = await testService();
const EMAIL = "clara@test.example";

async function messagesTo(
  business: TestBusiness,
  recipient = EMAIL,
): Promise<{ subject: string; body: string }[]> {
  await runQueued(service, "notify-watchers");
  const { messages } = await business.as("client_admin", "outbox reader")(listOutbox, { recipient });
  return (messages as unknown as { subject: string; body: string }[]).toReversed();
}

const watch = (number: string, email = EMAIL) =>
  service.http("POST", `/api/v1/tracking/${number}/watch`, { email });
const confirm = (number: string, code: string, email = EMAIL) =>
  service.http("POST", `/api/v1/tracking/${number}/watch/confirm`, { email, code });

test("an address is told of each new status once, from its confirmation to its end", async () => {
  const business = await service.business();
  const { id, tracking_number: number } = await business.order();
  const answer = await watch(number, "Clara@Test.example");
  assert.deepEqual([answer.status, answer.body.state], [202, "pending"]);
  const receive = () => business.as("employee")(commandOrdersBulk, { order_ids: [id], activity: "receive" });
  const [mail, ...rest] = await messagesTo(business);
  assert.deepEqual(rest, []);
  const code = /^\d{6}$/m.exec(mail?.body ?? "")?.[0] ?? "";
  const wrong = await confirm(number, code === "000000" ? "000001" : "000000");
  assert.deepEqual([wrong.status, wrong.body.error_code], [422, "WRONG_CODE"]);
  assert.equal((await confirm(number, code)).status, 200);
  assert.equal((await confirm(number, code)).status, 422, "a code works once");
  assert.equal((await messagesTo(business)).length, 1, "a confirmation is no change");
  await receive();
  const message = (await messagesTo(business)).at(-1);
  assert.match(message?.subject ?? "", new RegExp(`^${number}: `));
  assert.equal((await messagesTo(business)).length, 2);
  const carrier = await createProvider(business);
  const note = { subject: number, status_code: "otep:core:note", occurred_at: service.now().toISOString() };
  assert.equal((await carrier.ingest(note)).status, 200);
  assert.equal((await messagesTo(business)).length, 2, "a note changes no status");
  const link = new URL(/http\S+\/track\/stop\S+/.exec(message?.body ?? "")?.[0] ?? "");
  const { business: business_id, watch: watch_id, signature } = Object.fromEntries(link.searchParams);
  const end = (by: string | undefined) =>
    service.http("POST", `/api/v1/tracking/watches/${watch_id}/end`, {
      business: Number(business_id),
      signature: by,
    });
  assert.equal((await end(`${signature?.slice(0, -2)}AA`)).status, 404);
  assert.equal((await end(signature)).status, 200);
  assert.equal((await end(signature)).status, 200);
  service.advance(60_000);
  const delivered = { ...note, status_code: "otep:core:delivered", occurred_at: service.now().toISOString() };
  assert.equal((await carrier.ingest(delivered)).status, 200);
  assert.equal((await messagesTo(business)).length, 2);
});

test("messages and refusals are in the language in which somebody asked", async () => {
  const business = await service.business();
  const { id, tracking_number: number } = await business.order();
  const headers = { "accept-language": "zh-TW,zh;q=0.9,en;q=0.5" };
  const answer = await service.http("POST", `/api/v1/tracking/${number}/watch`, { email: EMAIL }, headers);
  assert.equal(answer.status, 202, JSON.stringify(answer.body));
  const [mail] = await messagesTo(business);
  assert.match(mail?.subject ?? "", /的追蹤驗證碼$/);
  const code = /^\d{6}$/m.exec(mail?.body ?? "")?.[0] ?? "";
  const address = `/api/v1/tracking/${number}/watch/confirm`;
  const wrong = { email: EMAIL, code: code === "000000" ? "000001" : "000000" };
  const refused = await service.http("POST", address, wrong, headers);
  assert.equal(refused.body.message, "驗證碼錯誤、已使用或已過期。");
  assert.equal((await service.http("POST", address, wrong)).body.message, messages.wrong_code.en);
  assert.equal((await confirm(number, code)).status, 200);
  await business.as("employee")(commandOrdersBulk, { order_ids: [id], activity: "receive" });
  const message = (await messagesTo(business)).at(-1);
  assert.equal(message?.subject, `${number}: 已入站`);
  assert.match(message?.body ?? "", /停止接收此包裹的訊息：\nhttp/);
});

test("a code expires, is guessed five times at most, and is not sent again at once", async () => {
  const business = await service.business();
  const { tracking_number: number } = await business.order();
  await watch(number);
  await watch(number);
  const [mail, ...rest] = await messagesTo(business);
  assert.deepEqual(rest, []);
  const code = /^\d{6}$/m.exec(mail?.body ?? "")?.[0] ?? "";
  const other = code === "000000" ? "000001" : "000000";
  for (let n = 0; n < 5; n += 1) assert.equal((await confirm(number, other)).status, 422);
  assert.equal((await confirm(number, code)).status, 422);
  service.advance(61_000);
  await watch(number);
  const second = /^\d{6}$/m.exec((await messagesTo(business)).at(-1)?.body ?? "")?.[0] ?? "";
  service.advance(15 * 60_000);
  assert.equal((await confirm(number, second)).status, 422);
  assert.equal((await watch("PH00000000000000")).status, 404);
  const none = await service.http("POST", `/api/v1/tracking/${number}/watch`, {});
  assert.equal(none.status, 422);
});

test("a stranger's wrong codes leave the owner of an address theirs", async () => {
  const OWNER = { "x-forwarded-for": "198.51.100.7" };
  const STRANGER = { "x-forwarded-for": "203.0.113.8" };
  const CASES: [string, (guess: (by: object) => Promise<number>) => Promise<unknown>, number][] = [
    ["five of a stranger", (guess) => repeat(5, () => guess(STRANGER)), 200],
    ["twenty of a stranger", (guess) => repeat(20, () => guess(STRANGER)), 200],
    [
      "five of a stranger and four own",
      async (guess) => {
        await repeat(5, () => guess(STRANGER));
        await repeat(4, () => guess(OWNER));
      },
      200,
    ],
    ["five own", (guess) => repeat(5, () => guess(OWNER)), 422],
    [
      "of one network of IPv6",
      (guess) => repeat(8, (n) => guess({ "x-forwarded-for": `2001:db8:1:2::${n}` })),
      200,
    ],
    [
      "of nine networks",
      (guess) => repeat(9, (n) => repeat(5, () => guess({ "x-forwarded-for": `203.0.113.${n + 20}` }))),
      200,
    ],
    [
      "of ten networks",
      (guess) => repeat(10, (n) => repeat(5, () => guess({ "x-forwarded-for": `203.0.113.${n + 20}` }))),
      422,
    ],
    ["at the same time", (guess) => Promise.all(Array.from({ length: 8 }, () => guess(STRANGER))), 200],
  ];
  for (const [what, act, status] of CASES) {
    const business = await service.business();
    const { tracking_number: number } = await business.order();
    await watch(number);
    const [mail] = await messagesTo(business);
    const code = /^\d{6}$/m.exec(mail?.body ?? "")?.[0] ?? "";
    const wrong = code === "000000" ? "000001" : "000000";
    const send = (of: string, by: object) =>
      service.http("POST", `/api/v1/tracking/${number}/watch/confirm`, { email: EMAIL, code: of }, { ...by });
    await act(async (by) => (await send(wrong, by)).status);
    assert.equal((await send(code, OWNER)).status, status, what);
  }
});

async function repeat(times: number, act: (n: number) => Promise<unknown>): Promise<void> {
  for (let n = 0; n < times; n += 1) await act(n);
}

test("an account follows at its own address at once, lists its own and stops", async () => {
  const [business, other] = [await service.business(), await service.business()];
  const { tracking_number: number } = await business.order();
  const customer = await business.customer();
  const mine = await customer.person.call(watchNumber, { number });
  assert.deepEqual([mine.state, mine.expires_in_s], ["active", null]);
  const { watches } = await customer.person.call(listWatches, {});
  assert.partialDeepStrictEqual(watches, [{ tracking_number: number, status_code: "otep:core:created" }]);
  const watch_id = watches[0]?.id ?? 0;
  assert.equal((await business.as("employee")(listWatches, {})).total, 0);
  for (const who of [business.as("employee"), other.as("client_admin")])
    assert.equal((await catchRefusal(who(removeWatch, { watch_id }))).status, 404);
  // The account of another business is without rights here.
  assert.equal((await catchRefusal(other.as("client_admin")(watchNumber, { number }))).status, 422);
  await customer.person.call(removeWatch, { watch_id });
  assert.equal((await customer.person.call(listWatches, {})).total, 0);
});
