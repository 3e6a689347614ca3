/**
 * What can be reserved at the hub of the demo: two loading docks, full tomorrow at eight, with a carrier that waits for that hour, and a
 * counter where parcels are collected.
 */
import { ANONYMOUS } from "#operation/caller/actor.ts";
import type { Runtime } from "#operation/define/runtime.ts";
import { systemDb } from "#platform/db/db.ts";
import { addDays, toInstant, toLocalDate } from "#vocabulary/calendar.ts";
import { callAs } from "./call.ts";

const TIME_ZONE = "America/Sao_Paulo";
const ADDRESS = "SIA Trecho 3, Brasília";
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];
const week = (...hours: { from: string; to: string }[]) =>
  WEEKDAYS.flatMap((weekday) => hours.map((times) => ({ weekday, ...times })));

const BOOKABLES = {
  dock: {
    name: "Docas de carga",
    description: "Duas docas para caminhões até 4,2 m. Chegue 10 minutos antes, com a nota fiscal.",
    kind: "dock",
    calendar: { weekly: week({ from: "06:00", to: "22:00" }), exceptions: [] },
    slot_minutes: 60,
    capacity: 2,
    lead_minutes: 60,
    cutoff_minutes: 120,
    no_show_minutes: null,
    form_fields: {
      type: "object",
      properties: {
        plate: { type: "string", title: "Placa do veículo", maxLength: 10 },
        pallets: { type: "integer", title: "Paletes", minimum: 1, maximum: 33 },
      },
      required: ["plate"],
    },
  },
  retirada: {
    name: "Retirada no balcão",
    description: "Retire sua encomenda com um documento com foto.",
    kind: "pickup",
    calendar: { weekly: week({ from: "08:00", to: "20:00" }), exceptions: [] },
    slot_minutes: 30,
    capacity: 6,
    lead_minutes: 15,
    cutoff_minutes: 30,
    no_show_minutes: 20,
    form_fields: { type: "object", properties: {}, required: [] },
  },
} as const;

/** Who reserved, by the wall time of the slot; today or later, as the slots that are over cannot be reserved. */
const GUESTS: { bookable: keyof typeof BOOKABLES; day: number; at: string; name: string; plate?: string }[] =
  [
    { bookable: "dock", day: 0, at: "20:00", name: "Transportes Cerrado", plate: "JKL-2B34" },
    { bookable: "dock", day: 0, at: "21:00", name: "Planalto Cargas", plate: "PAQ-7F10" },
    { bookable: "dock", day: 1, at: "08:00", name: "Transportes Cerrado", plate: "JKL-2B34" },
    { bookable: "dock", day: 1, at: "08:00", name: "Rápido Goiás", plate: "NVB-1C88" },
    { bookable: "dock", day: 1, at: "09:00", name: "Lago Norte Distribuidora", plate: "RED-5A21" },
    { bookable: "dock", day: 1, at: "14:00", name: "Planalto Cargas", plate: "PAQ-7F10" },
    { bookable: "retirada", day: 0, at: "19:30", name: "Helena Prado" },
    { bookable: "retirada", day: 1, at: "10:00", name: "Otávio Reis" },
    { bookable: "retirada", day: 1, at: "10:00", name: "Marina Duarte" },
  ];

export async function createReservations(runtime: Runtime): Promise<void> {
  const rows = await systemDb(runtime.pools.system).row<{ admin: number; warehouse: number }>(
    `select a.id as admin, w.id as warehouse from business b
      join account a on a.business_id = b.id and a.email = 'admin@rounds.example'
      join warehouse w on w.business_id = b.id and w.is_depot
     where b.code = 'rounds' and not exists (select from bookable)`,
  );
  if (rows === undefined) return;
  const call = await callAs(runtime, rows.admin);
  const ids = new Map<string, number>();
  for (const [code, bookable] of Object.entries(BOOKABLES)) {
    const answer = await call("bookableCreate", {
      code,
      ...bookable,
      warehouse_id: rows.warehouse,
      street_address: ADDRESS,
      time_zone: TIME_ZONE,
      places_max: 1,
      horizon_days: 30,
      has_waitlist: true,
      offer_mode: "in_order",
      offer_minutes: 60,
      verified_contact: "none",
    });
    ids.set(code, answer.bookable.id);
  }
  const today = toLocalDate(runtime.now(), TIME_ZONE);
  const findStart = (day: number, at: string) => toInstant(addDays(today, day), at, TIME_ZONE);
  for (const { bookable, day, at, name, plate } of GUESTS) {
    const starts_at = findStart(day, at);
    if (starts_at <= runtime.now()) continue;
    await call("reservationCreate", {
      bookable_id: ids.get(bookable),
      starts_at: starts_at.toISOString(),
      guest_name: name,
      form: plate === undefined ? {} : { plate },
    });
  }
  const guest = await callAs(runtime, ANONYMOUS);
  await guest("waitlistJoin", {
    clientCode: "rounds",
    bookable: "dock",
    windows: [{ from: findStart(1, "08:00").toISOString(), to: findStart(1, "09:00").toISOString() }],
    guest_name: "Goiás Express",
    guest_email: "patio@goias-express.example",
    guest_language: "pt",
    form: { plate: "OGT-4D02" },
  });
}
