/** What the routes that read a timeline make of moments, dates of caches, and addresses. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Refusal } from "#operation/define/refusal.ts";
import { LANGUAGES } from "#operation/response/language.ts";
import { createProvider } from "#tests/support/provider.ts";
import { testService } from "#tests/support/service.ts";
import { readMoment } from "./moment.ts";

const service = await testService();
const business = await service.business();
const { tracking_number } = await business.order();
const ROUTE = "/api/v1/otep/trackings";
const get = (path: string, headers: Record<string, string> = {}) =>
  service.http("GET", `${ROUTE}/${path}`, undefined, headers);

/** What the timeline at a moment, and the events since it, answer: the order was created today. */
for (const [moment, at, since] of [
  ["9999-12-31T23:59:59.999Z", 200, 0],
  ["9999-12-31T23:59:59-12:00", 200, 0],
  ["2200-01-01T00:00:00Z", 200, 0],
  ["2199-12-31t23:59:60z", 200, 0],
  ["2199-12-31 23:59:59.123456789+01:00", 200, 0],
  ["2199-12-31T23:59:59+0100", 200, 0],
  ["1999-12-31T23:59:59Z", 404, 1],
  ["1899-01-01T00:00:00Z", 404, 1],
  ["0001-01-01T00:00:00Z", 404, 1],
  ["0000-01-01T00:00:00+23:59", 404, 1],
  ["2016-12-31T23:59:60Z", 404, 1],
  ["2026-02-28T08:00:00.5Z", 404, 1],
  ["2026-03-02T24:00:00Z", 422, 422],
  ["2026-02-29T08:00:00Z", 422, 422],
  ["2026-03-02T08:00:60Z", 422, 422],
  ["2026-03-02T08:00:00,5Z", 422, 422],
  ["2026-03-02T08:00:00", 422, 422],
  ["2026-03-02T08:00:00 01:00", 422, 422],
  ["2026-03-02T08:00Z", 422, 422],
  ["2026-03-02", 422, 422],
  ["10000-01-01T00:00:00Z", 422, 422],
  ["-0001-01-01T00:00:00Z", 422, 422],
  ["now", 422, 422],
  ["", 422, 422],
] as const)
  test(`the moment ${JSON.stringify(moment)} is ${at} as at and ${since} as since`, async () => {
    const text = encodeURIComponent(moment);
    const moment_answer = await get(`${tracking_number}?at=${text}`);
    const listed = await get(`${tracking_number}/events?since=${text}`);
    assert.deepEqual(
      [moment_answer.status, listed.status === 200 ? listed.body.events.length : listed.status],
      [at, since],
    );
    if (at === 422) {
      assert.deepEqual([moment_answer.body.errors[0].field, listed.body.errors[0].field], ["at", "since"]);
      assert.match(
        moment_answer.body.errors[0].message,
        /^must be a time such as 2026-03-02T10:20:00\+01:00/,
      );
    }
  });

test("what is wrong with a moment is told in each language", () => {
  const fault_messages = LANGUAGES.map((language) => {
    try {
      return readMoment("at", "yesterday");
    } catch (error) {
      assert.ok(error instanceof Refusal);
      return error.in(language).errors?.[0]?.message ?? "";
    }
  });
  assert.equal(new Set(fault_messages).size, LANGUAGES.length, fault_messages.join("\n"));
  for (const text of fault_messages) assert.match(text, /2026-03-02T10:20:00\+01:00.*%2B/);
  const english = fault_messages.filter((text) => text.includes("a time such as"));
  assert.equal(english.length, 1, english.join("\n"));
});

