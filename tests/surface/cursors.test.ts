/** Every list with a cursor returns each row once, however many are added while a caller pages through it. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Operation } from "#operation/define/define.ts";
import type { JsonSchema } from "#operation/define/schema.ts";
import type { Fixture } from "#tests/support/samples.ts";
import { catchRefusal, type TestPerson } from "#tests/support/service.ts";
import { createFixture, samples, surfaceService } from "./fixture.ts";
import { findRefs, roleFor } from "./sample-calls.ts";

const service = await surfaceService();
const lists = [...service.runtime.registry.operations.values()].filter(({ input }) => {
  const { page, cursor } = (input as JsonSchema).properties ?? {};
  return page !== undefined && cursor !== undefined;
});
const ROWS = 7;

interface Page {
  total: number;
  next_cursor: string | null;
  /** Tracking numbers of rows that tell no id. */
  ids: (number | string)[];
}

// biome-ignore lint/suspicious/noExplicitAny: any list's response.
type Anything = any;

const platform = await service.platformAdmin();
/** Who reads a list, and the input that it requires. */
async function readerOfList(
  fixture: Fixture,
  operation: Operation,
): Promise<{ person: TestPerson; needed: Record<string, unknown> }> {
  const required_input: Record<string, unknown> = {};
  const input = operation.input as JsonSchema;
  const kinds = new Map(findRefs(input).map(({ path, kind }) => [path, kind]));
  for (const name of input.required ?? []) {
    const kind = kinds.get(name);
    assert.ok(kind !== undefined, `${operation.name} needs ${name}.`);
    required_input[name] = await fixture.id(kind);
  }
  const role = roleFor(operation);
  return { person: role === undefined ? platform : fixture.people[role], needed: required_input };
}

async function readPage(
  fixture: Fixture,
  operation: Operation,
  input: Record<string, unknown>,
): Promise<Page> {
  const { person, needed } = await readerOfList(fixture, operation);
  const answer = (await person.call(operation as never, { ...needed, ...input } as never)) as Anything;
  const rows = Object.values(answer).find(Array.isArray) as Anything[];
  return {
    ...answer,
    ids: rows.map(
      (row) =>
        row.id ?? row.event_id ?? row.plan_run_id ?? row.approval_id ?? row.order_id ?? row.tracking_number,
    ),
  };
}

test("lists with a cursor are exactly those that grow with traffic", () => {
  const grown = Object.entries(samples.operations).filter(([, { grow }]) => grow !== undefined);
  assert.deepEqual(lists.map(({ name }) => name).sort(), grown.map(([name]) => name).sort());
});

/** One cursor of each list, and somebody who got it. */
const first_pages = new Map<Operation, { cursor: string; fixture: Fixture }>();

describe("a walk", () => {
  for (const operation of lists) {
    test(`of ${operation.name} returns each row once while rows are added`, async () => {
      const grow = samples.operations[operation.name]?.grow;
      assert.ok(grow !== undefined);
      const fixture = await createFixture(service, await service.business(), "Heron");
      for (let n = 0; n < ROWS; n += 1) await grow(fixture, n);
      const full_page = await readPage(fixture, operation, { per_page: 200 });
      assert.equal(full_page.next_cursor, null);
      assert.ok(full_page.ids.length >= ROWS && full_page.ids.every((id) => id !== undefined));
      const paged_ids: Page["ids"] = [];
      let cursor: string | null = null;
      for (let n = 0; ; n += 1) {
        const page: Page = await readPage(fixture, operation, {
          per_page: 2,
          ...(cursor === null ? {} : { cursor }),
        });
        assert.ok(page.ids.length <= 2);
        paged_ids.push(...page.ids);
        cursor = page.next_cursor;
        if (cursor === null) break;
        first_pages.set(operation, { cursor, fixture });
        if (n < 5) await grow(fixture, n);
        assert.ok(n < 200);
      }
      assert.equal(new Set(paged_ids).size, paged_ids.length, "no row twice");
      assert.deepEqual(
        paged_ids.filter((id) => full_page.ids.includes(id)),
        full_page.ids,
        "every row that was there, in its place",
      );
    });
  }
});

