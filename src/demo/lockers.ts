/**
 * Three lockers of the demo with their walls, what is reserved and in them, and their logs: one in use, one with a cooled shop,
 * a door that does not close and a compartment that waits for a check, and one that is offline.
 */
import { randomBytes } from "node:crypto";
import { type NewOperation, recordOperations } from "#domain/lockers/devices/public.ts";
import type { Runtime } from "#operation/define/runtime.ts";
import { addToDirectory } from "#operation/records/directory.ts";
import { encryptText, hashToken } from "#platform/auth/secrets.ts";
import { type Db, inTransaction, systemDb } from "#platform/db/db.ts";
import { drawBoxPhoto } from "./box-photo.ts";
import { callAs } from "./call.ts";
import { createDeviceOrders } from "./device-orders.ts";
import { createHandovers } from "./handovers.ts";
import { insertRows } from "./insert-rows.ts";
import { type LockerDemo, type Size, type StoredUse, setDues } from "./locker-demo.ts";
import { createShop } from "./locker-shop.ts";
import { USES } from "./locker-uses.ts";
import { createRelays } from "./luggage-relays.ts";
import { createRentals } from "./rentals.ts";

const HOUR_MS = 3_600_000;
const HEIGHTS: Record<Size, number> = { S: 110, M: 230, L: 380, XL: 700 };

const LOCKERS: {
  serial: string;
  name: string;
  status: "ONLINE" | "OFFLINE";
  lat: number;
  lng: number;
  line1: string;
  /** From the left, each from above. */
  columns: Size[][];
  /** Columns that are cooled, with their temperature. */
  cooled?: Record<string, number>;
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
      ["S", "S", "S", "S", "M", "M"],
      ["M", "M", "L", "L"],
    ],
    cooled: { C: 4.2 },
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
      ["L", "L", "XL"],
    ],
  },
];

/** How long SUDO-1 has been offline, hours. */
const OFFLINE_H = 1;

/** The record that a reservation is for. */
interface Subject {
  key: string;
  type: string;
  id: number;
}

export async function createLockers(runtime: Runtime): Promise<void> {
  const { system } = runtime.pools;
  const demo_rows = await systemDb(system).row<{ id: number; admin: number; café: number; is_made: boolean }>(
    `select b.id, (select id from account where business_id = b.id and role = 'client_admin' order by id limit 1) as admin,
       (select id from account where business_id = b.id and email = 'customer@rounds.example') as "café",
       exists (select from locker_device where business_id = b.id) as is_made
       from business b where b.code = 'rounds'`,
  );
  if (demo_rows === undefined || demo_rows.is_made) return;
  const upload = async (account: number, name: string, colour: readonly [number, number, number]) => {
    const call = await callAs(runtime, account);
    const content_base64 = drawBoxPhoto(colour).toString("base64");
    return (await call("fileUpload", { content_base64, content_type: "image/png", name }))?.file_id ?? null;
  };
  const photos = {
    bag: await upload(demo_rows.admin, "bag.png", [96, 104, 120]),
    item: await upload(demo_rows.café, "item.png", [196, 96, 72]),
  };
  await inTransaction(system, (db) =>
    insertLockers(db, demo_rows.id, {
      now: runtime.now(),
      secret_key: runtime.settings.secret_key,
      photos,
    }),
  );
}

