/** What compartments of the demo's lockers are and were used for. Times are hours before the demo was created. */
import type { NewOperation } from "#domain/lockers/devices/public.ts";

export interface DemoUse {
  /** By which the records of families name it. */
  key: string;
  serial: "RODO-1" | "ASAN-1" | "SUDO-1";
  code: string;
  /** Undefined where nothing is reserved. */
  purpose?: "delivery" | "return" | "rental" | "resale" | "relay" | "shop";
  ref?: string;
  customer?: "CAFE" | "FARM";
  by?: NewOperation["actor_type"];
  reserved_h: number;
  /** A day after it was reserved when absent. */
  hold_until_h?: number;
  deposited_h?: number;
  ended_h?: number;
  collect_until_h?: number;
  deposit_counter?: number;
  collect_counter?: number;
  /** The compartment now, where the use goes on. */
  now?: {
    status: "RESERVED" | "LOADING" | "OCCUPIED" | "UNLOADING" | "OVERDUE" | "VERIFY" | "OUT_OF_SERVICE";
    since_h: number;
    reason?: string;
    is_full?: boolean;
    /** Until when an open door is to be closed. */
    close_by_h?: number;
    fault?: string;
  };
  /** Beside what each deposit and each collection leave in the log. */
  log?: {
    action: string;
    by?: NewOperation["actor_type"];
    hours: number;
    details?: Record<string, unknown>;
    result?: NewOperation["result"];
  }[];
}

const MINUTE_H = 1 / 60;
/** Codes to deposit and to collect were issued. */
const CODES = { deposit_counter: 1, collect_counter: 1 };
/** Parcels wait for three days. */
const DAYS_H = 72;

const occupied = (since_h: number) => ({ status: "OCCUPIED", since_h, is_full: true }) as const;
const store = (deposited_h: number) => ({
  deposited_h,
  collect_until_h: deposited_h - DAYS_H,
  now: occupied(deposited_h),
});
/** Stocked by the merchant; the sensor of the cooled column reports twice a day. */
const stock = (key: string, code: string, stocked_h: number): DemoUse => ({
  key,
  serial: "ASAN-1",
  code,
  purpose: "shop",
  customer: "CAFE",
  by: "customer",
  reserved_h: stocked_h + 5 * MINUTE_H,
  deposited_h: stocked_h,
  now: occupied(stocked_h),
  log: [12, 0.2]
    .filter((hours) => hours < stocked_h)
    .map((hours) => ({ action: "temperature", hours, details: { celsius: 4.2 } })),
});

