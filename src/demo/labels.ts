/**
 * Labels of the demo: 200 that were bought in the past weeks over three accounts at carriers, with their manifests, and
 * those of today, which wait for the end of the day. What the house carrier sold is in its books too, so that it can be
 * printed, cancelled and put on a manifest.
 */
import { buildTimelineKey } from "#domain/carriers/shipping/timeline.ts";
import type { OfferAtPurchase, ShippingRule } from "#domain/carriers/shipping-rules/public.ts";
import { composeTrackingEvent, storeTrackingEvents } from "#domain/tracking/tracking/public.ts";
import type { StatusCode } from "#otep/codes.gen.ts";
import { encryptText } from "#platform/auth/secrets.ts";
import type { Db } from "#platform/db/db.ts";
import { buildConfirmation, buildSscc, EXAMPLE_GS1_PREFIX } from "#providers/carriers/house/numbers.ts";
import type { Shipment } from "#providers/carriers/port.ts";
import { addDays, toLocalDate } from "#vocabulary/calendar.ts";
import type { DemoBusiness } from "./accounts.ts";
import { pickPerson, pickStreet } from "./names.ts";

const LABELS = 200;
/** Of the house carrier, bought today. */
const OPEN = 14;
const DAY_MS = 86_400_000;
const HUB = {
  name: "Rounds hub",
  line1: "SIA Trecho 3",
  city: "Brasília",
  region: "DF",
  postal_code: "71200-030",
  country: "BR",
};
const NEAREST = { city: "Taguatinga", region: "DF", postal_code: "72010-010", zone: 1 };
const CITIES = [
  NEAREST,
  { city: "Goiânia", region: "GO", postal_code: "74000-000", zone: 3 },
  { city: "São Paulo", region: "SP", postal_code: "01310-100", zone: 4 },
  { city: "Rio de Janeiro", region: "RJ", postal_code: "20040-002", zone: 4 },
  { city: "Belo Horizonte", region: "MG", postal_code: "30110-001", zone: 4 },
];

/** Accounts whose contracts have ended: rates do not ask them, their labels stay. */
const ENDED_ACCOUNTS = [
  {
    code: "correios",
    name: "Correios contract",
    kind: "gateway",
    carrier: "correios",
    service: "sedex",
    service_name: "Sedex",
  },
  {
    code: "jadlog",
    name: "Jadlog account",
    kind: "multi",
    carrier: "jadlog",
    service: "package",
    service_name: "Package",
  },
] as const;

const RULES: ShippingRule[] = [
  {
    name: "Express to São Paulo",
    when: { to_postal_prefixes: ["01"], weight_g_max: 2000 },
    // biome-ignore lint/suspicious/noThenProperty: a rule says when and then; nothing awaits it.
    then: { carrier_account: "house", services: ["express"] },
  },
  {
    name: "Heavy parcels in our own vans",
    when: { weight_g_min: 4000, is_international: false },
    // biome-ignore lint/suspicious/noThenProperty: as above.
    then: { carrier_account: "house", services: ["standard"] },
  },
  {
    name: "Returns as fast as possible",
    is_enabled: false,
    when: { is_return: true },
    // biome-ignore lint/suspicious/noThenProperty: as above.
    then: { strategy: "fastest" },
  },
];

interface DemoLabel {
  reference: string;
  account: number;
  is_house: boolean;
  carrier: string;
  service: string;
  service_name: string;
  state: "LABEL_READY" | "MANIFESTED" | "VOIDED" | "LABEL_PURCHASE_FAILED";
  shipment: Shipment;
  zone: number;
  price_minor: number;
  offers: OfferAtPurchase[];
  /** The day it was bought and handed over. */
  date: string;
  at: string;
}

export async function createLabels(
  db: Db,
  { id }: DemoBusiness,
  now: Date,
  secret_key: Buffer,
): Promise<void> {
  const accounts = await createAccounts(db, id, secret_key);
  const today = toLocalDate(now, "America/Sao_Paulo");
  const labels = Array.from({ length: LABELS + OPEN }, (_none, index) =>
    buildLabel(index, accounts, { today, now }),
  );
  const manifests = await createManifests(db, id, labels);
  await insertLabels(db, id, labels, manifests);
  await db.execute(
    "insert into shipping_rule_set (business_id, rules, version, updated_at) values ($1, $2, 1, $3)",
    [id, JSON.stringify(RULES), now],
  );
}