export async function insertLockers(
  db: Db,
  business_id: number,
  {
    now,
    secret_key,
    photos,
  }: { now: Date; secret_key: Buffer; photos: { bag: number | null; item: number | null } },
): Promise<void> {
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS).toISOString();
  const people = await db.row<Record<string, number | null> & { drivers: number[] | null }>(
    `select (select id from customer where business_id = $1 and code = 'CAFE') as cafe,
       (select id from customer where business_id = $1 and code = 'FARM') as farm,
       (select id from account where business_id = $1 and role = 'client_admin' order by id limit 1) as admin,
       (select id from account where business_id = $1 and email = 'customer@rounds.example') as buyer,
       (select array_agg(id order by id) from (select id from account where business_id = $1 and role = 'driver' order by id limit 2) a)
         as drivers,
       (select id from warehouse where business_id = $1 and is_depot order by id limit 1) as warehouse_id`,
    [business_id],
  );
  const customers = { CAFE: Number(people?.["cafe"]), FARM: Number(people?.["farm"]) };
  const devices = await insertDevices(db, business_id, { now, secret_key, ago });
  const compartments = await insertCompartments(db, business_id, { now, ago, devices });
  const uses = USES.map((use): StoredUse => {
    const device = devices.get(use.serial);
    const compartment = compartments.get(`${use.serial} ${use.code}`);
    if (device === undefined || compartment === undefined) throw new Error(`There is no ${use.code}.`);
    return { ...use, ...compartment, device_id: device.id, device_name: device.name, place: device.place };
  });
  await insertReservations(db, business_id, { uses, customers, ago });
  const demo: LockerDemo = {
    db,
    business_id,
    now,
    secret_key,
    ago,
    customers,
    use(key) {
      const use = uses.find((one) => one.key === key);
      if (use === undefined) throw new Error(`Nothing at the lockers has the key ${key}.`);
      return use;
    },
    findLocker(serial) {
      const device = devices.get(serial);
      if (device === undefined) throw new Error(`There is no locker ${serial}.`);
      return device;
    },
    people: {
      admin: people?.["admin"] ?? null,
      drivers: people?.drivers ?? [],
      café: people?.["buyer"] ?? null,
      warehouse_id: people?.["warehouse_id"] ?? null,
      bag_photo: photos.bag,
      item_photo: photos.item,
    },
  };
  const subjects: Subject[] = [
    ...(await createDeviceOrders(demo)),
    ...(await createRentals(demo)),
    ...(await createHandovers(demo)),
    ...(await createRelays(demo)),
    ...(await createShop(demo)),
  ];
  await db.execute(
    `update locker_reservation r set subject_type = s.type, subject_id = s.id
       from json_to_recordset($2::json) as s(reservation_id bigint, type text, id bigint)
      where r.business_id = $1 and r.id = s.reservation_id`,
    [
      business_id,
      JSON.stringify(subjects.map(({ key, ...one }) => ({ ...one, ...pickReservation(demo.use(key)) }))),
    ],
  );
  for (const device of devices.values())
    await recordOperations(
      { db, business_id, now },
      device.id,
      uses
        .filter(({ device_id }) => device_id === device.id)
        .flatMap((use) => listOperations(use, ago))
        .sort((one, other) => Date.parse(one.occurred_at ?? "") - Date.parse(other.occurred_at ?? "")),
    );
}

const pickReservation = ({ reservation_id }: StoredUse) => ({ reservation_id });

type Clock = Pick<LockerDemo, "now" | "ago">;
type Devices = Map<string, { id: number; name: string; place: Record<string, unknown> }>;

async function insertDevices(
  db: Db,
  business_id: number,
  { now, ago, secret_key }: Clock & { secret_key: Buffer },
): Promise<Devices> {
  const rows = LOCKERS.map(({ serial, name, status, lat, lng, line1, cooled }) => ({
    business_id,
    kind: "locker",
    serial,
    name,
    place: { name, line1, city: "Brasília", region: "DF", country: "BR", lat, lng },
    status,
    status_since: status === "ONLINE" ? ago(26) : ago(OFFLINE_H),
    public_key: `\\x${randomBytes(32).toString("hex")}`,
    code_secret: encryptText(secret_key, randomBytes(32).toString("base64url")),
    model: "L-24",
    firmware: "1.4.2",
    capabilities: [
      "mqtt",
      "door_sensor",
      "contents_sensor",
      ...(cooled === undefined ? [] : ["temperature"]),
      "keypad",
      "display",
    ],
    connectivity: "mqtt",
    last_seen_at: status === "ONLINE" ? now.toISOString() : ago(OFFLINE_H),
    clock_offset_ms: 120,
    created_at: ago(24 * 60),
    updated_at: ago(24 * 60),
  }));
  const ids = await insertRows(db, "locker_device", rows);
  const devices: Devices = new Map();
  for (const [index, { serial, name, place }] of rows.entries()) {
    const id = ids[index] ?? 0;
    devices.set(serial, { id, name, place });
    // What is on sale at a locker is found by it.
    await addToDirectory({ db, business_id }, "locker_device", hashToken(`device:${id}`));
  }
  return devices;
}

/** By serial and code. */
async function insertCompartments(
  db: Db,
  business_id: number,
  { now, ago, devices }: Clock & { devices: Devices },
): Promise<Map<string, { compartment_id: number; size: Size }>> {
  const rows = LOCKERS.flatMap(({ serial, columns, cooled = {} }) =>
    columns.flatMap((sizes, column) =>
      sizes.map((size, row) => {
        const letter = "ABCD"[column] ?? "";
        const code = `${letter}${String(row + 1).padStart(2, "0")}`;
        const use = USES.find((one) => one.serial === serial && one.code === code && one.now !== undefined);
        const since = ago(use?.now?.since_h ?? 24);
        return {
          serial,
          business_id,
          device_id: devices.get(serial)?.id,
          code,
          size,
          width_mm: 380,
          height_mm: HEIGHTS[size],
          depth_mm: 500,
          wall_column: column + 1,
          wall_row: row + 1,
          status: use?.now?.status ?? "FREE",
          status_reason: use?.now?.reason ?? null,
          status_since: since,
          door: use?.now?.close_by_h === undefined ? "CLOSED" : "OPEN",
          close_by: use?.now?.close_by_h === undefined ? null : ago(use.now.close_by_h),
          contents: use?.now?.is_full === true ? "FULL" : "EMPTY",
          fault_code: use?.now?.fault ?? null,
          temperature_c: cooled[letter] ?? null,
          observed_at: since,
          deposit_counter: use?.deposit_counter ?? 0,
          collect_counter: use?.collect_counter ?? 0,
          created_at: ago(24 * 60),
          updated_at: now,
        };
      }),
    ),
  );
  const ids = await insertRows(
    db,
    "locker_compartment",
    rows.map(({ serial: _, ...row }) => row),
  );
  return new Map(
    rows.map(({ serial, code, size }, index) => [
      `${serial} ${code}`,
      { compartment_id: ids[index] ?? 0, size },
    ]),
  );
}

