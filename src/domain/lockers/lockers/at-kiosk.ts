/**
 * Deposit and collect with a code, on the phone of somebody who stands before the locker: the service verifies the code, has
 * the door opened, and is told what the person did. A code that is typed at the device itself is verified there.
 */
import { timingSafeEqual } from "node:crypto";
import Type, { type Static } from "typebox";
import type { DeviceRow } from "#domain/lockers/devices/public.ts";
import type { Context } from "#operation/define/context.ts";
import { Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";

import { computeCode } from "./codes.ts";
import { messages } from "./messages.ts";
import { OPEN_REFUSALS, openDoor } from "./open-door.ts";
import { expectPresence } from "./presence.ts";
import type { ReservationRow } from "./records/reservation.ts";
import { COMPARTMENT_STATUSES, findUse, type Use } from "./rules.ts";
import { Position } from "./shapes.ts";
import { applyFact, findReservationTarget, lockLocker, type ReservationTarget } from "./state.ts";

export const KioskInput = Type.Object({
  locker_id: Ref("locker_device"),
  code: Type.String({ pattern: "^[0-9]{8}$", maxLength: 8, description: "8 digits." }),
  position: Type.Optional({
    ...Position,
    description: "Of the phone: at most 200 m from the locker and 60 s old. Staff may leave it out.",
  }),
  step: Type.Optional(
    StringEnum(["open", "confirm", "abort"], {
      description: "`open` by default. `confirm`: it is in, or taken out. `abort`: it is not.",
    }),
  ),
  problem: Type.Optional(
    StringEnum(["wrong_door", "empty", "damaged", "not_closed", "wrong_size"], {
      description: "What was wrong, with `confirm` or `abort`.",
    }),
  ),
});

export const KioskAnswer = Type.Object({
  result: Type.Boolean(),
  reservation_id: Ref("locker_reservation"),
  compartment_id: Ref("locker_compartment"),
  compartment_code: Type.String({ description: "Written on the door." }),
  compartment_status: StringEnum(COMPARTMENT_STATUSES),
  command_id: Nullable(Ref("locker_command")),
  expires_at: Nullable({ ...Timestamp, description: "The device does not open the door later than this." }),
});

export const KIOSK_REFUSALS = {
  ...OPEN_REFUSALS,
  presence_failed: "forbidden",
  unknown_code: "not_found",
  code_expired: "gone",
  not_provisioned: "conflict",
  compartment_busy: "conflict",
  locker_not_in_service: "conflict",
} as const;

/** Wrong codes at one locker, whoever tries: five at once, and twenty an hour. */
export const CODE_ATTEMPTS = {
  limit: { name: "locker_wrong_codes", per_s: 20 / 3600, burst: 5 },
  about: ({ locker_id }: { locker_id: number }) => String(locker_id),
  wrong: ["unknown_code"],
} as const;

/** Codes of this many days are known to have been codes. */
const ENDED_DAYS = 7;
const CODES_MAX = 500;

export async function runAtKiosk(
  context: Context<keyof typeof KIOSK_REFUSALS>,
  use: Use,
  { locker_id, code, position, step = "open", problem }: Static<typeof KioskInput>,
) {
  const { refuse, actor } = context;
  const device = await lockLocker(context, locker_id);
  // Before the code is looked at: from elsewhere nobody learns whether it is one.
  if (actor.role !== "client_admin" && actor.role !== "employee") expectPresence(context, device, position);
  const target = await findByCode(context, device, use, code);
  const { compartment, reservation } = target;
  if (device.status === "MAINTENANCE")
    throw refuse("locker_not_in_service", { message: messages.locker_not_in_service });
  const possible_use = findUse(compartment.status);
  if (possible_use === "collect" && use === "deposit")
    throw refuse("code_expired", { message: messages.code_expired });
  if (possible_use !== use)
    throw refuse("compartment_busy", {
      message: messages.compartment_busy,
      values: { code: compartment.code },
    });
  const facts = { result: true, reservation_id: reservation.id, compartment_id: compartment.id };
  if (step === "open") {
    const { id, expires_at } = await openDoor(context, target, use, use);
    return {
      ...facts,
      compartment_code: compartment.code,
      compartment_status: compartment.status,
      command_id: id,
      expires_at,
    };
  }
  let after = await applyFact(context, target, step === "confirm" ? `${use}_confirmed` : `${use}_aborted`);
  if (problem !== undefined) after = await applyFact(context, after, `reported_${problem}`);
  return {
    ...facts,
    compartment_code: compartment.code,
    compartment_status: after.compartment.status,
    command_id: null,
    expires_at: null,
  };
}

async function findByCode(
  context: Context<"unknown_code" | "code_expired" | "not_provisioned">,
  device: DeviceRow,
  use: Use,
  code: string,
): Promise<ReservationTarget> {
  const { db, business_id, now, refuse } = context;
  const rows = await db.rows<Pick<ReservationRow, "id" | "status"> & { counter: number; door_code: string }>(
    `select r.id, r.status, r.${use}_counter as counter, c.code as door_code from locker_reservation r
       join locker_compartment c on c.business_id = r.business_id and c.id = r.compartment_id
      where r.business_id = $1 and r.device_id = $2 and r.${use}_counter is not null
        and (r.status in ('HELD', 'IN_USE') or r.status_since > $3)
      order by r.status in ('HELD', 'IN_USE') desc, r.id desc limit ${CODES_MAX}`,
    [business_id, device.id, new Date(now.getTime() - ENDED_DAYS * 24 * 3_600_000)],
  );
  const typed = Buffer.from(code);
  const row = rows.find(({ counter, door_code }) =>
    timingSafeEqual(typed, Buffer.from(computeCode(context, device, { code: door_code }, use, counter))),
  );
  if (row === undefined) throw refuse("unknown_code", { message: messages.unknown_code });
  const target = await findReservationTarget(context, row.id);
  if (target === undefined) throw refuse("code_expired", { message: messages.code_expired });
  return target;
}