async function createAccounts(db: Db, business_id: number, secret_key: Buffer): Promise<number[]> {
  const [house] = await db.rows<{ id: number }>(
    "select id from carrier_account where business_id = $1 and kind = 'house'",
    [business_id],
  );
  const ended = await db.rows<{ id: number }>(
    `insert into carrier_account (business_id, code, name, kind, is_enabled, base_url, api_key_sealed, methods)
     select $1, a.code, a.name, a.kind, false, 'https://gateway.example', $3, a.methods
       from json_to_recordset($2::json) as a(code text, name text, kind text, methods jsonb) returning id`,
    [
      business_id,
      JSON.stringify(
        ENDED_ACCOUNTS.map(({ code, name, kind, carrier, service, service_name }) => ({
          code,
          name,
          kind,
          methods: [{ code: service, name: service_name, carrier }],
        })),
      ),
      encryptText(secret_key, "demo"),
    ],
  );
  return [house, ...ended].map((one) => one?.id ?? 0);
}

function buildLabel(
  index: number,
  accounts: readonly number[],
  { today, now }: { today: string; now: Date },
): DemoLabel {
  const is_open = index >= LABELS;
  const which = is_open ? 0 : index % 3;
  const ended = which === 0 ? undefined : ENDED_ACCOUNTS[which - 1];
  const { zone, ...city } = CITIES[index % CITIES.length] ?? NEAREST;
  const days_ago = is_open ? 0 : 1 + ((index * 11) % 23);
  const seed = `label-${index}`;
  const weight_g = 300 + ((index * 137) % 4700);
  const date = addDays(today, -days_ago);
  const failed = !is_open && index % 41 === 40;
  const price_minor = 1290 + zone * 210 + Math.ceil(weight_g / 500) * 95;
  const offer = (code: string, name: string, part: { account?: string; price: number; days: number }) => ({
    carrier_account: part.account ?? "house",
    service: code,
    service_name: name,
    price_minor: Math.round(part.price),
    currency: "BRL",
    arrives_on: addDays(date, part.days),
    preference: 100,
  });
  const voided = !is_open && !failed && index % 17 === 16;
  return {
    reference: `PHDEMO${String(index).padStart(14, "0")}`,
    account: accounts[which] ?? 0,
    is_house: ended === undefined,
    carrier: ended?.carrier ?? "house",
    service: ended?.service ?? "standard",
    service_name: ended?.service_name ?? "Standard",
    state: is_open ? "LABEL_READY" : failed ? "LABEL_PURCHASE_FAILED" : voided ? "VOIDED" : "MANIFESTED",
    shipment: {
      from: HUB,
      to: { ...pickPerson(seed), line1: pickStreet(seed).line1, country: "BR", ...city },
      packages: [
        {
          weight_g,
          length_mm: 300,
          width_mm: 200,
          height_mm: 120,
          description: "",
          reference: `P-${1000 + index}`,
        },
      ],
      customs: null,
      signature_required: false,
      saturday_delivery: false,
      insured_minor: 0,
      currency: "BRL",
      ship_date: date,
      is_return: false,
    },
    zone,
    price_minor,
    offers: [
      offer("standard", "Standard", {
        price: ended === undefined ? price_minor : price_minor - 60 + ((index * 53) % 240),
        days: 3,
      }),
      offer("express", "Express", { price: price_minor * 1.6, days: 1 }),
      ...(ended === undefined
        ? []
        : [offer(ended.service, ended.service_name, { account: ended.code, price: price_minor, days: 2 })]),
    ],
    date,
    at: new Date(now.getTime() - days_ago * DAY_MS - (index % 9) * 60_000).toISOString(),
  };
}

