/**
 * Resolve an exception of a device order. What may be done about each kind is in `can_resolve`: somebody looked (`checked`), the
 * parcel goes into another compartment (`moved`), it is taken out (`withdrawn`), it turned up (`found_elsewhere`), or it is
 * lost (`claim`).
 */
import Type from "typebox";
import {
  GRANT_REFUSALS,
  grantCompartment,
  Millimetres,
  Note,
  OPEN_REFUSALS,
  openDoor,
  REQUEST_REFUSALS,
  releaseReservation,
  SIZES,
} from "#domain/lockers/lockers/public.ts";
import { commandOrders } from "#domain/orders/orders/public.ts";
import type { Context } from "#operation/define/context.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Refusal } from "#operation/define/refusal.ts";
import { Nullable, StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { DEVICE_ORDER } from "../create.ts";
import { followOrder } from "../follow-order.ts";
import { messages } from "../messages.ts";
import { attachPhoto, PHOTO_REFUSALS } from "../photo.ts";
import { answerDeviceOrder } from "../present.ts";
import { dropPrice } from "../price.ts";
import { findCode, getRecipientUse, sendCode } from "../recipient.ts";
import {
  type DeviceOrderRow,
  type ExceptionRow,
  type LockedDeviceOrder,
  listExceptions,
  lockDeviceOrder,
} from "../records/device-order.ts";
import { isEnded, listResolutions, needsNote, needsPhoto, RESOLUTIONS } from "../rules.ts";
import { DeviceOrderDetail } from "../shapes.ts";
import { changeDeviceOrder, resolveException } from "../store.ts";

const REFUSALS = {
  exception_resolved: "conflict",
  resolution_not_possible: "conflict",
  note_needed: "invalid",
  photo_needed: "invalid",
  size_or_measures: "invalid",
  ...PHOTO_REFUSALS,
  ...GRANT_REFUSALS,
  ...REQUEST_REFUSALS,
  ...OPEN_REFUSALS,
} as const;

type Resolver = Context<keyof typeof REFUSALS>;

export const resolveDeviceOrderException = defineOperation({
  name: "deviceOrderResolve",
  summary: "Resolve an exception of a device order",
  description:
    "`moved` takes `size` or all three measures: the other compartment is reserved before the first is given back, and has another code.",
  risk: "medium",
  access: { scopes: ["lockers:use"] },
  rest: { method: "POST", path: "/api/v1/device-orders/{device_order_id}/resolve" },
  secret_answer: true,
  localised: true,
  input: Type.Object({
    device_order_id: Ref("device_order"),
    exception_id: Ref("device_order_exception"),
    resolution: StringEnum(RESOLUTIONS),
    note: Type.Optional(Note),
    photo_file_id: Type.Optional(Ref("file")),
    size: Type.Optional(StringEnum(SIZES)),
    width_mm: Type.Optional(Millimetres),
    height_mm: Type.Optional(Millimetres),
    depth_mm: Type.Optional(Millimetres),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    version: Type.Integer(),
    device_order_id: Ref("device_order"),
    device_order: DeviceOrderDetail,
    deposit_code: Nullable(
      Type.String({
        "x-secret": true,
        description: "Of the other compartment; null where it was not moved.",
      }),
    ),
  }),
  refusals: REFUSALS,

  async run(context, input) {
    const { refuse } = context;
    const { device_order_id, exception_id, resolution, note = "", photo_file_id } = input;
    const locked = await lockDeviceOrder(context, device_order_id);
    const exception = await findException(context, locked.row.id, exception_id);
    const compartment = locked.target?.compartment.status ?? null;
    const possible = listResolutions(exception.kind, { step: locked.row.step, compartment });
    if (!possible.includes(resolution))
      throw refuse("resolution_not_possible", {
        message: messages.resolution_not_possible,
        extra: { can_resolve: possible },
      });
    if (needsNote(resolution) && note === "")
      throw refuse("note_needed", {
        message: messages.note_needed,
        errors: [{ field: "note", message: messages.note_needed }],
      });
    if (needsPhoto(exception.kind, resolution) && photo_file_id === undefined && exception.file_id === null)
      throw refuse("photo_needed", {
        message: messages.photo_needed,
        errors: [{ field: "photo_file_id", message: messages.photo_needed }],
      });
    if (photo_file_id !== undefined) await attachPhoto(context, device_order_id, photo_file_id);
    const outcome = await carryOut(context, locked, exception, input);
    if (outcome instanceof Refusal) return outcome;
    const resolved = await resolveException(context, outcome.row, exception, {
      resolution,
      note,
      file_id: photo_file_id ?? null,
    });
    await settleEnd(context, resolved);
    return {
      ...(await answerDeviceOrder(context, device_order_id)),
      deposit_code: outcome.deposit_code,
    };
  },
});

/** Ends what nothing is left to decide about: the deposit was given up. What was never put in is not paid. */
async function settleEnd(context: Resolver, row: DeviceOrderRow): Promise<void> {
  const is_given_up = row.step === "expected" && row.reservation_id === null && row.open_exceptions === 0;
  if (is_given_up) {
    const ended_at = context.now.toISOString();
    await changeDeviceOrder(context, row, { step: "cancelled", ended_at }, "cancelled");
  }
  if (row.deposited_at === null && (is_given_up || isEnded(row.step))) await dropPrice(context, row);
}

async function findException(context: Resolver, id: number, exception_id: number): Promise<ExceptionRow> {
  const exception = (await listExceptions(context, id)).find((one) => one.id === exception_id);
  if (exception === undefined) throw context.refuse("not_found", { message: messages.no_exception });
  if (exception.resolution !== null)
    throw context.refuse("exception_resolved", { message: messages.exception_resolved });
  return exception;
}

interface ResolutionInput {
  resolution: (typeof RESOLUTIONS)[number];
  note?: string;
  size?: (typeof SIZES)[number];
  width_mm?: number;
  height_mm?: number;
  depth_mm?: number;
}

interface Outcome {
  row: DeviceOrderRow;
  deposit_code: string | null;
}

/** What a resolution does beside ending the exception. */
async function carryOut(
  context: Resolver,
  locked: LockedDeviceOrder,
  exception: ExceptionRow,
  input: ResolutionInput,
): Promise<Outcome | Refusal> {
  const { row, device, target } = locked;
  const { now } = context;
  const ended_at = now.toISOString();
  switch (input.resolution) {
    case "moved":
      return move(context, locked, input);
    case "withdrawn": {
      if (target !== undefined) await openDoor(context, target, "operator", input.note ?? exception.kind);
      const after = await changeDeviceOrder(context, row, {}, "door_opened");
      return { row: after, deposit_code: null };
    }
    case "found_elsewhere": {
      const after = await changeDeviceOrder(context, row, { step: "returned", ended_at }, "returned");
      await followOrder(context, after, device, "returned", now);
      return { row: after, deposit_code: null };
    }
    case "claim": {
      // What is damaged is still where it is.
      const is_lost = exception.kind !== "damaged";
      const after = is_lost ? await changeDeviceOrder(context, row, { step: "lost", ended_at }, "lost") : row;
      await reportClaim(context, after, input.note ?? "", exception);
      return { row: after, deposit_code: null };
    }
    default:
      return { row, deposit_code: null };
  }
}

/** The other compartment first, so that the parcel is never without one. */
async function move(
  context: Resolver,
  { row, device, target }: LockedDeviceOrder,
  { size, width_mm, height_mm, depth_mm }: ResolutionInput,
): Promise<Outcome | Refusal> {
  const measures =
    width_mm === undefined || height_mm === undefined || depth_mm === undefined
      ? undefined
      : { width_mm, height_mm, depth_mm };
  const need = size === undefined ? measures : measures === undefined ? { size } : undefined;
  if (need === undefined) throw context.refuse("size_or_measures", { message: messages.size_or_measures });
  const held_until = Date.parse(row.deposit_until);
  const expires_at = new Date(Math.max(held_until, context.now.getTime() + MOVE_MS));
  const granted = await grantCompartment(context, device, {
    need,
    purpose: row.purpose,
    expires_at,
    collect_until: null,
    ref: row.ref,
    customer_id: row.customer_id,
    subject: { type: DEVICE_ORDER, id: row.id },
  });
  if (granted instanceof Refusal) return granted;
  const { compartment, reservation } = granted;
  const after = await changeDeviceOrder(
    context,
    row,
    {
      compartment_id: compartment.id,
      reservation_id: reservation.id,
      deposit_until: expires_at.toISOString(),
      size: size ?? null,
      width_mm: measures?.width_mm ?? null,
      height_mm: measures?.height_mm ?? null,
      depth_mm: measures?.depth_mm ?? null,
    },
    "moved",
    { details: { compartment_code: compartment.code } },
  );
  if (target !== undefined) await releaseReservation(context, target);
  const deposit_code = await findCode(context, granted, "deposit");
  if (deposit_code !== null && getRecipientUse(after) === "deposit")
    await sendCode(context, after, granted, "deposit", deposit_code);
  return { row: after, deposit_code };
}

/** Somebody stands before the locker with the parcel. */
const MOVE_MS = 30 * 60_000;

/** The order waits for a decision; what was paid for the handling is settled with the claim. */
async function reportClaim(
  context: Resolver,
  row: DeviceOrderRow,
  reason: string,
  { kind }: ExceptionRow,
): Promise<void> {
  if (row.order_id === null) return;
  const incident_reason = kind === "damaged" ? "damaged" : "lost";
  await commandOrders(context as Context<never>, [row.order_id], {
    trigger: "raise_exception",
    reason,
    incident_reason,
  });
}
