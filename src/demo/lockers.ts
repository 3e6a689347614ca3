/**
 * Three lockers of the demo with their walls, what is reserved and in them, and their logs: one in use (that of the rentals), one
 * with a compartment that waits for a check, and one that is offline.
 */
import { randomBytes } from "node:crypto";
import { type NewOperation, recordOperations } from "#domain/lockers/devices/public.ts";
import { encryptText } from "#platform/auth/secrets.ts";
import type { Db } from "#platform/db/db.ts";
import type { DemoBusiness } from "./accounts.ts";

const HOUR_MS = 3_600_000;
const HEIGHTS = { S: 110, M: 230, L: 380, XL: 700 };
type Size = keyof typeof HEIGHTS;

interface DemoUse {
  code: string;
  status: "RESERVED" | "OCCUPIED" | "OVERDUE" | "VERIFY" | "OUT_OF_SERVICE";
  reason?: string;
  purpose?: "delivery" | "return" | "rental" | "shop";
  /** Hours before the demo was created. */
  hours: number;
  /** Hours after its beginning in which it should be collected. */
  collect_h?: number;
}

const LOCKERS: {
  serial: string;
  name: string;
  status: "ONLINE" | "OFFLINE";
  lat: number;
  lng: number;
  line1: string;
  /** From the left, each from above. */
  columns: Size[][];
  uses: DemoUse[];
}[] = [
  {
    serial: "RODO-1",
    name: "Rodoviária, ala norte",
    status: "ONLINE",
    lat: -15.7939,
    lng: -47.8828,
    line1: "Rodoviária do Plano Piloto",
    columns: [
      ["M", "M", "L", "L", "XL"],
      ["S", "S", "S", "S", "S", "S", "S", "S", "S", "S", "M", "M"],
      ["S", "S", "M", "M", "L", "L"],
    ],
    uses: [
      { code: "B12", status: "OCCUPIED", purpose: "rental", hours: 3, collect_h: 24 },
      { code: "B02", status: "OCCUPIED", purpose: "delivery", hours: 6, collect_h: 72 },
      { code: "C05", status: "OVERDUE", purpose: "delivery", hours: 80, collect_h: 72 },
      { code: "B05", status: "RESERVED", purpose: "return", hours: 0 },
    ],
  },
  {
    serial: "ASAN-1",
    name: "CLN 204, Asa Norte",
    status: "ONLINE",
    lat: -15.7735,
    lng: -47.8785,
    line1: "CLN 204 Bloco B",
    columns: [
      ["S", "S", "S", "M", "M", "L"],
      ["S", "S", "M", "L", "L"],
    ],
    uses: [
      { code: "A04", status: "VERIFY", reason: "claim_and_sensor_differ", purpose: "delivery", hours: 30 },
      { code: "B03", status: "OUT_OF_SERVICE", reason: "taken_out", hours: 50 },
      { code: "A01", status: "OCCUPIED", purpose: "delivery", hours: 2, collect_h: 48 },
    ],
  },
  {
    serial: "SUDO-1",
    name: "CLSW 301, Sudoeste",
    status: "OFFLINE",
    lat: -15.7995,
    lng: -47.9243,
    line1: "CLSW 301 Bloco A",
    columns: [
      ["S", "S", "M", "M"],
      ["M", "L", "XL"],
    ],
    uses: [{ code: "B02", status: "OCCUPIED", purpose: "delivery", hours: 20, collect_h: 72 }],
  },
];