test("a date of the caller's copy gives 304 until an event comes, unless a tag says otherwise", async () => {
  const order = await business.order();
  const path = order.tracking_number;
  const first = await get(path);
  const { etag, "last-modified": date } = first.headers as Record<string, string>;
  const shown_ms = Date.parse(date!);
  const http = (ms: number) => new Date(shown_ms + ms).toUTCString();
  const obsolete = new Date(shown_ms).toISOString();
  const [day, month] = [obsolete.slice(8, 10), date!.slice(8, 11)];
  const time = obsolete.slice(11, 19);
  const weekday = date!.slice(0, 3);
  for (const [what, headers, status] of [
    ["the date itself", { "if-modified-since": date }, 304],
    ["a later date", { "if-modified-since": http(1000) }, 304],
    ["an earlier date", { "if-modified-since": http(-1000) }, 200],
    ["RFC 850", { "if-modified-since": `Monday, ${day}-${month}-${obsolete.slice(2, 4)} ${time} GMT` }, 304],
    ["asctime", { "if-modified-since": `${weekday} ${month} ${day} ${time} ${obsolete.slice(0, 4)}` }, 304],
    ["ISO 8601", { "if-modified-since": obsolete }, 200],
    ["no date", { "if-modified-since": "yesterday" }, 200],
    ["an impossible hour", { "if-modified-since": date!.replace(/ \d\d:/, " 25:") }, 200],
    ["the tag and an earlier date", { "if-none-match": etag, "if-modified-since": http(-1000) }, 304],
    ["another tag and the date", { "if-none-match": '"other"', "if-modified-since": date }, 200],
  ] as [string, Record<string, string>, number][]) {
    const answer = await get(path, headers);
    assert.equal(answer.status, status, what);
    if (status === 304)
      assert.deepEqual([answer.raw.length, answer.headers["last-modified"]], [0, date], what);
  }
  service.advance(2000);
  const provider = await createProvider(business);
  await provider.ingest({
    subject: path,
    occurred_at: service.now().toISOString(),
    status_code: "otep:core:note",
  });
  const changed = await get(path, { "if-modified-since": date! });
  assert.equal(changed.status, 200);
  assert.ok(Date.parse(String(changed.headers["last-modified"])) > shown_ms);
});

for (const [address, status, error_code] of [
  ["%00", 422, "INVALID_TRACKING_NUMBER"],
  [`${tracking_number}%00`, 200, undefined],
  ["AB%00CD/events", 422, "INVALID_TRACKING_NUMBER"],
  [`a%2Fb`, 422, "INVALID_TRACKING_NUMBER"],
  ["%F0%9F%93%A6%F0%9F%93%A6", 422, "INVALID_TRACKING_NUMBER"],
  ["a%ffb", 400, "INVALID_ADDRESS"],
  ["a%zz", 400, "INVALID_ADDRESS"],
  [`${tracking_number}?format=%00`, 422, "INVALID_REQUEST"],
  [`${tracking_number}?at=%00`, 422, "INVALID_REQUEST"],
  [`${tracking_number}/events?cursor=%00`, 422, "INVALID_REQUEST"],
  [`${tracking_number}?unknown=%00`, 200, undefined],
  [`%20${tracking_number.toLowerCase()}%0A`, 200, undefined],
] as const)
  test(`the address ${address.replace(tracking_number, "<number>")} is ${status} ${error_code ?? ""}`, async () => {
    const answer = await get(address);
    assert.deepEqual([answer.status, answer.body.error_code], [status, error_code]);
  });

test("what is wrong with one number of a batch stands in its entry", async () => {
  const tracking_numbers = [
    "AB\u0000CD",
    "x".repeat(65),
    "a b",
    "NOBODY-HAS-IT",
    tracking_number,
    "🎁🎁🎁🎁",
  ];
  const answer = await service.http("POST", `${ROUTE}/batch`, { tracking_numbers });
  assert.equal(answer.status, 200);
  assert.deepEqual(
    answer.body.results.map((one: { error: { error_code: string } | null }) => one.error?.error_code ?? null),
    [...Array(3).fill("INVALID_TRACKING_NUMBER"), "TRACKING_NOT_FOUND", null, "INVALID_TRACKING_NUMBER"],
  );
});
