/** One locker as its operators see it. */
import Type from "typebox";
import { findDevice } from "#domain/lockers/devices/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { answerLocker } from "../present.ts";
import { LockerAnswer } from "../shapes.ts";

export const getLocker = defineOperation({
  name: "locker",
  summary: "Get a locker",
  access: { scopes: ["lockers:read"] },
  rest: { method: "GET", path: "/api/v1/lockers/{locker_id}" },
  localised: true,
  input: Type.Object({ locker_id: Ref("locker_device") }),
  output: LockerAnswer,

  async run(context, { locker_id }) {
    const device = await findDevice(context, locker_id);
    if (device === undefined) throw context.refuse("not_found", { message: messages.no_locker });
    return answerLocker(device);
  },
});
