/**
 * Delivery by others in the demo: a courier company with a key, an order that its courier has picked up, and one that it is
 * asked to take. Both are of a day after those of the demo, so that no plan of it misses or has them.
 */
import { ANONYMOUS } from "#operation/caller/actor.ts";
import type { Runtime } from "#operation/define/runtime.ts";
import { systemDb } from "#platform/db/db.ts";
import { addDays, toLocalDate } from "#vocabulary/calendar.ts";
import { callAs } from "./call.ts";

const DAYS_AHEAD = 8;
const PLACES = [
  { name: "Livraria Sebinho", line1: "CLN 406 Bloco C", lat: -15.7622, lng: -47.8779 },
  { name: "Beatriz Nogueira", line1: "SQS 308 Bloco F", lat: -15.8138, lng: -47.9021 },
];
const COURIER_AT = { lat: -15.7801, lng: -47.8922 };

export async function createTenders(runtime: Runtime): Promise<void> {
  const demo_rows = await systemDb(runtime.pools.system).row<{ admin: number; is_made: boolean }>(
    `select (select id from account where business_id = b.id and role = 'client_admin' order by id limit 1) as admin,
       exists (select from thirdparty_provider where business_id = b.id) as is_made
       from business b where b.code = 'rounds'`,
  );
  if (demo_rows === undefined || demo_rows.is_made) return;
  const admin = (await runtime.authentication.ofAccount(demo_rows.admin)) ?? ANONYMOUS;
  const staff = await callAs(runtime, admin);
  const { provider } = await staff("thirdpartyProviderCreate", {
    code: "capital-moto",
    name: "Capital Moto",
    countries: ["BR"],
    capabilities: ["photo", "signature", "cod"],
    weight_g_max: 15_000,
    price_terms: { base_minor: 900, per_km_minor: 180 },
  });
  const courier = await callAs(runtime, {
    ...ANONYMOUS,
    kind: "partner",
    business_id: admin.business_id,
    business: admin.business,
    name: provider.name,
    partner: {
      id: provider.partner_id,
      key_id: provider.key_id,
      code: provider.code,
      uses: ["tenders"],
      source_types: ["third_party"],
      subject_patterns: ["*"],
      formats: ["otep"],
      limit: null,
      signature: null,
    },
  });
  const scheduled_date = addDays(toLocalDate(runtime.now(), admin.business?.time_zone ?? "UTC"), DAYS_AHEAD);
  const order_ids: number[] = [];
  for (const place of PLACES) {
    const { order_id } = await staff("clientOrderCreate", {
      type: "D",
      scheduled_date,
      units: 1,
      dropoff: { ...place, city: "Brasília", region: "DF", country: "BR" },
      requirements: { pod: ["photo"] },
    });
    order_ids.push(order_id);
  }
  await staff("thirdpartyOfferCreate", {
    order_ids,
    provider_ids: [provider.id],
    mode: "one",
    answer_s: 86_400,
    note: "Books, keep dry.",
  });
  const { tenders } = await courier("thirdpartyTenders", { per_page: 10 });
  const tender_id: number = tenders.at(-1).id;
  await courier("thirdpartyTenderAccept", { tender_id, external_id: "CM-20417" });
  await courier("thirdpartyTenderStatus", { tender_id, status: "picked_up" });
  await courier("thirdpartyTenderPosition", { tender_id, ...COURIER_AT });
}
