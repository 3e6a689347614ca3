/** A code that somebody types at the device, which provisions it once. It ends the earlier ones, and is shown only here. */
import Type from "typebox";
import { createClaim } from "#domain/lockers/devices/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { lockLocker } from "../state.ts";

export const createLockerClaim = defineOperation({
  name: "lockerClaimCreate",
  summary: "Create a code to provision a locker",
  access: { roles: ["client_admin"], scopes: ["lockers:write"] },
  rest: { method: "POST", path: "/api/v1/lockers/{locker_id}/claim", status: 201 },
  secret_answer: "if_signed_in",
  localised: true,
  input: Type.Object({ locker_id: Ref("locker_device") }),
  output: Type.Object({
    result: Type.Boolean(),
    claim_code: Type.Optional(Type.String({ "x-secret": true })),
    expires_at: Timestamp,
  }),

  async run(context, { locker_id }) {
    const device = await lockLocker(context, locker_id);
    const { claim_code, expires_at } = await createClaim(context, device);
    context.emit({
      subject: { type: "locker_device", id: locker_id },
      kind: "locker.claim_created",
      payload: {},
    });
    return { result: true, expires_at, ...(context.reveals_secrets ? { claim_code } : {}) };
  },
});
