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
import type { Fixture, HiddenPrice, RecordIds } from "#tests/support/samples.ts";
import type { TestPerson } from "#tests/support/service.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { PRICE_FAMILIES, type PriceFamily } from "#vocabulary/features.ts";
import { Price, PriceCurrency, PriceDetails, PriceHidden } from "#vocabulary/price.ts";
import { buildDocument, fillPath } from "./calls.ts";
import { byName, createFixture, loadIds, openWithOwnRecords, samples, surfaceService } from "./fixture.ts";
import { minimalInput } from "./inputs.ts";
import { listKinds, listSampleCalls } from "./sample-calls.ts";

/**
 * Money of each family in the shapes that responses have: an order, its lines, a list of rates; no family has
 * all of them yet.
 */
const FIGURE_OF: Record<PriceFamily, number> = Object.fromEntries(
  PRICE_FAMILIES.map((price_family, index) => [price_family, 741_300_017 + index * 1_111_103]),
) as Record<PriceFamily, number>;

const toWord = (price_family: PriceFamily) => price_family.replaceAll("_", "");

const priced = (price_family: PriceFamily) => ({
  name: `priced${toWord(price_family)}`,
  summary: `Prices of ${price_family}`,
  family: "test",
  effect: "read",
  risk: "low",
  access: { roles: ["client_admin", "customer"], scopes: [] },
  rest: { method: "GET", path: `/api/v1/test/prices/${price_family}` },
  mcp: { user: `priced_${price_family}` },
  input: Type.Object({}),
  output: Type.Object({
    result: Type.Boolean(),
    shipping_price: Price(price_family),
    price_details: PriceDetails(
      price_family,
      Type.Array(Type.Object({ code: Type.String(), amount_minor: Type.Integer() })),
    ),
    currency: PriceCurrency(price_family),
    tax: Price(price_family),
    paid_minor: Price(price_family),
    note: Type.String(),
    price_hidden: PriceHidden,
  }),
  refusals: {},
  run: async () => ({
    result: true,
    shipping_price: FIGURE_OF[price_family],
    price_details: [{ code: "fuel", amount_minor: FIGURE_OF[price_family] + 1 }],
    currency: "BRL",
    tax: FIGURE_OF[price_family] + 2,
    paid_minor: FIGURE_OF[price_family] + 3,
    note: "kept",
    undeclared_price: FIGURE_OF[price_family],
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
    rates: PRICE_FAMILIES.map((price_family) => ({
      rate_id: `rate_${price_family}`,
      service: `Service ${price_family}`,
      family: price_family,
      price: FIGURE_OF[price_family],
      surcharges: [FIGURE_OF[price_family] + 1],
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

const checked_operations = [...PRICE_FAMILIES.map(priced), allRates, payOnline] as unknown as Operation[];

const service = await surfaceService({ operations: checked_operations });
const operations = [...service.runtime.registry.operations.values()].filter(
  (one) => !checked_operations.includes(one),
);
type Values = Record<string, unknown>;

/** What each family's records cost: numbers that occur nowhere else in the test. */
const SECRETS = Object.fromEntries(
  PRICE_FAMILIES.map((price_family, index) => {
    const [base_minor, per_parcel_minor] = [612_347 + index * 1_030_301, 126_172 + index * 10_201];
    return [price_family, { base_minor, per_parcel_minor, total_minor: base_minor + per_parcel_minor }];
  }),
) as Record<PriceFamily, HiddenPrice>;

/** In any notation. */
function writeFigures(minor: number): string[] {
  const major = (minor / 100).toFixed(2);
  const grouped = major.replace(/\B(?=(\d{3})+\.)/g, ",");
  const swapped = grouped.replace(/[,.]/g, (mark) => (mark === "," ? "." : ","));
  return [String(minor), major, grouped, major.replace(".", ","), swapped];
}
const FIGURES = new Map(
  PRICE_FAMILIES.map((price_family) => [
    price_family,
    Object.values(SECRETS[price_family]).flatMap(writeFigures),
  ]),
);

const business = await service.business();
const fixture = await createFixture(service, business, "Quokka");
const person = fixture.people.customer;
const customer_id = person.actor.customer_id ?? 0;
const dropoff = fixture.place;

/** Its own list of every family charges the secret price of the family. */
async function setPrices(): Promise<void> {
  const admin = byName(service, fixture.people.client_admin.call);
  const price_lists: { family: PriceFamily; price_list_id: number }[] = [];
  for (const price_family of PRICE_FAMILIES) {
    const { base_minor, per_parcel_minor } = SECRETS[price_family];
    const rule = { name: "Flat", base_minor, includes_parcels: 0, per_parcel_minor };
    const factors = price_family === "local_delivery" ? { service_factors: { express: 2 } } : {};
    const list = { name: price_family, family: price_family, rules: [{ ...rule, ...factors }] };
    const { price_list_id } = await admin("clientPriceListCreate", list);
    price_lists.push({ family: price_family, price_list_id });
  }
  await admin("clientCustomerPriceListsSet", { customer_id, price_lists });
}
await setPrices();

async function hide(price_families: string[]): Promise<void> {
  await service.system.execute("update customer set hidden_price_families = $2 where id = $1", [
    customer_id,
    price_families,
  ]);
  service.runtime.authentication.clearCache();
}

const declaring = PRICE_FAMILIES.filter((price_family) => samples.priced.has(price_family));

/** The customer's records, where those with a price of the family cost its secret price. */
async function openPriced(price_family: PriceFamily): Promise<Fixture> {
  let created_ids: Partial<RecordIds> = {};
  for (const create of samples.priced.get(price_family) ?? [])
    created_ids = { ...created_ids, ...(await create(fixture, SECRETS[price_family])) };
  assert.ok(Object.keys(created_ids).length > 0, `${price_family} has no priced record.`);
  return openWithOwnRecords(fixture, "customer", created_ids);
}
const fixtures = new Map<PriceFamily, Fixture>();
for (const price_family of declaring) fixtures.set(price_family, await openPriced(price_family));

/** Operations that a customer may call, except those that would end the session of the test. */
const open = operations.filter(
  ({ access, name, rest }) =>
    (access.public === true || access.roles.includes("customer")) &&
    rest?.oauth === undefined &&
    samples.operations[name]?.changes_session === undefined,
);

interface Called {
  operation: Operation;
  input: Values;
}

/** The inputs that the families' samples give for an operation, and the smallest one where it needs nothing. */
async function listInputs(operation: Operation, theirs: Fixture): Promise<Values[]> {
  const schema = operation.input as JsonSchema;
  const sample_calls = listSampleCalls(operation);
  const inputs: Values[] = [];
  for (const sample_call of sample_calls) {
    const { kinds, own_kinds } = listKinds(sample_call);
    const ids = await loadIds(theirs, [...new Set([...kinds, ...own_kinds])]);
    inputs.push(sample_call.input(ids, ids));
  }
  const needs_nothing = (schema.required ?? []).length === 0;
  return needs_nothing || inputs.length === 0 ? [minimalInput(schema) as Values, ...inputs] : inputs;
}

const calls = new Map<PriceFamily, Called[]>();
for (const [family, theirs] of fixtures) {
  const called: Called[] = [];
  for (const operation of open)
    for (const input of await listInputs(operation, theirs)) called.push({ operation, input });
  calls.set(family, called);
}

async function callRest({ operation: { rest }, input }: Called, who: TestPerson): Promise<unknown> {
  if (rest === undefined) return undefined;
  const { path, left } = fillPath(rest.path, input);
  const query = new URLSearchParams(Object.entries(left).map(([name, value]) => [name, String(value)]));
  const answer =
    rest.method === "GET"
      ? await who.http("GET", `${path}?${query}`)
      : await who.http(rest.method, path, left, { "x-dry-run": "1" });
  return answer.body;
}

async function callGraphql({ operation, input }: Called, who: TestPerson): Promise<unknown> {
  const query = buildDocument(service.runtime.registry, operation, input);
  const { body } = await who.http("POST", "/api/graphql", { query }, { "x-dry-run": "1" });
  return { answer: body.data?.it, extensions: body.extensions, errors: body.errors };
}

async function callMcp({ operation, input }: Called, who: TestPerson): Promise<unknown> {
  if (operation.mcp?.user === undefined) return undefined;
  const params = { name: operation.mcp.user, arguments: { ...input, confirm: true } };
  const { body } = await who.http(
    "POST",
    "/mcp",
    { jsonrpc: "2.0", id: 1, method: "tools/call", params },
    { "x-mcp-dry-run": "1" },
  );
  return body.result ?? body.error;
}

const SURFACES = { rest: callRest, graphql: callGraphql, mcp: callMcp };
type Surface = keyof typeof SURFACES;

function findFigures(value: unknown, price_family: PriceFamily): string[] {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return (FIGURES.get(price_family) ?? []).filter((figure) => isInText(figure, text));
}

/** Not as a part of a longer number or of a hexadecimal id, where it stands by chance. */
const isInText = (figure: string, text: string): boolean =>
  text.includes(figure) && new RegExp(`(?<![\\da-f])${RegExp.escape(figure)}(?![\\da-f])`).test(text);

/** What an operation answered on a surface while prices were shown. */
interface SurfaceAnswer {
  one: Called;
  surface: Surface;
  response: unknown;
}

/** Whether a response has a figure of the family, or a member that is marked as its price. */
function holdsPrice({ operation }: Called, response: unknown, price_family: PriceFamily): boolean {
  if (findFigures(response, price_family).length > 0) return true;
  // Compared with no response at all, each marked member that is there lacks its marker.
  return (
    findFaults(operation.output as JsonSchema, getMembers("rest", response), {}, price_family).length > 0
  );
}

/** Whether a mark of a member is that of the family, by itself or by a member beside it. */
function isOfFamily(mark: unknown, beside: Values, price_family: PriceFamily): boolean {
  return (
    mark === price_family || (typeof mark === "string" && beside[mark.slice("by:".length)] === price_family)
  );
}

/** Problems of a response with hidden prices, compared with the one with shown prices: of the members that are marked. */
function findFaults(
  schema: JsonSchema,
  visible_answer: unknown,
  hidden: unknown,
  price_family: PriceFamily,
  at = "",
): string[] {
  const inside = (part: JsonSchema, index: string | number) =>
    findFaults(
      part,
      (visible_answer as Values)[index],
      (hidden as Values | undefined)?.[index],
      price_family,
      `${at}/${index}`,
    );
  const branches = (schema.anyOf ?? []).flatMap((branch) =>
    findFaults(branch, visible_answer, hidden, price_family, at),
  );
  if (typeof visible_answer !== "object" || visible_answer === null) return branches;
  const beside = (hidden ?? {}) as Values;
  const items = Array.isArray(visible_answer)
    ? visible_answer.flatMap((_, index) => inside(schema.items ?? {}, index))
    : [];
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    if (!isOfFamily(member["x-price"], visible_answer as Values, price_family)) return inside(member, name);
    if (((visible_answer as Values)[name] ?? null) === null) return [];
    return [
      ...((beside[name] ?? null) === null ? [] : [`${at}/${name} is there`]),
      ...(beside["price_hidden"] === true ? [] : [`${at} does not say price_hidden`]),
    ];
  });
  return [...branches, ...items, ...members];
}

describe("a customer from whom prices are hidden", () => {
  for (const [price_family, called] of calls)
    test(`gets no price of ${price_family} and no amount of it in any response of any surface, and a marker where one is hidden`, async () => {
      await hide([]);
      const surface_answers: SurfaceAnswer[] = [];
      for (const one of called) {
        const over_rest = await callRest(one, person);
        surface_answers.push({ one, surface: "rest", response: over_rest });
        // The other surfaces run the same operation: they are asked where it has a price of the family to hide.
        if (one.operation.rest !== undefined && !holdsPrice(one, over_rest, price_family)) continue;
        surface_answers.push({ one, surface: "graphql", response: await callGraphql(one, person) });
        surface_answers.push({ one, surface: "mcp", response: await callMcp(one, person) });
      }
      await hide([price_family]);
      const wrong: string[] = [];
      for (const { one, surface, response } of surface_answers) {
        const { name } = one.operation;
        const hidden = await SURFACES[surface](one, person);
        const figures = findFigures(hidden, price_family);
        if (figures.length > 0)
          wrong.push(`${name} over ${surface} tells ${figures}: ${JSON.stringify(hidden).slice(0, 400)}`);
        const schema = one.operation.output as JsonSchema;
        const [before, after] = [response, hidden].map((value) => getMembers(surface, value));
        for (const fault of findFaults(schema, before, after, price_family))
          wrong.push(`${name} over ${surface}: ${fault}`);
      }
      const answers = surface_answers.filter(
        ({ response }) => findFigures(response, price_family).length > 0,
      ).length;
      assert.deepEqual(wrong, []);
      assert.ok(answers >= 6, `Only ${answers} answers held a price of ${price_family} to hide.`);
    });

  test("gets no price by repeating a call with the idempotency key of one made while prices were shown", async () => {
    await hide([]);
    const { rates } = await byName(service, person.call)("clientOrderRate", { dropoff });
    const body = { dropoff, rate_id: rates.find(({ service: word }: Values) => word === "standard").rate_id };
    const headers = { "idempotency-key": "again-1" };
    const first = await person.http("POST", "/api/v1/client/orderCreate", body, headers);
    assert.equal(first.body.order.shipping_price, SECRETS.local_delivery.total_minor);
    await hide(["local_delivery"]);
    const again = await person.http("POST", "/api/v1/client/orderCreate", body, headers);
    assert.equal(again.headers["idempotency-replayed"], "true");
    assert.equal(again.body.order_id, first.body.order_id);
    assert.equal(again.body.order.price_hidden, true);
    assert.deepEqual(findFigures(again.body, "local_delivery"), []);
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
    for (const response of [preview.body, wrong.body, queued.body])
      assert.deepEqual(findFigures(response, "local_delivery"), []);
  });

  test("finds no price printed on the label of its parcel", async () => {
    const label = await business.http(
      "client_admin",
      "GET",
      `/api/v1/client/orders/${await fixtures.get("local_delivery")?.id("order")}/label`,
      undefined,
      {
        accept: "application/pdf",
      },
    );
    assert.equal(label.headers["content-type"], "application/pdf");
    const drawn = (await readPdf(label.raw)).map(({ text }) => text).join("\n");
    assert.match(drawn, /Quokka/);
    assert.deepEqual(findFigures(drawn, "local_delivery"), []);
  });
});

/** The expected response for a caller from whom the `hidden` families are hidden. */
function faultsOfFamily(price_family: PriceFamily, answer: Values, is_hidden: boolean): string[] {
  const faults: string[] = [];
  const isPresent = (name: string) => answer[name] !== undefined && answer[name] !== null;
  for (const name of ["shipping_price", "price_details", "currency", "tax", "paid_minor"])
    if (isPresent(name) === is_hidden)
      faults.push(`${price_family}: ${name} is ${is_hidden ? "there" : "gone"}`);
  if ((answer["price_hidden"] === true) !== is_hidden)
    faults.push(`${price_family}: price_hidden is ${answer["price_hidden"]}`);
  if (answer["note"] !== "kept") faults.push(`${price_family}: what is no price is gone`);
  return faults;
}

/** The members of a response, whichever surface it came from. */
function getMembers(surface: Surface, response: unknown): Values {
  if (response === undefined || response === null) return {};
  const { answer, structuredContent, content } = response as Values & { content?: { text: string }[] };
  if (surface === "graphql") return answer as Values;
  if (surface === "rest") return response as Values;
  return (structuredContent ?? JSON.parse(content?.[0]?.text ?? "{}")) as Values;
}

describe("each of the seven families", () => {
  const figure = (price_family: PriceFamily) => String(FIGURE_OF[price_family]).slice(0, 6);
  for (const hidden of [
    [],
    ...PRICE_FAMILIES.map((price_family) => [price_family]),
    [...PRICE_FAMILIES],
  ] as PriceFamily[][]) {
    const what = hidden.length === 7 ? "all" : (hidden[0] ?? "none");
    test(`${what} hidden: its prices are in no response of any surface, the others stay, and rates still have id and service`, async () => {
      await hide(hidden);
      const faults: string[] = [];
      for (const [surface, call] of Object.entries(SURFACES) as [Surface, typeof callRest][]) {
        for (const price_family of PRICE_FAMILIES) {
          const response = await call(
            {
              operation: checked_operations.find(
                ({ name }) => name === `priced${toWord(price_family)}`,
              ) as Operation,
              input: {},
            },
            person,
          );
          const is_hidden = hidden.includes(price_family);
          faults.push(
            ...faultsOfFamily(price_family, getMembers(surface, response), is_hidden).map(
              (fault) => `${surface}: ${fault}`,
            ),
          );
          if (JSON.stringify(response).includes(figure(price_family)) === is_hidden)
            faults.push(`${surface}: ${price_family}'s figure`);
        }
        const response = await call({ operation: allRates as unknown as Operation, input: {} }, person);
        const { rates } = getMembers(surface, response) as { rates: Values[] };
        assert.equal(rates.length, PRICE_FAMILIES.length);
        for (const [index, price_family] of PRICE_FAMILIES.entries()) {
          const rate = rates[index] as Values;
          const is_hidden = hidden.includes(price_family);
          if (rate["rate_id"] !== `rate_${price_family}` || rate["service"] !== `Service ${price_family}`)
            faults.push(`${surface}: a rate of ${price_family} lost its id or service`);
          for (const name of ["price", "surcharges", "currency"])
            if ((rate[name] !== undefined && rate[name] !== null) === is_hidden)
              faults.push(`${surface}: ${name} of ${price_family}`);
          if ((rate["price_hidden"] === true) !== is_hidden)
            faults.push(`${surface}: price_hidden of a rate of ${price_family}`);
          if (JSON.stringify(response).includes(figure(price_family)) === is_hidden)
            faults.push(`${surface}: ${price_family}'s figure in rates`);
        }
      }
      assert.deepEqual(faults, []);
    });
  }

  test("hidden from a customer is still shown to the business and to other customers", async () => {
    await hide([...PRICE_FAMILIES]);
    const others = [await business.person("client_admin"), (await business.customer()).person];
    for (const other of others)
      for (const price_family of PRICE_FAMILIES) {
        const { body } = await other.http("GET", `/api/v1/test/prices/${price_family}`);
        assert.deepEqual(faultsOfFamily(price_family, body, false), []);
      }
  });

  test("hidden, has no amount in any real response; a family that is shown keeps each while all others are hidden", async () => {
    for (const [price_family, called] of calls) {
      await hide([]);
      const priced_calls: { one: Called; figures: string[] }[] = [];
      for (const one of called) {
        const figures = findFigures(await callRest(one, person), price_family);
        if (figures.length > 0) priced_calls.push({ one, figures });
      }
      assert.ok(priced_calls.length > 1, `${price_family} has ${priced_calls.length} priced responses.`);
      await hide(PRICE_FAMILIES.filter((other) => other !== price_family));
      for (const { one, figures } of priced_calls)
        assert.deepEqual(findFigures(await callRest(one, person), price_family), figures, one.operation.name);
      await hide([price_family]);
      for (const { one } of priced_calls)
        assert.deepEqual(findFigures(await callRest(one, person), price_family), [], one.operation.name);
    }
  });

  test("hidden, cannot be paid online over any surface", async () => {
    for (const price_family of PRICE_FAMILIES) {
      await hide([price_family]);
      const { status, body } = await person.http("POST", "/api/v1/test/pay", { family: price_family });
      assert.equal(status, 403);
      assert.equal(body.code, "PRICE_HIDDEN_SETTLE_OFFLINE");
      assert.equal(body.error_code, "PRICE_HIDDEN_SETTLE_OFFLINE");
      const query = `mutation { payOnline(family: ${price_family}) { result } }`;
      const params = { name: "pay_online", arguments: { family: price_family } };
      const role_answer = [
        await person.http("POST", "/api/graphql", { query }),
        await person.http("POST", "/mcp", { jsonrpc: "2.0", id: 1, method: "tools/call", params }),
      ];
      for (const answer of role_answer)
        assert.match(JSON.stringify(answer.body), /PRICE_HIDDEN_SETTLE_OFFLINE/);
      const other = PRICE_FAMILIES.find((one) => one !== price_family);
      assert.equal((await person.http("POST", "/api/v1/test/pay", { family: other })).status, 200);
    }
  });
});

/** Money that is not a price of the service: cash on delivery, and the value of the goods. */
const NO_PRICES = new Set(["cod_minor", "insured_value_minor", "price_hidden", "can_be_paid"]);
/** Which surcharges there are, or were chosen, without their amounts: those would be found inside. */
const isListOfWords = (name: string, { items }: JsonSchema) =>
  name === "surcharges" && (items?.type === "string" || items?.properties !== undefined);
const MONEY =
  /(^|_)(price|prices|rates?_price|tax|taxes|surcharges?|fees?|paid|amounts?|charges?|costs?|currency)(_|$)|_minor$/;

/** Members that look like money and are not marked as prices, and objects that allow undeclared members. */
function unmarkedIn(node: JsonSchema, at: string, seen_schemas = new Set<object>()): string[] {
  if (seen_schemas.has(node)) return [];
  seen_schemas.add(node);
  const unmarked_paths: string[] = [];
  if (node.additionalProperties === true) unmarked_paths.push(`${at} is open`);
  for (const [name, member] of Object.entries(node.properties ?? {})) {
    if (member["x-price"] !== undefined || member["x-own-money"]) continue;
    if (MONEY.test(name) && !NO_PRICES.has(name) && !isListOfWords(name, member))
      unmarked_paths.push(`${at}/${name}`);
    unmarked_paths.push(...unmarkedIn(member, `${at}/${name}`, seen_schemas));
  }
  for (const branch of node.anyOf ?? []) unmarked_paths.push(...unmarkedIn(branch, at, seen_schemas));
  if (node.items !== undefined) unmarked_paths.push(...unmarkedIn(node.items, at, seen_schemas));
  return unmarked_paths;
}

test("an operation that customers may call marks every member that looks like money, and returns no undeclared member", () => {
  const unmarked_paths = open.flatMap((operation) =>
    unmarkedIn(operation.output as JsonSchema, operation.name),
  );
  const covers = (path: string) => (where: string) =>
    where === path || where.startsWith(`${path}/`) || where.startsWith(`${path} `);
  const excepted = Object.keys(samples.no_price);
  assert.deepEqual(
    unmarked_paths.filter((where) => !excepted.some((path) => covers(path)(where))),
    [],
  );
  assert.deepEqual(
    excepted.filter((path) => !unmarked_paths.some(covers(path))),
    [],
    "declared as no price, and not there",
  );
});

test("customers cannot call operations that read the event log or histories, whose payloads have no price marks", () => {
  const readers = operations.filter(
    ({ family, name }) => family === "audit" || name === "clientOrderHistory",
  );
  assert.ok(readers.length >= 5);
  for (const { name, access } of readers)
    assert.ok(!access.public && !access.roles.includes("customer"), name);
});
