/**
 * The code that the caller's side types at the locker, also where that has no connection: the seller's to deposit, the
 * buyer's after the release, the seller's again to take the item back.
 */
import Type from "typebox";
import { CODE_REFUSALS, issueCode } from "#domain/lockers/lockers/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUYER_CODE_REFUSALS, issueBuyerCode } from "../buyer.ts";
import { refuseStatus } from "../change.ts";
import { expectUsable } from "../doors.ts";
import { lockHandover } from "../load.ts";
import { messages } from "../messages.ts";
import { listPhotos } from "../records/photo.ts";
import { CodeAnswer } from "../shapes.ts";
import { payStorage, STORAGE_REFUSALS } from "../storage.ts";

export const issueHandoverCode = defineOperation({
  name: "resaleHandoverCode",
  summary: "Issue the code of a handover",
  access: { roles: ["customer"], scopes: ["lockers:use"] },
  rest: { method: "POST", path: "/api/v1/locker-resale/handovers/{handover_id}/code" },
  secret_answer: true,
  localised: true,
  input: Type.Object({ handover_id: Ref("resale_handover") }),
  output: CodeAnswer,
  refusals: { ...BUYER_CODE_REFUSALS, ...CODE_REFUSALS, ...STORAGE_REFUSALS, photo_needed: "invalid" },

  async run(context, { handover_id }) {
    const { refuse } = context;
    const locked = await lockHandover(context, handover_id, ["seller", "buyer"]);
    const { row, side, target } = locked;
    if (side === "buyer") return issueBuyerCode(context, locked);
    if (row.status === "RETURN_TO_SELLER") {
      const ready_target = expectUsable(context, target, "collect");
      await payStorage(context, row);
      return { result: true, ...(await issueCode(context, ready_target, "collect", false)) };
    }
    if (row.status !== "DEPOSIT_RESERVED") throw refuseStatus(context, row);
    const photos = await listPhotos(context, [handover_id]);
    if (!photos.some(({ moment }) => moment === "DEPOSIT_RESERVED"))
      throw refuse("photo_needed", { message: messages.photo_needed });
    const ready_target = expectUsable(context, target, "deposit");
    return { result: true, ...(await issueCode(context, ready_target, "deposit", false)) };
  },
});
