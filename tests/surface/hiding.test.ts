/**
 * Prices that a business hides from a customer are nowhere: every operation that a customer may call is called
 * twice over every surface, with prices shown and with prices hidden, and the two answers are held side by side.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { inflateSync } from "node:zlib";
import { type GraphQLOutputType, getNamedType, isObjectType } from "graphql";
import type { Operation } from "#operation/define.ts";
import type { JsonSchema } from "#operation/schema.ts";
import { type TestPerson, testService } from "#tests/support/service.ts";
import { engineOf } from "../../src/surfaces/graphql/engine.ts";
import { sampleOf } from "./inputs.ts";
import { byName } from "./world.ts";

const service = await testService();
const { schema } = engineOf(service.mechanism.registry);
const operations = [...service.mechanism.registry.operations.values()];
type Values = Record<string, unknown>;

/** No other number of a test is like these, written in any way. */
const TOTAL = 738_519;
const BASE = 612_347;
const PARCEL = TOTAL - BASE;
const FIGURES = [TOTAL, BASE, PARCEL].flatMap((minor) => {
  const major = (minor / 100).toFixed(2);
  const grouped = major.replace(/\B(?=(\d{3})+\.)/g, ",");
  return [
    String(minor),
    major,
    grouped,
    major.replace(".", ","),
    grouped.replace(",", ".").replace(/\.(\d\d)$/, ",$1"),
  ];
});

const dropoff = {
  name: "Clara",
  line1: "Quadra 7",
  city: "Brasília",
  country: "BR",
  lat: -15.71,
  lng: -47.88,
};

/** Members that are marked as prices, by their names. */
const PRICED = new Set<string>();
function markedIn(node: JsonSchema, seen = new Set<object>()): void {
  if (seen.has(node)) return;
  seen.add(node);
  for (const [name, member] of Object.entries(node.properties ?? {})) {
    if (member["x-price"] !== undefined) PRICED.add(name);
    markedIn(member, seen);
  }
  for (const branch of node.anyOf ?? []) markedIn(branch, seen);
  if (node.items !== undefined) markedIn(node.items, seen);
}
for (const { output } of operations) markedIn(output as JsonSchema);
// The business's own currency is no price; beside a price it is hidden with it.
PRICED.delete("currency");

const t = await service.business();
const admin = byName(service, t.as("client_admin"));
const { id: customer_id, person } = await t.customer();
await admin("clientPriceListCreate", {
  name: "Secret",
  rules: [
    {
      name: "Flat",
      base_minor: BASE,
      includes_parcels: 0,
      per_parcel_minor: PARCEL,
      service_factors: { express: 2 },
    },
  ],
  is_default: true,
});

async function hide(families: string[]): Promise<void> {
  await service.system.execute("update customer set hidden_price_families = $2 where id = $1", [
    customer_id,
    families,
  ]);
  service.mechanism.callers.forget();
}

/** An order of the customer that cost just the quote. */
async function pricedOrder(): Promise<{ order_id: number; tracking_number: string }> {
  const call = byName(service, person.call);
  const { rates } = await call("clientOrderRate", { dropoff });
  return call("clientOrderCreate", {
    dropoff,
    rate_id: rates.find(({ service: word }: Values) => word === "standard").rate_id,
  });
}

const order = await pricedOrder();
assert.equal(
  (
    await service.system.row<{ price_minor: number }>(
      "select price_minor from delivery_order where id = $1",
      [order.order_id],
    )
  )?.price_minor,
  TOTAL,
);
const proposal = await byName(service, person.call)("approvalPropose", {
  operation: "clientOrderCreate",
  arguments: { dropoff, customer_id },
});
await admin("approvalApprove", { approval_id: proposal.approval_id });
await service.system.execute(
  `update proposal set answer = jsonb_set(jsonb_set(answer, '{order,shipping_price}', $2::jsonb), '{order,currency}', '"BRL"') where id = $1`,
  [proposal.approval_id, String(TOTAL)],
);
const entry = await byName(service, person.call)("addressbookEntryCreate", { place: dropoff });

