/** One handover, as the caller's side sees it. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerHandover } from "../present.ts";
import { getVisibleHandover } from "../records/handover.ts";
import { HandoverAnswer } from "../shapes.ts";

export const getHandover = defineOperation({
  name: "resaleHandover",
  summary: "Get a handover",
  access: { roles: ["client_admin", "employee", "customer"], scopes: ["lockers:read"] },
  rest: { method: "GET", path: "/api/v1/locker-resale/handovers/{handover_id}" },
  localised: true,
  input: Type.Object({ handover_id: Ref("resale_handover") }),
  output: HandoverAnswer,

  async run(context, { handover_id }) {
    await getVisibleHandover(context, handover_id);
    return answerHandover(context, handover_id);
  },
});