/** One for each account and day; ids by both. Those of the house carrier are in its books too. */
async function createManifests(
  db: Db,
  business_id: number,
  labels: readonly DemoLabel[],
): Promise<Map<string, number>> {
  const buildKey = ({ account, date }: Pick<DemoLabel, "account" | "date">) => `${account}/${date}`;
  const groups = Map.groupBy(
    labels.filter(({ state }) => state === "MANIFESTED"),
    buildKey,
  );
  const missing_labels = [...groups.values()].flatMap(([first]) => first ?? []);
  const manifests = missing_labels.map(({ account, is_house, carrier, date, at }) => ({
    reference: `PMDEMO${account}${date}`,
    account,
    is_house,
    carrier,
    origin: HUB,
    date,
    at,
  }));
  const booked = await db.rows<{ id: number; reference: string }>(
    `insert into house_manifest (business_id, reference, origin, date, created_at)
     select $1, m.reference, m.origin, m.date, m.at
       from json_to_recordset($2::json) as m(reference text, origin jsonb, date date, at timestamptz) returning id, reference`,
    [business_id, JSON.stringify(manifests.filter(({ is_house }) => is_house))],
  );
  const confirmations = new Map(booked.map((one) => [one.reference, buildConfirmation("MF", one.id)]));
  const rows = await db.rows<{ id: number; carrier_account_id: number; date: string }>(
    `insert into label_manifest (business_id, reference, carrier_account_id, carrier, origin, date, state, carrier_reference, created_at)
     select $1, m.reference, m.account, m.carrier, m.origin, m.date, 'created', m.confirmation, m.at
       from json_to_recordset($2::json) as m(reference text, account bigint, carrier text, origin jsonb, date date, confirmation text,
         at timestamptz) returning id, carrier_account_id, date`,
    [
      business_id,
      JSON.stringify(
        manifests.map((one) => ({
          ...one,
          confirmation: confirmations.get(one.reference) ?? `M-${one.date.replaceAll("-", "")}`,
        })),
      ),
    ],
  );
  return new Map(rows.map((row) => [buildKey({ account: row.carrier_account_id, date: row.date }), row.id]));
}

