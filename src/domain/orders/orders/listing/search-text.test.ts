/** What people type, and what it finds. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { testService } from "#tests/support/service.ts";
import { createOrder } from "../operations/create-order.ts";
import { findOrders } from "../operations/find-orders.ts";
import { buildSearchText, normalizeSearchText, toSearchWords } from "./search-text.ts";

const PLACE = {
  name: "Zoë Łukasz-O'Brien",
  phone: "+44 20 7946 0958",
  line1: "Straße des 17. Juni 135",
  postal_code: "SW1A 1AA",
  city: "São Paulo",
};
const TEXT = buildSearchText(
  "PH310104829628",
  { ref: "INV-2026/001", external_tracking: "AB 12 34" },
  PLACE as never,
);

describe("an order is found by", () => {
  for (const typed of [
    "PH310104829628",
    "ph 310104 829628",
    "PH-310104-829628",
    "INV-2026/001",
    "inv2026001",
    "inv 2026 001",
    "AB1234",
    "ab-12-34",
    "Zoe Lukasz",
    "ZOË ŁUKASZ",
    "o'brien",
    "OBRIEN LUKASZ".replace("OBRIEN", "O’Brien"),
    "strasse des 17 juni",
    "Straße des 17. Juni, 135",
    "sw1a1aa",
    "SW1A-1AA",
    "sao paulo",
    "+44 20 7946 0958",
    "0044 20 7946 0958",
    "(020) 7946-0958",
    "02079460958",
    "442079460958",
    "7946 0958",
  ]) {
    test(typed, () => {
      const words = toSearchWords(normalizeSearchText(typed), "GB");
      assert.ok(
        words.every((word) => TEXT.includes(word)),
        `${words.join("|")} in ${TEXT}`,
      );
    });
  }
});

for (const [typed, words] of [
  ["+55 (61) 99999-0000", ["61999990000"]],
  ["061 99999-0000", ["61999990000"]],
  ["12-34", ["12", "34"]],
  ["casa 12/3", ["casa", "12", "3"]],
  ["か が", ["か", "が"]],
  ["--", ["--"]],
] as const)
  test(`${typed} is searched as ${words.join(", ")}`, () =>
    assert.deepEqual(toSearchWords(normalizeSearchText(typed), "BR"), words));

test("the service finds a phone and a reference in other writings, and nothing else", async () => {
  const service = await testService();
  const business = await service.business();
  const place = { line1: "Quadra 7", city: "Brasília", country: "BR", lat: -15.7, lng: -47.8 };
  const create = async (ref: string, phone: string) =>
    (
      await business.as("employee")(createOrder, {
        type: "D",
        ref,
        dropoff: { ...place, name: "Ana", phone },
      })
    ).order_id;
  // Long enough that no tracking number contains them by chance.
  const one = await create("NF-770517/2026", "+55 61 99876-5432");
  const other = await create("NF-780629/2026", "(061) 91234-5678");
  const find = async (q: string) =>
    (await business.as("employee")(findOrders, { q })).orders.map(({ order }) => order.id);
  assert.deepEqual(await find("061 99876 5432"), [one]);
  assert.deepEqual(await find("+55 (61) 91234.5678"), [other]);
  assert.deepEqual(await find("nf7705172026"), [one]);
  assert.deepEqual(await find("NF 780629 2026"), [other]);
  assert.deepEqual((await find("nf 2026")).sort(), [one, other].sort());
});
