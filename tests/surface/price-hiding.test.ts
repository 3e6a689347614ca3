/**
 * Prices that a business hides from a customer are never returned: every operation that a customer may call is
 * called twice over every surface, with prices shown and with prices hidden, and the two responses are
 * compared. Source: docs/contract/rest.md, "Cross-cutting rules", 1.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import Type from "typebox";
import type { Actor } from "#operation/caller/actor.ts";
import type { Operation } from "#operation/define/define.ts";
import type { JsonSchema } from "#operation/define/schema.ts";
import { requireVisiblePrices } from "#operation/response/prices.ts";
import { readPdf } from "#tests/support/pdf.ts";
import { type TestPerson, testService } from "#tests/support/service.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { PRICE_FAMILIES, type PriceFamily } from "#vocabulary/features.ts";
import { Price, PriceCurrency, PriceDetails, PriceHidden } from "#vocabulary/price.ts";
import { buildDocument } from "./calls.ts";
import { minimalInput } from "./inputs.ts";
import { byName, samples } from "./world.ts";

/**
 * Money of each family in the shapes that responses have: an order, its lines, a list of rates; no family has
 * all of them yet.
 */
const FIGURE_OF: Record<PriceFamily, number> = Object.fromEntries(
  PRICE_FAMILIES.map((family, index) => [family, 741_300_017 + index * 1_111_103]),
) as Record<PriceFamily, number>;

const wordOf = (family: PriceFamily) => family.replaceAll("_", "");

const priced = (family: PriceFamily) => ({
  name: `priced${wordOf(family)}`,
  summary: `Prices of ${family}`,
  family: "test",
  effect: "read",
  risk: "low",
  access: { roles: ["client_admin", "customer"], scopes: [] },
  rest: { method: "GET", path: `/api/v1/test/prices/${family}` },
  mcp: { user: `priced_${family}` },
  input: Type.Object({}),
  output: Type.Object({
    result: Type.Boolean(),
    shipping_price: Price(family),
    price_details: PriceDetails(
      family,
      Type.Array(Type.Object({ code: Type.String(), amount_minor: Type.Integer() })),
    ),
    currency: PriceCurrency(family),
    tax: Price(family),
    paid_minor: Price(family),
    note: Type.String(),
    price_hidden: PriceHidden,
  }),
  refusals: {},
  run: async () => ({
    result: true,
    shipping_price: FIGURE_OF[family],
    price_details: [{ code: "fuel", amount_minor: FIGURE_OF[family] + 1 }],
    currency: "BRL",
    tax: FIGURE_OF[family] + 2,
    paid_minor: FIGURE_OF[family] + 3,
    note: "kept",
    undeclared_price: FIGURE_OF[family],
  }),
});

/** One list over all families, as in a quote over several services. */
const allRates = {
  ...priced("local_delivery"),
  name: "pricedRates",
  rest: { method: "GET", path: "/api/v1/test/prices" },
  mcp: { user: "priced_rates" },
  output: Type.Object({
    result: Type.Boolean(),
    rates: Type.Array(
      Type.Object({
        rate_id: Type.String(),
        service: Type.String(),
        family: StringEnum(PRICE_FAMILIES),
        price: Price("by:family"),
        surcharges: PriceDetails("by:family", Type.Array(Type.Integer())),
        currency: PriceCurrency("by:family"),
        price_hidden: PriceHidden,
      }),
    ),
  }),
  run: async () => ({
    result: true,
    rates: PRICE_FAMILIES.map((family) => ({
      rate_id: `rate_${family}`,
      service: `Service ${family}`,
      family,
      price: FIGURE_OF[family],
      surcharges: [FIGURE_OF[family] + 1],
      currency: "BRL",
    })),
  }),
};

const payOnline = {
  ...priced("local_delivery"),
  name: "payOnline",
  effect: "write",
  risk: "medium",
  rest: { method: "POST", path: "/api/v1/test/pay" },
  mcp: { user: "pay_online" },
  input: Type.Object({ family: StringEnum(PRICE_FAMILIES) }),
  output: Type.Object({ result: Type.Boolean() }),
  async run({ actor }: { actor: Actor }, { family }: { family: PriceFamily }) {
    requireVisiblePrices(actor, family);
    return { result: true };
  },
};

