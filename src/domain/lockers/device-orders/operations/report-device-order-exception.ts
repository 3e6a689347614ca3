/** Report an exception of a device order: what somebody saw that the locker did not. */
import Type from "typebox";
import { applyFact, Note } from "#domain/lockers/lockers/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { followOrder } from "../follow-order.ts";
import { messages } from "../messages.ts";
import { attachPhoto, PHOTO_REFUSALS } from "../photo.ts";
import { answerDeviceOrder } from "../present.ts";
import { lockDeviceOrder } from "../records/device-order.ts";
import { REPORTED_KINDS } from "../rules.ts";
import { DeviceOrderAnswer } from "../shapes.ts";
import { openException } from "../store.ts";

export const reportDeviceOrderException = defineOperation({
  name: "deviceOrderException",
  summary: "Report an exception of a device order",
  description: "`empty`: nothing is in the compartment; it waits for a check then.",
  access: { scopes: ["lockers:use"] },
  rest: { method: "POST", path: "/api/v1/device-orders/{device_order_id}/exception" },
  localised: true,
  input: Type.Object({
    device_order_id: Ref("device_order"),
    kind: StringEnum(REPORTED_KINDS),
    note: Type.Optional(Note),
    photo_file_id: Type.Optional(Ref("file")),
  }),
  output: DeviceOrderAnswer,
  refusals: { exception_open: "conflict", device_order_cancelled: "conflict", ...PHOTO_REFUSALS },

  async run(context, { device_order_id, kind, note = "", photo_file_id }) {
    const { refuse, now } = context;
    const { row, device, target } = await lockDeviceOrder(context, device_order_id);
    if (row.step === "cancelled")
      throw refuse("device_order_cancelled", { message: messages.device_order_cancelled });
    if (await hasOpen(context, row.id, kind))
      throw refuse("exception_open", { message: messages.exception_open });
    if (photo_file_id !== undefined) await attachPhoto(context, row.id, photo_file_id);
    const { row: after } = await openException(context, row, {
      kind,
      note,
      file_id: photo_file_id ?? null,
      by_person: true,
    });
    await followOrder(context, after, device, "fault", now);
    // The compartment of a parcel that is not there waits for a check.
    if (kind === "empty" && target !== undefined) await applyFact(context, target, "reported_empty");
    return answerDeviceOrder(context, row.id);
  },
});

async function hasOpen(
  { db, business_id }: Parameters<typeof answerDeviceOrder>[0],
  id: number,
  kind: string,
): Promise<boolean> {
  const row = await db.row(
    "select id from device_order_exception where business_id = $1 and device_order_id = $2 and kind = $3 and resolution is null",
    [business_id, id, kind],
  );
  return row !== undefined;
}
