/** Quotes of any family, by operations of this test that quote and use them as families do. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { Id, Nullable } from "#vocabulary/basics.ts";
import { claimQuote, hashPricedInputs, issueQuotes, markQuoteUsed, rateRefusals } from "./public.ts";

const CHARGE = { amount_minor: 1830, currency: "USD" };

const quoteLabels = defineOperation({
  name: "testQuoteLabels",
  summary: "Quotes of labels",
  effect: "write",
  access: { roles: ["employee", "customer"], scopes: [] },
  input: Type.Object({ weight_g: Type.Integer(), expires_at: Type.Optional(Type.String()) }),
  output: Type.Object({ rate_ids: Type.Array(Type.String()), ends_at: Type.String() }),

  async run(context, { weight_g, expires_at }) {
    const issued = await issueQuotes(
      context,
      {
        price_family: "label_service",
        subject_kind: "label",
        customer_id: context.actor.customer_id ?? null,
        currency: "EUR",
      },
      ["ground", "air"].map((word, index) => ({
        provider: "account-1",
        service: word,
        inputs_hash: hashPricedInputs({ weight_g, service: word }),
        lines: [{ code: "carriage", label: "Carriage", amount_minor: 2000 + index }],
        total_minor: 2000 + index,
        price_list_id: null,
        carrier_charge: CHARGE,
        details: { carrier_rate: `rate-${word}` },
        ...(expires_at === undefined ? {} : { expires_at }),
      })),
    );
    const none = await issueQuotes(
      context,
      { price_family: "label_service", subject_kind: "label", customer_id: null, currency: "EUR" },
      [],
    );
    assert.deepEqual(none, []);
    return { rate_ids: issued.map(({ rate_id }) => rate_id), ends_at: issued[0]?.expires_at ?? "" };
  },
});

const useQuote = defineOperation({
  name: "testUseQuote",
  summary: "Use a quote",
  effect: "write",
  access: { roles: ["employee", "customer"], scopes: [] },
  input: Type.Object({
    rate_id: Type.String(),
    weight_g: Type.Integer(),
    kind: Type.Optional(Type.String()),
    label_id: Type.Optional(Id),
  }),
  output: Type.Object({ quote: Type.Record(Type.String(), Type.Unknown()), label_id: Nullable(Id) }),
  refusals: { ...rateRefusals },

  async run(context, { rate_id, weight_g, kind = "label", label_id = 7 }) {
    const quote = await claimQuote(context, {
      rate_id,
      customer_id: context.actor.customer_id ?? null,
      subject_kinds: [kind],
      inputs_hash: ({ service }) => hashPricedInputs({ service, weight_g }),
    });
    await markQuoteUsed(context, quote.id, { type: "label", id: label_id });
    return { quote: { ...quote }, label_id };
  },
});

const service = await testService({ operations: [quoteLabels, useQuote] as never });

describe("a quote", () => {
  test("has the price, the provider, the carrier's charge and what the family kept, until it is used", async () => {
    const business = await service.business();
    const staff = business.as("employee");
    const { rate_ids } = await staff(quoteLabels, { weight_g: 900 });
    const { quote } = await staff(useQuote, { rate_id: rate_ids[1] ?? "", weight_g: 900, label_id: 12 });
    assert.partialDeepStrictEqual(quote, {
      family: "label_service",
      subject_kind: "label",
      provider: "account-1",
      service: "air",
      total_minor: 2001,
      lines: [{ code: "carriage", label: "Carriage", amount_minor: 2001 }],
      currency: "EUR",
      price_list_id: null,
      carrier_charge_minor: CHARGE.amount_minor,
      carrier_currency: CHARGE.currency,
      details: { carrier_rate: "rate-air" },
    });
    const rows = await service.system.rows(
      "select service, used_by_type, used_by_id from quote where business_id = $1 order by id",
      [business.id],
    );
    assert.deepEqual(rows, [
      { service: "ground", used_by_type: null, used_by_id: null },
      { service: "air", used_by_type: "label", used_by_id: 12 },
    ]);
    const events = await service.system.rows<{ payload: unknown }>(
      "select payload from event where business_id = $1 and kind = 'quote.made'",
      [business.id],
    );
    assert.equal(events.length, 2);
    assert(!/1830|200[01]/.test(JSON.stringify(events)), "Events of quotes have no amounts.");
  });

  test("is refused for other inputs, another kind of thing, another customer or business, and if forged", async () => {
    const [business, other] = [await service.business(), await service.business()];
    const [ana, bob] = [await business.customer(), await business.customer()];
    const { rate_ids } = await ana.person.call(quoteLabels, { weight_g: 900 });
    const rate_id = rate_ids[0] ?? "";
    const [word, signature] = rate_id.split(".");
    for (const attempt of [
      () => ana.person.call(useQuote, { rate_id, weight_g: 901 }),
      () => ana.person.call(useQuote, { rate_id, weight_g: 900, kind: "order" }),
      () => ana.person.call(useQuote, { rate_id: `${word}x.${signature}`, weight_g: 900 }),
      () => ana.person.call(useQuote, { rate_id: "", weight_g: 900 }),
      () => bob.person.call(useQuote, { rate_id, weight_g: 900 }),
      () => business.as("employee")(useQuote, { rate_id, weight_g: 900 }),
      () => other.as("employee")(useQuote, { rate_id, weight_g: 900 }),
    ]) {
      const refused = await catchRefusal(attempt());
      assert.deepEqual([refused.status, refused.error_code], [422, "RATE_UNKNOWN"]);
      assert.equal(refused.errors?.[0]?.field, "rate_id");
    }
    assert.equal((await ana.person.call(useQuote, { rate_id, weight_g: 900 })).label_id, 7);
  });

  test("ends after half an hour, or when the carrier's rate ends", async () => {
    const business = await service.business();
    const staff = business.as("employee");
    const soon = new Date(service.now().getTime() + 60_000).toISOString();
    const plain = await staff(quoteLabels, { weight_g: 900 });
    const short = await staff(quoteLabels, { weight_g: 900, expires_at: soon });
    assert.equal(short.ends_at, soon);
    assert.ok(Math.abs(Date.parse(plain.ends_at) - service.now().getTime() - 30 * 60_000) < 30_000);
    service.advance(60_000);
    const late = await catchRefusal(staff(useQuote, { rate_id: short.rate_ids[0] ?? "", weight_g: 900 }));
    assert.deepEqual([late.status, late.error_code], [409, "RATE_EXPIRED"]);
    await staff(useQuote, { rate_id: plain.rate_ids[0] ?? "", weight_g: 900 });
    service.advance(-60_000);
  });

  test("is used once, by one of eight that use it at the same time", async () => {
    const business = await service.business();
    const person = await business.person("employee");
    const { rate_ids } = await person.call(quoteLabels, { weight_g: 900 });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) =>
        person.call(useQuote, { rate_id: rate_ids[0] ?? "", weight_g: 900, label_id: index + 1 }),
      ),
    );
    const refused = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
    assert.equal(refused.length, 7);
    for (const { status, error_code } of refused) assert.deepEqual([status, error_code], [409, "RATE_USED"]);
  });
});