const SAID: Record<string, Values> = {
  clientOrder: { order_id: order.order_id },
  clientOrdersSearch: { q: order.tracking_number },
  clientOrderRate: { dropoff },
  clientOrderCreate: { dropoff },
  approval: { approval_id: proposal.approval_id },
  trackingPublic: { number: order.tracking_number },
  trackingBatch: { numbers: [order.tracking_number] },
  otepTracking: { tracking_number: order.tracking_number },
  otepTrackingEvents: { tracking_number: order.tracking_number },
  addressbookEntry: { entry_id: entry.entry_id },
};
const saidTo = (operation: Operation): Values =>
  SAID[operation.name] ?? (sampleOf(operation.input as JsonSchema) as Values);

/** What a customer may call, sign-ins and sign-outs left out: they would end the session of the test. */
const open = operations.filter(
  ({ access, name, rest }) =>
    (access.public === true || access.roles.includes("customer")) &&
    rest?.oauth === undefined &&
    !["userLogout", "userLogin", "driverLogin"].includes(name),
);

async function overRest(operation: Operation, who: TestPerson): Promise<unknown> {
  const { rest } = operation;
  if (rest === undefined) return undefined;
  const left: Values = { ...saidTo(operation) };
  const path = rest.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = left[name] ?? 1;
    delete left[name];
    return encodeURIComponent(String(value));
  });
  const query = new URLSearchParams(Object.entries(left).map(([name, value]) => [name, String(value)]));
  const answer =
    rest.method === "GET"
      ? await who.http("GET", `${path}?${query}`)
      : await who.http(rest.method, path, left, { "x-dry-run": "1" });
  return answer.body;
}

function selectionOf(type: GraphQLOutputType, depth: number): string {
  const named = getNamedType(type);
  if (!isObjectType(named)) return "";
  const fields = Object.values(named.getFields()).map(({ name, type: inner }) => {
    if (!isObjectType(getNamedType(inner))) return name;
    return depth === 0 ? "" : `${name}${selectionOf(inner, depth - 1)}`;
  });
  return ` { ${fields.filter((field) => field !== "").join(" ")} __typename }`;
}

const literal = (value: unknown): string =>
  Array.isArray(value)
    ? `[${value.map(literal).join(", ")}]`
    : typeof value === "object" && value !== null
      ? `{${Object.entries(value)
          .map(([name, member]) => `${name}: ${literal(member)}`)
          .join(", ")}}`
      : JSON.stringify(value);

async function overGraphql(operation: Operation, who: TestPerson): Promise<unknown> {
  const reads = operation.effect === "read";
  const field = (reads ? schema.getQueryType() : schema.getMutationType())?.getFields()[operation.name];
  assert.ok(field);
  const given = Object.entries(saidTo(operation)).map(([name, value]) => `${name}: ${literal(value)}`);
  const query = `${reads ? "query" : "mutation"} { it: ${operation.name}${given.length === 0 ? "" : `(${given.join(", ")})`}${selectionOf(field.type, 9)} }`;
  const { body } = await who.http("POST", "/api/graphql", { query }, { "x-dry-run": "1" });
  return { answer: body.data?.it, told: body.extensions, errors: body.errors };
}

async function overMcp(operation: Operation, who: TestPerson): Promise<unknown> {
  if (operation.mcp?.user === undefined) return undefined;
  const params = { name: operation.mcp.user, arguments: { ...saidTo(operation), confirm: true } };
  const { body } = await who.http(
    "POST",
    "/mcp",
    { jsonrpc: "2.0", id: 1, method: "tools/call", params },
    { "x-mcp-dry-run": "1" },
  );
  return body.result ?? body.error;
}

const SURFACES = { rest: overRest, graphql: overGraphql, mcp: overMcp };

function figuresIn(value: unknown): string[] {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return FIGURES.filter((figure) => text.includes(figure));
}

/** What is wrong with an answer whose prices are hidden, beside the one whose prices are shown. */
function faultsIn(shown: unknown, hidden: unknown, at = ""): string[] {
  if (Array.isArray(shown))
    return shown.flatMap((item, index) => faultsIn(item, (hidden as unknown[])?.[index], `${at}/${index}`));
  if (typeof shown === "string" && shown.startsWith("{"))
    return faultsIn(JSON.parse(shown), JSON.parse(String(hidden)), at);
  if (typeof shown !== "object" || shown === null) return [];
  const beside = (hidden ?? {}) as Values;
  const priced = Object.keys(shown).filter((name) => PRICED.has(name) && (shown as Values)[name] !== null);
  const faults = Object.entries(shown).flatMap(([name, member]) =>
    PRICED.has(name) ? [] : faultsIn(member, beside[name], `${at}/${name}`),
  );
  for (const name of priced) {
    if (beside[name] !== undefined && beside[name] !== null) faults.push(`${at}/${name} is there`);
    if (beside["currency"] !== undefined && beside["currency"] !== null)
      faults.push(`${at}/currency is there`);
    if (beside["price_hidden"] !== true) faults.push(`${at} does not say price_hidden`);
  }
  return faults;
}