async function insertLabels(
  db: Db,
  business_id: number,
  labels: readonly DemoLabel[],
  manifests: ReadonlyMap<string, number>,
): Promise<void> {
  const sold = labels.filter(({ is_house, state }) => is_house && state !== "LABEL_PURCHASE_FAILED");
  const packages = await db.rows<{ id: number; reference: string }>(
    `with label as (
       select * from json_to_recordset($2::json) as l(reference text, service text, zone int, shipment jsonb, price_minor bigint,
         at timestamptz, manifest text, state text)),
     shipment as (
       insert into house_shipment (business_id, reference, service, zone, shipment, charge_minor, currency, gs1_prefix, bought_at, manifest_id)
       select $1::int, l.reference, l.service, l.zone, l.shipment, l.price_minor, 'BRL', $3, l.at, m.id
         from label l left join house_manifest m on m.business_id = $1 and m.reference = l.manifest returning id, reference),
     package as (
       insert into house_package (business_id, shipment_id, position, charge_minor, state, cancelled_at)
       select $1::int, s.id, 1, l.price_minor, case l.state when 'VOIDED' then 'voided' else 'bought' end,
           case l.state when 'VOIDED' then l.at end
         from shipment s join label l on l.reference = s.reference returning id, shipment_id)
     select p.id, s.reference from package p join shipment s on s.id = p.shipment_id`,
    [
      business_id,
      JSON.stringify(
        sold.map((label) => ({
          ...label,
          manifest: label.state === "MANIFESTED" ? `PMDEMO${label.account}${label.date}` : null,
        })),
      ),
      EXAMPLE_GS1_PREFIX,
    ],
  );
  const numbers = new Map(packages.map((one) => [one.reference, buildSscc(EXAMPLE_GS1_PREFIX, one.id)]));
  const stored_orders = await db.rows<{ id: number; reference: string }>(
    `with label as (
       select * from json_to_recordset($2::json) as l(reference text, account bigint, carrier text, service text, service_name text,
         state text, shipment jsonb, price_minor bigint, offers jsonb, at timestamptz, manifest_id bigint, tracking_number text, is_sold boolean)),
     label_order as (
       insert into label_order (business_id, carrier_account_id, reference, ref, state, state_since, carrier, service, service_name,
         shipment, label_format, price_minor, currency, lines, returned_minor, quoted_charge_minor, carrier_charge_minor, carrier_currency,
         carrier_reference, tracking_number, failure, failure_code, failure_text, asked_at, manifest_id, purchased_at, created_at, offers)
       select $1::int, l.account, l.reference, l.shipment->'packages'->0->>'reference', l.state, l.at, l.carrier, l.service,
           l.service_name, l.shipment, 'pdf', l.price_minor, 'BRL',
           jsonb_build_array(jsonb_build_object('code', 'base', 'label', 'Carriage', 'amount_minor', l.price_minor)),
           case l.state when 'VOIDED' then l.price_minor else 0 end, l.price_minor, case when l.is_sold then l.price_minor end, 'BRL',
           case when l.is_sold then l.reference end, l.tracking_number,
           case when not l.is_sold then 'request_refused' end, case when not l.is_sold then 'ADDRESS' end,
           case when not l.is_sold then 'The address is not served.' end,
           l.at, l.manifest_id, case when l.is_sold then l.at end, l.at, l.offers
         from label l order by l.at returning id, reference)
     insert into label_package (business_id, label_order_id, seq, tracking_number, carrier_reference, state, price_minor)
     select $1::int, o.id, 1, l.tracking_number, l.reference, case l.state when 'VOIDED' then 'voided' else 'bought' end, l.price_minor
       from label_order o join label l on l.reference = o.reference where l.is_sold
     returning label_order_id as id, carrier_reference as reference`,
    [
      business_id,
      JSON.stringify(
        labels.map((label, index) => {
          const is_sold = label.state !== "LABEL_PURCHASE_FAILED";
          const foreign = buildConfirmation("PU", 7_700_000 + index).replaceAll("-", "");
          return {
            ...label,
            is_sold,
            manifest_id:
              label.state === "MANIFESTED" ? manifests.get(`${label.account}/${label.date}`) : null,
            tracking_number: is_sold ? (numbers.get(label.reference) ?? `BR${foreign}`) : null,
          };
        }),
      ),
    ],
  );
  await trackLabels(db, business_id, stored_orders, { labels, numbers });
}

/** Timelines of what the house carrier sold. */
async function trackLabels(
  db: Db,
  business_id: number,
  stored_orders: readonly { id: number; reference: string }[],
  { labels, numbers }: { labels: readonly DemoLabel[]; numbers: ReadonlyMap<string, string> },
): Promise<void> {
  const labels_by_reference = new Map(labels.map((label) => [label.reference, label]));
  const tracked = stored_orders.flatMap(({ id, reference }) => {
    const [label, number] = [labels_by_reference.get(reference), numbers.get(reference)];
    return label === undefined || number === undefined ? [] : [{ id, number, label }];
  });
  await db.execute(
    `insert into tracking_number (number, business_id, subject_type, subject_id, created_at)
     select n.number, $1, 'label', n.id, n.at from json_to_recordset($2::json) as n(number text, id bigint, at timestamptz)`,
    [business_id, JSON.stringify(tracked.map(({ id, number, label }) => ({ id, number, at: label.at })))],
  );
  const entries = tracked.flatMap(({ id, number: tracking_number, label: { state, at } }) => {
    const compose = (code: StatusCode) =>
      composeTrackingEvent({ now: new Date(at) }, { id, tracking_number }, { code, occurred_at: at });
    const end = state === "MANIFESTED" ? "otep:carrier:manifested" : "otep:core:cancelled";
    const events = [
      compose("otep:carrier:label_created"),
      ...(state === "LABEL_READY" ? [] : [compose(end)]),
    ];
    return events.map((event) => ({ number: buildTimelineKey(id), event }));
  });
  await storeTrackingEvents({ db, business_id, enqueue: () => {} }, entries);
}
