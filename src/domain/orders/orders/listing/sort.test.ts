/** The list of orders in every sort order, read page by page. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { listPreparedTexts } from "#platform/db/statement.ts";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { listOrders } from "../operations/list-orders.ts";
import { ORDER_SORTS, type OrderSort } from "./sort.ts";

const service = await testService();
const business = await service.business();

const HOUR_MS = 3_600_000;
const PEOPLE = [
  { name: "Ana", city: "Recife", postal_code: "50010", ref: "b-1", units: 3, weight_g: 40 },
  { name: "álvaro", city: "Olinda", postal_code: "", ref: null, units: 1, weight_g: 900 },
  { name: "bruno", city: "recife", postal_code: "50020", ref: "A-2", units: 3, weight_g: 0 },
  { name: "Carla", city: "", postal_code: "40000", ref: "a-1", units: 2, weight_g: 900 },
  { name: "ana", city: "Natal", postal_code: "50010", ref: null, units: 12, weight_g: 7 },
];
const STATUSES = ["DELIVERED", "NEW_ORDER", "HOLD", "NEW_ORDER", "CANCELLED"];
for (const [index, { name, ref, city, postal_code, units, weight_g }] of PEOPLE.entries()) {
  service.advance(HOUR_MS);
  const order = await business.order(ref === null ? {} : { ref });
  await service.system.execute(
    `update delivery_order set dropoff = jsonb_set(dropoff, '{name}', to_jsonb($2::text)), city = $3, postal_code = $4, units = $5,
       weight_g = $6, status = $7, scheduled_date = $8, window_start = $9, attempts = $10, status_since = status_since - $11 * interval '1 minute'
     where id = $1`,
    [
      order.id,
      name,
      city,
      postal_code,
      units,
      weight_g,
      STATUSES[index],
      `2026-12-0${(index % 3) + 1}`,
      index === 1 ? null : `2026-12-01T1${9 - index}:00:00Z`,
      index % 2,
      index * 200,
    ],
  );
}
const { orders } = await business.as("employee")(listOrders, {});
type Listed = (typeof orders)[number];

/** Values by code point, those without one last. */
function compareValues(
  one: string | number | null,
  other: string | number | null,
  descending: boolean,
): number {
  const [a, b] = [one === "" ? null : one, other === "" ? null : other];
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return (a < b ? -1 : 1) * (descending ? -1 : 1);
}

function expected(sort: OrderSort): number[] {
  const descending = sort.startsWith("-");
  const member = sort.replace("-", "");
  const readValue = (order: Listed) => {
    if (member === "status") return order.order_status_id;
    if (member === "created_at") return order.id;
    const value = order[member as keyof Listed] as string | number | null;
    return typeof value === "string" ? value.toLowerCase() : value;
  };
  return orders
    .toSorted(
      (one, other) =>
        compareValues(readValue(one), readValue(other), descending) ||
        (descending ? other.id - one.id : one.id - other.id),
    )
    .map(({ id }) => id);
}

for (const sort of ORDER_SORTS) {
  test(`orders are listed by ${sort}, whole and page by page`, async () => {
    const list = business.as("employee");
    assert.deepEqual(
      (await list(listOrders, { sort })).orders.map(({ id }) => id),
      expected(sort),
    );
    const walked: number[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof readPage>> = await readPage(cursor);
      walked.push(...page.orders.map(({ id }) => id));
      cursor = page.next_cursor;
    } while (cursor !== null);
    assert.deepEqual(walked, expected(sort));
    assert.equal((await list(listOrders, { sort, type: "D" })).total, PEOPLE.length);

    function readPage(from: string | null) {
      return list(listOrders, { sort, per_page: 2, ...(from === null ? {} : { cursor: from }) });
    }
  });
}

test("a cursor belongs to its sort order", async () => {
  const list = business.as("employee");
  const { next_cursor } = await list(listOrders, { sort: "name", per_page: 2 });
  const refused = catchRefusal(list(listOrders, { sort: "city", per_page: 2, cursor: next_cursor ?? "" }));
  assert.equal((await refused).status, 422);
});

test("all sort orders share few SQL statements", async () => {
  const before = listPreparedTexts().length;
  for (const sort of ORDER_SORTS) await business.as("employee")(listOrders, { sort, status: ["HOLD"] });
  // Up and down by id, day, number and text; one count.
  assert.ok(listPreparedTexts().length - before <= 9, `${listPreparedTexts().length - before} statements`);
});