const business = await service.business();
const fixture = await createFixture(service, business, "Heron");
const orders = service.runtime.registry.get("clientOrders");
const routes = service.runtime.registry.get("clientRoutes");
for (let n = 0; n < 5; n += 1) await business.order();

/** How many other lists are tried with the cursor of each. */
const OTHERS = 4;

describe("a cursor", () => {
  test("of each list is refused by other lists", async () => {
    assert.equal(first_pages.size, lists.length);
    const all = [...first_pages];
    for (const [index, [operation, { cursor }]] of all.entries()) {
      for (let step = 1; step <= OTHERS; step += 1) {
        const [other, { fixture: own_fixture }] = all[(index + step) % all.length]!;
        const { person, needed } = await readerOfList(own_fixture, other);
        const refusal = await catchRefusal(person.call(other as never, { ...needed, cursor } as never));
        const refusal_facts = [refusal.status, refusal.errors?.[0]];
        const message = "is not `next_cursor` of an answer of this list";
        assert.deepEqual(
          refusal_facts,
          [422, { field: "cursor", message }],
          `${operation.name} in ${other.name}`,
        );
      }
    }
  });

  test("of one order is refused in another", async () => {
    const { next_cursor } = await readPage(fixture, orders, { per_page: 1, sort: "created_at" });
    assert.ok(next_cursor !== null);
    const refusal = await catchRefusal(
      readPage(fixture, orders, { cursor: next_cursor, sort: "-created_at" }),
    );
    assert.deepEqual([refusal.status, refusal.errors?.[0]?.field], [422, "cursor"]);
  });

  test("of other filters, of another list, of another business, or invented, is refused", async () => {
    const { next_cursor } = await readPage(fixture, orders, { per_page: 1 });
    assert.ok(next_cursor !== null);
    const other_business = await service.business();
    for (const [what, call] of Object.entries({
      filters: () => readPage(fixture, orders, { cursor: next_cursor, type: "D" }),
      list: () => readPage(fixture, routes, { cursor: next_cursor }),
      page: () => readPage(fixture, orders, { cursor: next_cursor, page: 2 }),
      business: () => other_business.as("client_admin")(orders as never, { cursor: next_cursor } as never),
      role: async () =>
        (await business.customer()).person.call(orders as never, { cursor: next_cursor } as never),
      words: () => readPage(fixture, orders, { cursor: "x" }),
      value: () =>
        readPage(fixture, orders, {
          cursor:
            next_cursor.slice(0, 6) +
            Buffer.from(
              JSON.stringify([
                JSON.parse(Buffer.from(next_cursor.slice(6), "base64url").toString())[0],
                "1; drop",
              ]),
            ).toString("base64url"),
        }),
    })) {
      const refusal = await catchRefusal(call());
      assert.deepEqual([refusal.status, refusal.errors?.[0]?.field], [422, "cursor"], what);
    }
  });

  test("works over REST, GraphQL and MCP", async () => {
    const admin = await business.person("client_admin");
    const first = await admin.http("GET", "/api/v1/client/orders?per_page=2");
    const query = `{ clientOrders(per_page: 2, cursor: "${first.body.next_cursor}") { next_cursor orders { id } } }`;
    const graphql = await admin.http("POST", "/api/graphql", { query });
    const rest = await admin.http("GET", `/api/v1/client/orders?per_page=2&cursor=${first.body.next_cursor}`);
    const ids = (body: Anything) => body.orders.map(({ id }: { id: number }) => id);
    assert.deepEqual(ids(graphql.body.data.clientOrders), ids(rest.body));
    assert.equal(graphql.body.data.clientOrders.next_cursor, rest.body.next_cursor);
    const mcp = await admin.http("POST", "/mcp", {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: {
        name: "get_orders",
        arguments: { per_page: 2, cursor: first.body.next_cursor, view: "full" },
      },
    });
    assert.deepEqual(ids(mcp.body.result.structuredContent), ids(rest.body));
    assert.equal(new Set([...ids(first.body), ...ids(rest.body)]).size, 4);
  });
});
