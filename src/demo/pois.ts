/**
 * Points of interest of the demo in Brasília: a shopping centre with a dock, a partner shop, parking, a no-go area and a corridor, and one
 * duplicate to merge. A driver was at the shopping centre three times today.
 */
import type { Runtime } from "#operation/define/runtime.ts";
import { systemDb } from "#platform/db/db.ts";
import { callAs } from "./call.ts";

const WEEK = ["monday", "tuesday", "wednesday", "thursday", "friday"];
const hours = (opens: string, closes: string, saturday = closes) => ({
  weekly: [
    { days: WEEK, intervals: [{ opens, closes }] },
    { days: ["saturday"], intervals: [{ opens, closes: saturday }] },
  ],
  holidays: { calendar: "BR-DF", intervals: [] },
});

/** National holidays on fixed days, and that of the Federal District. */
const HOLIDAYS = [
  ["2026-01-01", "Confraternização Universal"],
  ["2026-04-21", "Tiradentes, fundação de Brasília"],
  ["2026-05-01", "Dia do Trabalho"],
  ["2026-09-07", "Independência do Brasil"],
  ["2026-10-12", "Nossa Senhora Aparecida"],
  ["2026-11-02", "Finados"],
  ["2026-11-15", "Proclamação da República"],
  ["2026-11-20", "Consciência Negra"],
  ["2026-11-30", "Dia do Evangélico"],
  ["2026-12-25", "Natal"],
] as const;

const MALL = { lat: -15.7925, lng: -47.884 };
const point = (lng: number, lat: number) => ({ type: "Point", coordinates: [lng, lat] });
const circle = (radius_m: number) => ({ shape: "circle", radius_m });

const POIS = [
  {
    name: "Conjunto Nacional",
    kind: "customer_site",
    geometry: point(MALL.lng, MALL.lat),
    place: {
      line1: "SDN CNB, Asa Norte",
      city: "Brasília",
      region: "DF",
      postal_code: "70077-900",
      country: "BR",
    },
    entrances: [{ name: "Doca de carga", ...MALL, instructions: "Interfone da doca, subsolo 1" }],
    hours: hours("10:00", "22:00"),
    geofence: circle(120),
    attributes: { max_height_m: "3.8" },
    tags: ["shopping"],
    ref: "CN-01",
  },
  {
    name: "Conjunto Nacional (entrada)",
    kind: "customer_site",
    geometry: point(-47.8838, -15.7924),
    tags: ["duplicada"],
  },
  {
    name: "Padaria Asa Sul",
    kind: "partner_shop",
    geometry: point(-47.9, -15.812),
    place: { line1: "CLS 208 Bloco B, Loja 12", city: "Brasília", region: "DF", country: "BR" },
    hours: hours("06:30", "21:00", "14:00"),
    geofence: circle(60),
    visibility: "public",
  },
  {
    name: "Bolsão Setor Comercial Sul",
    kind: "parking",
    geometry: {
      type: "Polygon",
      coordinates: [
        [
          [-47.8925, -15.7972],
          [-47.889, -15.7972],
          [-47.889, -15.7955],
          [-47.8925, -15.7955],
          [-47.8925, -15.7972],
        ],
      ],
    },
    tags: ["vans"],
  },
  {
    name: "Praça dos Três Poderes",
    kind: "no_go_area",
    geometry: {
      type: "Polygon",
      coordinates: [
        [
          [-47.8635, -15.8025],
          [-47.8585, -15.8025],
          [-47.8585, -15.799],
          [-47.8635, -15.799],
          [-47.8635, -15.8025],
        ],
      ],
    },
    geofence: { shape: "polygon", dwell_s: 30 },
  },
  {
    name: "EPTG, faixa exclusiva",
    kind: "other",
    geometry: point(-48.0, -15.82),
    geofence: {
      shape: "corridor",
      line: [
        [-48.05, -15.836],
        [-48.0, -15.82],
        [-47.95, -15.805],
      ],
      width_m: 60,
    },
  },
];

/** Minutes before now at which the driver came, and how many it stayed. */
const STAYS = [
  [170, 9],
  [110, 12],
  [45, 16],
] as const;

export async function createPois(runtime: Runtime): Promise<void> {
  const demo_rows = await systemDb(runtime.pools.system).row<{
    admin: number | null;
    driver: number | null;
    is_made: boolean;
  }>(
    `select (select a.id from account a join business b on b.id = a.business_id
         where b.code = 'rounds' and a.role = 'client_admin' order by a.id limit 1) as admin,
       (select a.id from account a join business b on b.id = a.business_id
         where b.code = 'rounds' and a.email = 'driver40@rounds.example') as driver,
       exists (select from poi) as is_made`,
  );
  if (!demo_rows?.admin || demo_rows.is_made) return;
  const admin = await callAs(runtime, demo_rows.admin);
  await admin("poiHolidaysSet", {
    calendar: "BR-DF",
    holidays: HOLIDAYS.map(([date, name]) => ({ date, name, yearly: true })),
  });
  for (const poi of POIS) await admin("poiCreate", poi);
  if (!demo_rows.driver) return;
  const driver = await callAs(runtime, demo_rows.driver);
  let seq = 0;
  const now = Date.now();
  const positions = STAYS.flatMap(([before_min, stay_min]) =>
    Array.from({ length: stay_min + 2 }, (_, minute) => ({
      seq: ++seq,
      at: new Date(now - (before_min - minute) * 60_000).toISOString(),
      // The last one is two kilometres away.
      lat: minute > stay_min ? MALL.lat - 0.02 : MALL.lat,
      lng: MALL.lng,
      accuracy_m: 8,
    })),
  );
  await driver("driverPositions", { device_id: "demo", positions });
}