/** Sets their ids. */
async function insertReservations(
  db: Db,
  business_id: number,
  { uses, customers, ago }: { uses: StoredUse[]; customers: LockerDemo["customers"]; ago: LockerDemo["ago"] },
): Promise<void> {
  const reserved_uses = uses.filter(({ purpose }) => purpose !== undefined);
  const at = (hours: number | undefined) => (hours === undefined ? null : ago(hours));
  const rows = reserved_uses.map((use) => ({
    business_id,
    device_id: use.device_id,
    compartment_id: use.compartment_id,
    purpose: use.purpose,
    ref: use.ref ?? null,
    status: use.ended_h !== undefined ? "ENDED" : use.deposited_h !== undefined ? "IN_USE" : "HELD",
    status_since: ago(use.ended_h ?? use.deposited_h ?? use.reserved_h),
    expires_at: ago(use.hold_until_h ?? use.reserved_h - 24),
    collect_until: at(use.collect_until_h),
    in_use_at: at(use.deposited_h),
    ended_at: at(use.ended_h),
    customer_id: use.customer === undefined ? null : customers[use.customer],
    deposit_counter: use.deposit_counter ?? null,
    collect_counter: use.collect_counter ?? null,
    created_at: ago(use.reserved_h),
    updated_at: ago(use.ended_h ?? use.deposited_h ?? use.reserved_h),
  }));
  const ids = await insertRows(db, "locker_reservation", rows);
  for (const [index, use] of reserved_uses.entries()) use.reservation_id = ids[index] ?? 0;
  const dues = reserved_uses.flatMap((use) => {
    const id = use.reservation_id ?? 0;
    if (use.now?.status === "RESERVED")
      return [{ kind: "lockers.hold_end", subject: id, hours: use.hold_until_h ?? use.reserved_h - 24 }];
    if (use.now?.status === "OCCUPIED" && use.collect_until_h !== undefined)
      return [{ kind: "lockers.collection_end", subject: id, hours: use.collect_until_h }];
    // The door of the other one was reported long ago.
    return use.now?.close_by_h !== undefined && use.now.close_by_h < 0
      ? [{ kind: "lockers.door_left_open", subject: use.compartment_id, hours: use.now.close_by_h }]
      : [];
  });
  await setDues(db, business_id, ago, dues);
}

/** What the log has of a use. */
function listOperations(use: StoredUse, ago: LockerDemo["ago"]): NewOperation[] {
  const { compartment_id, reservation_id = null, deposited_h, ended_h } = use;
  const build = (
    action: string,
    actor_type: NewOperation["actor_type"],
    hours: number,
    details: Record<string, unknown> = {},
    result: NewOperation["result"] = "ok",
  ): NewOperation => ({
    action,
    actor_type,
    result,
    compartment_id,
    reservation_id,
    occurred_at: ago(hours),
    details,
  });
  /** A code is typed, the door opens and, half a minute later, is closed. */
  const open = (kind: "deposit" | "collect", hours: number): NewOperation[] => [
    build("code_accepted", "device", hours + 35 / 3600, { use: kind, counter: 1 }),
    build("door_opened", "device", hours + 33 / 3600, { cause: "code", use: kind, counter: 1 }),
    build("door_closed", "device", hours, { contents: kind === "deposit" ? "FULL" : "EMPTY" }),
    build(`${kind}_confirmed`, "device", hours, { by: "sensor" }),
  ];
  return [
    ...(use.purpose === undefined
      ? []
      : [build("reserved", use.by ?? "operator", use.reserved_h, { purpose: use.purpose })]),
    ...(deposited_h === undefined ? [] : open("deposit", deposited_h)),
    ...(ended_h === undefined ? [] : open("collect", ended_h)),
    ...(use.log ?? []).map(({ action, by = "device", hours, details, result }) =>
      build(action, by, hours, details, result),
    ),
  ];
}