export const USES: readonly DemoUse[] = [
  // The bus station
  {
    key: "parcel-deposited",
    serial: "RODO-1",
    code: "B02",
    purpose: "delivery",
    customer: "FARM",
    by: "courier",
    reserved_h: 8,
    ...store(6),
    ...CODES,
  },
  {
    key: "parcel-expired",
    serial: "RODO-1",
    code: "C05",
    purpose: "delivery",
    customer: "CAFE",
    by: "courier",
    reserved_h: 81,
    deposited_h: 80,
    collect_until_h: 80 - DAYS_H,
    ...CODES,
    // The code that the recipient had has ended.
    collect_counter: 2,
    now: { status: "OVERDUE", since_h: 80 - DAYS_H, is_full: true },
  },
  {
    key: "return-reserved",
    serial: "RODO-1",
    code: "B05",
    purpose: "return",
    customer: "CAFE",
    by: "customer",
    reserved_h: 0.5,
    deposit_counter: 1,
    now: { status: "RESERVED", since_h: 0.5 },
  },
  {
    key: "parcel-collected",
    serial: "RODO-1",
    code: "B03",
    purpose: "delivery",
    customer: "CAFE",
    by: "courier",
    reserved_h: 52,
    deposited_h: 50,
    collect_until_h: 50 - DAYS_H,
    ended_h: 28,
    ...CODES,
  },
  {
    // The recipient has taken it, and left the door open.
    key: "parcel-leaving",
    serial: "RODO-1",
    code: "B07",
    purpose: "delivery",
    by: "courier",
    reserved_h: 24,
    deposited_h: 23,
    collect_until_h: 23 - DAYS_H,
    ...CODES,
    now: { status: "UNLOADING", since_h: MINUTE_H, close_by_h: -2 * MINUTE_H },
    log: [
      { action: "code_accepted", hours: MINUTE_H, details: { use: "collect", counter: 1 } },
      { action: "door_opened", hours: MINUTE_H, details: { cause: "code", use: "collect", counter: 1 } },
      { action: "contents_changed", hours: 0.5 * MINUTE_H, details: { contents: "EMPTY" } },
    ],
  },
  {
    key: "rental-active",
    serial: "RODO-1",
    code: "B12",
    purpose: "rental",
    customer: "CAFE",
    by: "customer",
    reserved_h: 3,
    hold_until_h: -45,
    deposited_h: 3 - 2 * MINUTE_H,
    collect_until_h: -21,
    ...CODES,
    now: occupied(3 - 2 * MINUTE_H),
  },
  {
    key: "rental-overdue",
    serial: "RODO-1",
    code: "A02",
    purpose: "rental",
    by: "customer",
    reserved_h: 30,
    hold_until_h: -18,
    deposited_h: 30 - 3 * MINUTE_H,
    collect_until_h: 6,
    ...CODES,
    now: { status: "OVERDUE", since_h: 6, is_full: true },
  },
  {
    key: "rental-ended",
    serial: "RODO-1",
    code: "A03",
    purpose: "rental",
    customer: "CAFE",
    by: "customer",
    reserved_h: 50,
    deposited_h: 50 - 4 * MINUTE_H,
    collect_until_h: 26,
    ended_h: 24,
    ...CODES,
  },
  {
    key: "rental-out",
    serial: "RODO-1",
    code: "A04",
    purpose: "rental",
    customer: "CAFE",
    by: "customer",
    reserved_h: 20,
    deposited_h: 20 - 3 * MINUTE_H,
    collect_until_h: -28,
    ended_h: 5,
    ...CODES,
  },
  // Asa Norte
  {
    key: "parcel-unclear",
    serial: "ASAN-1",
    code: "A04",
    purpose: "delivery",
    by: "courier",
    reserved_h: 31,
    deposited_h: 30,
    collect_until_h: 30 - DAYS_H,
    ...CODES,
    now: { status: "VERIFY", since_h: 2, reason: "claim_and_sensor_differ", is_full: true },
    log: [
      { action: "code_accepted", hours: 2 + MINUTE_H, details: { use: "collect", counter: 1 } },
      { action: "door_opened", hours: 2 + MINUTE_H, details: { cause: "code", use: "collect", counter: 1 } },
      { action: "collect_confirmed", hours: 2 + 0.2 * MINUTE_H, details: { by: "person" } },
      { action: "door_closed", hours: 2, details: { contents: "FULL" } },
    ],
  },
  {
    key: "out-of-service",
    serial: "ASAN-1",
    code: "B03",
    reserved_h: 50,
    now: { status: "OUT_OF_SERVICE", since_h: 50, reason: "taken_out" },
    log: [
      { action: "taken_out_of_service", by: "operator", hours: 50, details: { note: "Dobradiça solta." } },
    ],
  },
  {
    key: "parcel-north",
    serial: "ASAN-1",
    code: "A01",
    purpose: "delivery",
    customer: "FARM",
    by: "courier",
    reserved_h: 4,
    ...store(2),
    ...CODES,
  },
  {
    // The parcel is too long for the door, which does not close.
    key: "parcel-stuck",
    serial: "ASAN-1",
    code: "B05",
    purpose: "delivery",
    by: "courier",
    reserved_h: 1,
    deposit_counter: 1,
    now: {
      status: "LOADING",
      since_h: 40 * MINUTE_H,
      is_full: true,
      close_by_h: 37 * MINUTE_H,
      fault: "door_stuck",
    },
    log: [
      { action: "code_accepted", hours: 40 * MINUTE_H, details: { use: "deposit", counter: 1 } },
      {
        action: "door_opened",
        hours: 40 * MINUTE_H,
        details: { cause: "code", use: "deposit", counter: 1 },
      },
      { action: "contents_changed", hours: 39.5 * MINUTE_H, details: { contents: "FULL" } },
      { action: "door_stuck", hours: 37 * MINUTE_H, details: { door: "OPEN" }, result: "failed" },
    ],
  },
  ...(
    [
      ["handover-released", "D01", "CAFE", 22, null],
      ["handover-inspected", "D02", "FARM", 9, 1],
      ["handover-disputed", "D03", "CAFE", 30, 3],
    ] as const
  ).map(
    ([key, code, customer, deposited_h, looked_h]): DemoUse => ({
      key,
      serial: "ASAN-1",
      code,
      purpose: "resale",
      customer,
      by: "customer",
      reserved_h: deposited_h + 0.4,
      hold_until_h: deposited_h - 0.6,
      deposited_h,
      ...CODES,
      now: occupied(deposited_h),
      ...(looked_h === null
        ? {}
        : {
            log: [
              {
                action: "code_accepted",
                hours: looked_h + MINUTE_H,
                details: { use: "collect", counter: 1 },
              },
              {
                action: "door_opened",
                hours: looked_h + MINUTE_H,
                details: { cause: "code", use: "collect", counter: 1 },
              },
              { action: "door_closed", hours: looked_h, details: { contents: "FULL" } },
              { action: "collect_aborted", hours: looked_h, details: { by: "sensor" } },
            ],
          }),
    }),
  ),
  {
    key: "relay-back",
    serial: "ASAN-1",
    code: "D04",
    purpose: "relay",
    ref: "BAG-1042",
    customer: "CAFE",
    by: "courier",
    reserved_h: 0.6,
    hold_until_h: -14,
    deposit_counter: 1,
    now: { status: "RESERVED", since_h: 0.6 },
  },
  stock("cell-coffee", "C01", 60),
  stock("cell-granola", "C02", 60),
  stock("cell-cheese", "C03", 20),
  stock("cell-juice", "C05", 100),
  // Sudoeste, which is offline
  {
    key: "parcel-offline",
    serial: "SUDO-1",
    code: "B02",
    purpose: "delivery",
    by: "courier",
    reserved_h: 21,
    ...store(20),
    ...CODES,
  },
  {
    key: "rental-hub",
    serial: "SUDO-1",
    code: "C01",
    purpose: "rental",
    by: "customer",
    reserved_h: 16,
    deposited_h: 16 - 3 * MINUTE_H,
    collect_until_h: -32,
    ended_h: 6,
    ...CODES,
  },
];
