/** Retire a locker for good. Nothing may be reserved or in it; its log stays. */
import Type from "typebox";
import { retireDevice } from "#domain/lockers/devices/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { answerLocker } from "../present.ts";
import { LockerAnswer } from "../shapes.ts";
import { lockLocker } from "../state.ts";

export const retireLocker = defineOperation({
  name: "lockerRetire",
  summary: "Retire a locker",
  risk: "high",
  access: { roles: ["client_admin"], scopes: ["lockers:write"] },
  rest: { method: "DELETE", path: "/api/v1/lockers/{locker_id}" },
  localised: true,
  input: Type.Object({ locker_id: Ref("locker_device") }),
  output: LockerAnswer,
  refusals: { locker_in_use: "conflict" },

  async run(context, { locker_id }) {
    const { db, business_id, refuse } = context;
    const device = await lockLocker(context, locker_id);
    context.expectVersion(device.version);
    const open = await db.row(
      "select id from locker_reservation where business_id = $1 and device_id = $2 and status in ('HELD', 'IN_USE') limit 1",
      [business_id, locker_id],
    );
    if (open !== undefined) throw refuse("locker_in_use", { message: messages.locker_in_use });
    const after = await retireDevice(context, device);
    return answerLocker(after);
  },
});