describe("a customer from whom prices are hidden", () => {
  test("sees no price and no figure in any answer of any surface, and is told where one is hidden", async () => {
    const wrong: string[] = [];
    let told = 0;
    for (const operation of open) {
      for (const [surface, call] of Object.entries(SURFACES)) {
        await hide([]);
        const shown = await call(operation, person);
        await hide(["local_delivery"]);
        const hidden = await call(operation, person);
        if (figuresIn(shown).length > 0) told += 1;
        const figures = figuresIn(hidden);
        if (figures.length > 0)
          wrong.push(
            `${operation.name} over ${surface} tells ${figures}: ${JSON.stringify(hidden).slice(0, 400)}`,
          );
        for (const fault of faultsIn(shown, hidden))
          wrong.push(`${operation.name} over ${surface}: ${fault}`);
      }
    }
    assert.deepEqual(wrong, []);
    assert.ok(told >= 12, `Only ${told} answers held a price to hide.`);
  });

  test("gets no price by asking again with the key of a call made while prices were shown", async () => {
    await hide([]);
    const { rates } = await byName(service, person.call)("clientOrderRate", { dropoff });
    const body = { dropoff, rate_id: rates.find(({ service: word }: Values) => word === "standard").rate_id };
    const headers = { "idempotency-key": "again-1" };
    const first = await person.http("POST", "/api/v1/client/orderCreate", body, headers);
    assert.equal(first.body.order.shipping_price, TOTAL);
    await hide(["local_delivery"]);
    const again = await person.http("POST", "/api/v1/client/orderCreate", body, headers);
    assert.equal(again.headers["idempotency-replayed"], "true");
    assert.equal(again.body.order_id, first.body.order_id);
    assert.equal(again.body.order.price_hidden, true);
    assert.deepEqual(figuresIn(again.body), []);
  });

  test("gets no price from a preview, a refusal or a proposal", async () => {
    await hide(["local_delivery"]);
    const { rates } = await byName(service, person.call)("clientOrderRate", { dropoff });
    const body = { dropoff, rate_id: rates[0].rate_id };
    const preview = await person.http("POST", "/api/v1/client/orderCreate", body, { "x-dry-run": "1" });
    assert.equal(preview.body.dry_run, true);
    const wrong = await person.http("POST", "/api/v1/client/orderCreate", {
      ...body,
      dropoff: { ...dropoff, lat: -15.9 },
    });
    assert.equal(wrong.body.error_code, "RATE_UNKNOWN");
    const queued = await person.http("POST", "/api/v1/approvals", {
      operation: "clientOrderCreate",
      arguments: body,
    });
    assert.equal(queued.status, 201);
    for (const said of [preview.body, wrong.body, queued.body]) assert.deepEqual(figuresIn(said), []);
  });

  test("finds no price printed on the label of its parcel", async () => {
    const label = await t.http(
      "client_admin",
      "GET",
      `/api/v1/client/orders/${order.order_id}/label`,
      undefined,
      {
        accept: "application/pdf",
      },
    );
    assert.equal(label.headers["content-type"], "application/pdf");
    const drawn = textOf(label.raw);
    assert.match(drawn, /Clara/);
    assert.deepEqual(figuresIn(drawn), []);
  });
});

/** The texts that a PDF draws: hexadecimal strings within its compressed streams. */
function textOf(pdf: Buffer): string {
  const raw = pdf.toString("latin1");
  let text = "";
  for (const match of raw.matchAll(/stream\r?\n([\s\S]*?)endstream/g)) {
    let content: string;
    try {
      content = inflateSync(Buffer.from(match[1] as string, "latin1")).toString("latin1");
    } catch {
      continue;
    }
    for (const [, hex] of content.matchAll(/<([0-9A-Fa-f]+)> Tj/g))
      text += `${Buffer.from(hex as string, "hex").toString("latin1")}\n`;
  }
  return text;
}
