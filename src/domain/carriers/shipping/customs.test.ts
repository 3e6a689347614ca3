import assert from "node:assert/strict";
import { test } from "node:test";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { cancelShippingLabel } from "./operations/cancel-shipping-label.ts";
import { getCustomsDocument } from "./operations/get-customs-document.ts";
import { rateLabels } from "./operations/rate-labels.ts";
import { submitLabelOrder } from "./operations/submit-label-order.ts";

const service = await testService();
const FROM = { name: "Shop", line1: "SIA 3", city: "Brasília", postal_code: "71200-030", country: "BR" };
const ABROAD = {
  name: "Олена 王小明",
  line1: "Rua B 2",
  city: "Porto",
  postal_code: "4000-001",
  country: "PT",
};
const KINDS = ["cn22", "cn23", "commercial_invoice"] as const;
const line = (description: string) => ({
  description,
  origin_country: "BR",
  hs_code: "610910",
  quantity: 2,
  value_minor: 5000,
  weight_g: 100,
});
const buildCustoms = (descriptions: readonly string[]) => ({
  contents_type: "merchandise" as const,
  signer: "Ana Souza",
  currency: "BRL",
  lines: descriptions.map(line),
});

async function shipper() {
  const business = await service.business();
  const { call } = await business.person("client_admin");
  const rate = (more: object) =>
    call(rateLabels, {
      ship_from: FROM,
      ship_to: ABROAD,
      packages: [{ weight_g: 1500 }],
      carrier_accounts: ["house"],
      ...more,
    });
  const buy = async (more: object) => {
    const { rates } = await rate(more);
    return (await call(submitLabelOrder, { rate_id: rates[0]?.rate_id ?? "" })).label_order;
  };
  return { call, rate, buy };
}

test("a label across a border has a CN 22, a CN 23 and an invoice in any script, each one document until it is void", async () => {
  const s = await shipper();
  const { id, customs_documents } = await s.buy({
    customs: buildCustoms(["T-shirts of cotton", "棉质T恤", "Хлопковые футболки", "Áo thun cotton"]),
  });
  assert.deepEqual(customs_documents, KINDS);
  const ids = new Set<number>();
  for (const kind of KINDS) {
    const first = await s.call(getCustomsDocument, { label_order_id: id, kind });
    const again = await s.call(getCustomsDocument, { label_order_id: id, kind });
    assert.match(Buffer.from(first.content_base64, "base64").toString("latin1"), /^%PDF/);
    assert.deepEqual([first.pages, first.unprintable, first.document_version], [1, 0, 1]);
    assert.deepEqual([again.document_id, again.sha256], [first.document_id, first.sha256]);
    ids.add(first.document_id);
  }
  assert.equal(ids.size, 3);
  await s.call(cancelShippingLabel, { label_order_id: id });
  const refusal = await catchRefusal(s.call(getCustomsDocument, { label_order_id: id, kind: "cn23" }));
  assert.equal(refusal.code, "not_ready");
});

test("more lines than fit go on, on further pages, and a heavy shipment needs a CN 23", async () => {
  const s = await shipper();
  const many = Array.from(
    { length: 60 },
    (_, n) => `Article ${n} of cotton, knitted, for adults, in several sizes`,
  );
  const { id, customs_documents } = await s.buy({
    packages: [{ weight_g: 9000 }],
    customs: buildCustoms(many),
  });
  assert.deepEqual(customs_documents, ["cn23", "commercial_invoice"]);
  for (const kind of ["cn23", "commercial_invoice"] as const)
    assert.ok((await s.call(getCustomsDocument, { label_order_id: id, kind })).pages > 1);
  const refusal = await catchRefusal(s.call(getCustomsDocument, { label_order_id: id, kind: "cn22" }));
  assert.equal(refusal.code, "needs_cn23");
});

test("what is missing is said: customs lines of a shipment abroad, before anything is bought; no border, no document", async () => {
  const s = await shipper();
  const { rates, faults } = await s.rate({});
  assert.deepEqual(rates, []);
  assert.match(JSON.stringify(faults), /customs/);
  const { lines, ...rest } = buildCustoms(["Bread"]);
  const [{ hs_code: _hs, ...without } = line("")] = lines;
  const invalid = await catchRefusal(s.rate({ customs: { ...rest, lines: [without] } }));
  assert.match(JSON.stringify(invalid.errors), /hs_code/);
  const home = { name: "Clara", line1: "Rua A 1", city: "Goiânia", postal_code: "74000-000", country: "BR" };
  const { id, customs_documents } = await s.buy({ ship_to: home });
  assert.deepEqual(customs_documents, []);
  const refusal = await catchRefusal(s.call(getCustomsDocument, { label_order_id: id, kind: "cn23" }));
  assert.equal(refusal.code, "not_international");
});