export async function createLockers(
  db: Db,
  { id: business_id }: DemoBusiness,
  now: Date,
  secret_key: Buffer,
): Promise<void> {
  const subtractHours = (hours: number) => new Date(now.getTime() - hours * HOUR_MS).toISOString();
  for (const { serial, name, status, lat, lng, line1, columns, uses } of LOCKERS) {
    const place = { name, line1, city: "Brasília", region: "DF", country: "BR", lat, lng };
    const heard_at = status === "ONLINE" ? now.toISOString() : subtractHours(1);
    const device = await db.row<{ id: number }>(
      `insert into locker_device (business_id, kind, serial, name, place, status, status_since, public_key, code_secret, model, firmware,
         connectivity, last_seen_at, clock_offset_ms, created_at, updated_at)
       values ($1, 'locker', $2, $3, $4, $5, $6, $7, $8, 'L-24', '1.4.2', 'mqtt', $6, 120, $9, $9) returning id`,
      [
        business_id,
        serial,
        name,
        JSON.stringify(place),
        status,
        heard_at,
        randomBytes(32),
        encryptText(secret_key, randomBytes(32).toString("base64url")),
        subtractHours(24 * 60),
      ],
    );
    const device_id = device?.id ?? 0;
    const compartments = columns.flatMap((sizes, column) =>
      sizes.map((size, row) => {
        const code = `${"ABC"[column]}${String(row + 1).padStart(2, "0")}`;
        const use = uses.find((one) => one.code === code);
        const is_full = use?.status === "OCCUPIED" || use?.status === "OVERDUE" || use?.status === "VERIFY";
        return {
          code,
          size,
          height_mm: HEIGHTS[size],
          wall_column: column + 1,
          wall_row: row + 1,
          status: use?.status ?? "FREE",
          status_reason: use?.reason ?? null,
          status_since: subtractHours(use?.hours ?? 24),
          contents: is_full ? "FULL" : "EMPTY",
        };
      }),
    );
    const rows = await db.rows<{ id: number; code: string }>(
      `insert into locker_compartment (business_id, device_id, code, size, width_mm, height_mm, depth_mm, wall_column, wall_row, status,
         status_reason, status_since, door, contents, observed_at, created_at, updated_at)
       select $1, $2, c.code, c.size, 380, c.height_mm, 500, c.wall_column, c.wall_row, c.status, c.status_reason, c.status_since,
         'CLOSED', c.contents, c.status_since, $4, $4
         from json_to_recordset($3::json) as c(code text, size text, height_mm int, wall_column int, wall_row int, status text,
           status_reason text, status_since timestamptz, contents text)
       returning id, code`,
      [business_id, device_id, JSON.stringify(compartments), now],
    );
    const ids = new Map(rows.map(({ id, code }) => [code, id]));
    const operations: NewOperation[] = [];
    for (const use of uses.toSorted((one, other) => other.hours - one.hours)) {
      const compartment_id = ids.get(use.code) ?? 0;
      const add = (
        action: string,
        actor_type: NewOperation["actor_type"],
        occurred_at: string,
        details: Record<string, unknown> = {},
        reservation_id: number | null = null,
      ) =>
        operations.push({
          action,
          actor_type,
          result: "ok",
          compartment_id,
          reservation_id,
          occurred_at,
          details,
        });
      const begins_at = subtractHours(use.hours);
      if (use.purpose === undefined) {
        add("taken_out_of_service", "operator", begins_at, { note: "Dobradiça solta." });
        continue;
      }
      const is_held = use.status === "RESERVED";
      const reservation = await db.row<{ id: number }>(
        `insert into locker_reservation (business_id, device_id, compartment_id, purpose, status, status_since, expires_at, collect_until,
           in_use_at, customer_id, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, (select id from customer where business_id = $1 and code = 'CAFE'), $6, $6)
         returning id`,
        [
          business_id,
          device_id,
          compartment_id,
          use.purpose,
          is_held ? "HELD" : "IN_USE",
          begins_at,
          // A whole day, so that whoever tries the demo finds it.
          subtractHours(use.hours - 24),
          use.collect_h === undefined ? null : subtractHours(use.hours - use.collect_h),
          is_held ? null : begins_at,
        ],
      );
      const reservation_id = reservation?.id ?? 0;
      add("reserved", "operator", begins_at, { purpose: use.purpose }, reservation_id);
      if (is_held) {
        await setDue(db, business_id, "lockers.hold_end", reservation_id, subtractHours(use.hours - 24));
        continue;
      }
      if (use.status === "OCCUPIED" && use.collect_h !== undefined)
        await setDue(
          db,
          business_id,
          "lockers.collection_end",
          reservation_id,
          subtractHours(use.hours - use.collect_h),
        );
      add("code_accepted", "device", begins_at, { use: "deposit", counter: 1 }, reservation_id);
      add("door_opened", "device", begins_at, { cause: "code", use: "deposit", counter: 1 }, reservation_id);
      add("door_closed", "device", begins_at, { contents: "FULL" }, reservation_id);
      add("deposit_confirmed", "device", begins_at, { by: "sensor" }, reservation_id);
      if (use.status === "VERIFY")
        add("collect_confirmed", "device", subtractHours(use.hours - 1), { by: "person" }, reservation_id);
    }
    await recordOperations({ db, business_id, now }, device_id, operations);
  }
}

const setDue = (db: Db, business_id: number, kind: string, subject: number, at: string) =>
  db.execute("insert into due (business_id, kind, subject, due_at, next_at) values ($1, $2, $3, $4, $4)", [
    business_id,
    kind,
    String(subject),
    at,
  ]);