const made = [...PRICE_FAMILIES.map(priced), allRates, payOnline] as unknown as Operation[];

const service = await testService({ operations: made });
const operations = [...service.runtime.registry.operations.values()].filter((one) => !made.includes(one));
type Values = Record<string, unknown>;

/** Numbers that occur nowhere else in the test, in any notation. */
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
// The business's currency alone is not a price; beside a price it is hidden with it.
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
  service.runtime.authentication.forget();
}

/** An order of the customer that costs exactly the quote. */
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
const expectedResponse = (operation: Operation): Values =>
  SAID[operation.name] ?? (minimalInput(operation.input as JsonSchema) as Values);

/** Operations that a customer may call, except those that would end the session of the test. */
const open = operations.filter(
  ({ access, name, rest }) =>
    (access.public === true || access.roles.includes("customer")) &&
    rest?.oauth === undefined &&
    samples.operations[name]?.changes_session === undefined,
);

async function callRest(operation: Operation, who: TestPerson): Promise<unknown> {
  const { rest } = operation;
  if (rest === undefined) return undefined;
  const left: Values = { ...expectedResponse(operation) };
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

async function overGraphql(operation: Operation, who: TestPerson): Promise<unknown> {
  const query = buildDocument(service.runtime.registry, operation, expectedResponse(operation));
  const { body } = await who.http("POST", "/api/graphql", { query }, { "x-dry-run": "1" });
  return { answer: body.data?.it, told: body.extensions, errors: body.errors };
}

async function callMcp(operation: Operation, who: TestPerson): Promise<unknown> {
  if (operation.mcp?.user === undefined) return undefined;
  const params = { name: operation.mcp.user, arguments: { ...expectedResponse(operation), confirm: true } };
  const { body } = await who.http(
    "POST",
    "/mcp",
    { jsonrpc: "2.0", id: 1, method: "tools/call", params },
    { "x-mcp-dry-run": "1" },
  );
  return body.result ?? body.error;
}

const SURFACES = { rest: callRest, graphql: overGraphql, mcp: callMcp };

function findFigures(value: unknown): string[] {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return FIGURES.filter((figure) => text.includes(figure));
}

/** Problems of a response with hidden prices, compared with the one with shown prices. */
function findFaults(shown: unknown, hidden: unknown, at = ""): string[] {
  if (Array.isArray(shown))
    return shown.flatMap((item, index) => findFaults(item, (hidden as unknown[])?.[index], `${at}/${index}`));
  if (typeof shown === "string" && shown.startsWith("{"))
    return findFaults(JSON.parse(shown), JSON.parse(String(hidden)), at);
  if (typeof shown !== "object" || shown === null) return [];
  const beside = (hidden ?? {}) as Values;
  const priced = Object.keys(shown).filter((name) => PRICED.has(name) && (shown as Values)[name] !== null);
  const faults = Object.entries(shown).flatMap(([name, member]) =>
    PRICED.has(name) ? [] : findFaults(member, beside[name], `${at}/${name}`),
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
  test("gets no price and no amount in any response of any surface, and a marker where one is hidden", async () => {
    const wrong: string[] = [];
    let told = 0;
    for (const operation of open) {
      for (const [surface, call] of Object.entries(SURFACES)) {
        await hide([]);
        const shown = await call(operation, person);
        await hide(["local_delivery"]);
        const hidden = await call(operation, person);
        if (findFigures(shown).length > 0) told += 1;
        const figures = findFigures(hidden);
        if (figures.length > 0)
          wrong.push(
            `${operation.name} over ${surface} tells ${figures}: ${JSON.stringify(hidden).slice(0, 400)}`,
          );
        for (const fault of findFaults(shown, hidden))
          wrong.push(`${operation.name} over ${surface}: ${fault}`);
      }
    }
    assert.deepEqual(wrong, []);
    assert.ok(told >= 12, `Only ${told} answers held a price to hide.`);
  });

  test("gets no price by repeating a call with the idempotency key of one made while prices were shown", async () => {
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
    assert.deepEqual(findFigures(again.body), []);
  });

  test("gets no price from a dry run, a refusal or a proposal", async () => {
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
    for (const said of [preview.body, wrong.body, queued.body]) assert.deepEqual(findFigures(said), []);
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
    const drawn = (await readPdf(label.raw)).map(({ text }) => text).join("\n");
    assert.match(drawn, /Clara/);
    assert.deepEqual(findFigures(drawn), []);
  });
});

/** The expected response for a caller from whom the `hidden` families are hidden. */
function faultsOfFamily(family: PriceFamily, answer: Values, is_hidden: boolean): string[] {
  const faults: string[] = [];
  const given = (name: string) => answer[name] !== undefined && answer[name] !== null;
  for (const name of ["shipping_price", "price_details", "currency", "tax", "paid_minor"])
    if (given(name) === is_hidden) faults.push(`${family}: ${name} is ${is_hidden ? "there" : "gone"}`);
  if ((answer["price_hidden"] === true) !== is_hidden)
    faults.push(`${family}: price_hidden is ${answer["price_hidden"]}`);
  if (answer["note"] !== "kept") faults.push(`${family}: what is no price is gone`);
  return faults;
}

/** The members of a response, whichever surface it came from. */
function membersOf(surface: keyof typeof SURFACES, told: unknown): Values {
  const { answer, structuredContent, content } = told as Values & { content?: { text: string }[] };
  if (surface === "graphql") return answer as Values;
  if (surface === "rest") return told as Values;
  return (structuredContent ?? JSON.parse(content?.[0]?.text ?? "{}")) as Values;
}

describe("each of the seven families", () => {
  const figure = (family: PriceFamily) => String(FIGURE_OF[family]).slice(0, 6);
  for (const hidden of [
    [],
    ...PRICE_FAMILIES.map((family) => [family]),
    [...PRICE_FAMILIES],
  ] as PriceFamily[][]) {
    const what = hidden.length === 7 ? "all" : (hidden[0] ?? "none");
    test(`${what} hidden: its prices are in no response of any surface, the others stay, and rates still have id and service`, async () => {
      await hide(hidden);
      const faults: string[] = [];
      for (const [surface, call] of Object.entries(SURFACES) as [keyof typeof SURFACES, typeof callRest][]) {
        for (const family of PRICE_FAMILIES) {
          const told = await call(
            made.find(({ name }) => name === `priced${wordOf(family)}`) as Operation,
            person,
          );
          const is_hidden = hidden.includes(family);
          faults.push(
            ...faultsOfFamily(family, membersOf(surface, told), is_hidden).map(
              (fault) => `${surface}: ${fault}`,
            ),
          );
          if (JSON.stringify(told).includes(figure(family)) === is_hidden)
            faults.push(`${surface}: ${family}'s figure`);
        }
        const told = await call(allRates as unknown as Operation, person);
        const { rates } = membersOf(surface, told) as { rates: Values[] };
        assert.equal(rates.length, PRICE_FAMILIES.length);
        for (const [index, family] of PRICE_FAMILIES.entries()) {
          const rate = rates[index] as Values;
          const is_hidden = hidden.includes(family);
          if (rate["rate_id"] !== `rate_${family}` || rate["service"] !== `Service ${family}`)
            faults.push(`${surface}: a rate of ${family} lost its id or service`);
          for (const name of ["price", "surcharges", "currency"])
            if ((rate[name] !== undefined && rate[name] !== null) === is_hidden)
              faults.push(`${surface}: ${name} of ${family}`);
          if ((rate["price_hidden"] === true) !== is_hidden)
            faults.push(`${surface}: price_hidden of a rate of ${family}`);
          if (JSON.stringify(told).includes(figure(family)) === is_hidden)
            faults.push(`${surface}: ${family}'s figure in rates`);
        }
      }
      assert.deepEqual(faults, []);
    });
  }

  test("hidden from a customer is still shown to the business and to other customers", async () => {
    await hide([...PRICE_FAMILIES]);
    const others = [await t.person("client_admin"), (await t.customer()).person];
    for (const other of others)
      for (const family of PRICE_FAMILIES) {
        const { body } = await other.http("GET", `/api/v1/test/prices/${family}`);
        assert.deepEqual(faultsOfFamily(family, body, false), []);
      }
  });

  test("hidden, has no amount in any real response, and no other family loses one", async () => {
    await hide([]);
    const plain = new Map<string, string[]>();
    for (const operation of open) plain.set(operation.name, findFigures(await callRest(operation, person)));
    for (const family of PRICE_FAMILIES) {
      await hide([family]);
      for (const operation of open) {
        const figures = findFigures(await callRest(operation, person));
        const wanted = family === "local_delivery" ? [] : plain.get(operation.name);
        assert.deepEqual(figures, wanted, `${operation.name} with ${family} hidden`);
      }
    }
  });

  test("hidden, cannot be paid online over any surface", async () => {
    for (const family of PRICE_FAMILIES) {
      await hide([family]);
      const { status, body } = await person.http("POST", "/api/v1/test/pay", { family });
      assert.equal(status, 403);
      assert.equal(body.code, "PRICE_HIDDEN_SETTLE_OFFLINE");
      assert.equal(body.error_code, "PRICE_HIDDEN_SETTLE_OFFLINE");
      const query = `mutation { payOnline(family: ${family}) { result } }`;
      const params = { name: "pay_online", arguments: { family } };
      const asked = [
        await person.http("POST", "/api/graphql", { query }),
        await person.http("POST", "/mcp", { jsonrpc: "2.0", id: 1, method: "tools/call", params }),
      ];
      for (const answer of asked) assert.match(JSON.stringify(answer.body), /PRICE_HIDDEN_SETTLE_OFFLINE/);
      const other = PRICE_FAMILIES.find((one) => one !== family);
      assert.equal((await person.http("POST", "/api/v1/test/pay", { family: other })).status, 200);
    }
  });
});

/** Money that is not a price of the service: cash on delivery, and the value of the goods. */
const NO_PRICES = new Set(["cod_minor", "insured_value_minor", "price_hidden"]);
const MONEY =
  /(^|_)(price|prices|rates?_price|tax|taxes|surcharges?|fees?|paid|amounts?|charges?|costs?|currency)(_|$)|_minor$/;

/** Members that look like money and are not marked as prices, and objects that allow undeclared members. */
function unmarkedIn(node: JsonSchema, at: string, seen = new Set<object>()): string[] {
  if (seen.has(node)) return [];
  seen.add(node);
  const found: string[] = [];
  if (node.additionalProperties === true) found.push(`${at} is open`);
  for (const [name, member] of Object.entries(node.properties ?? {})) {
    if (member["x-price"] !== undefined || member["x-own-money"]) continue;
    if (MONEY.test(name) && !NO_PRICES.has(name)) found.push(`${at}/${name}`);
    found.push(...unmarkedIn(member, `${at}/${name}`, seen));
  }
  for (const branch of node.anyOf ?? []) found.push(...unmarkedIn(branch, at, seen));
  if (node.items !== undefined) found.push(...unmarkedIn(node.items, at, seen));
  return found;
}

test("an operation that customers may call marks every member that looks like money, and returns no undeclared member", () => {
  /** Responses that are filtered by the output schema of another operation; the tests above cover them. */
  const APPROVALS = /^(approval|approvals|approvalPropose|approvalApprove|approvalReject)\b/;
  /** The business's own currency, beside no price. */
  const OWN = new Set(["userMe/business/currency", "userMeUpdate/business/currency"]);
  /** Documents of a public protocol, which has no member for money, and the binding of a token. */
  const OPEN = new Set([
    "otepTracking is open",
    "otepTrackingEvents/events is open",
    "otepTrackingBatch/results/timeline is open",
    "otepClientTracking/timeline is open",
    "otepClientLockerStorage/timeline is open",
    "otepStorage is open",
    "lockerStorageRentalTimeline is open",
    "otepCodes/codes/mappings is open",
    "otepValidate/summary is open",
    // The location of a locker.
    "otepClientLockerStorage/rental/place is open",
    "lockerStorageRental/rental/place is open",
    "lockerStorageRentals/rentals/place is open",
    "userTokenCreate/token/bound_to is open",
    "userTokens/tokens/bound_to is open",
  ]);
  const found = open
    .flatMap((operation) => unmarkedIn(operation.output as JsonSchema, operation.name))
    .filter((where) => !APPROVALS.test(where) && !OWN.has(where) && !OPEN.has(where));
  assert.deepEqual(found, []);
});

test("customers cannot call operations that read the event log or histories, whose payloads have no price marks", () => {
  const readers = operations.filter(
    ({ family, name }) => family === "audit" || name === "clientOrderHistory",
  );
  assert.ok(readers.length >= 5);
  for (const { name, access } of readers)
    assert.ok(!access.public && !access.roles.includes("customer"), name);
});
