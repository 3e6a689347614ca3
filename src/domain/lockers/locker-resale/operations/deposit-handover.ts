/** Put the item into its compartment: the seller's photo first, then the door. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { refuseStatus } from "../change.ts";
import { DOOR_REFUSALS, operateDoor } from "../doors.ts";
import { lockHandover, SIDE_REFUSALS } from "../load.ts";
import { messages } from "../messages.ts";
import { addPhotos, PHOTO_REFUSALS } from "../photos.ts";
import { listPhotos } from "../records/photo.ts";
import { OpeningAnswer, PresencePosition, Step } from "../shapes.ts";

export const depositHandover = defineOperation({
  name: "resaleHandoverDeposit",
  summary: "Deposit the item of a handover",
  description:
    "Opens the door for the seller, who stands before it and has taken a photo of the item. A locker without connection opens by the deposit code.",
  access: { roles: ["customer"], scopes: ["lockers:use"] },
  rest: { method: "POST", path: "/api/v1/locker-resale/handovers/{handover_id}/deposit" },
  localised: true,
  input: Type.Object({
    handover_id: Ref("resale_handover"),
    step: Step,
    photo_file_id: Type.Optional(Ref("file")),
    position: PresencePosition,
  }),
  output: OpeningAnswer,
  refusals: {
    ...SIDE_REFUSALS,
    ...DOOR_REFUSALS,
    ...PHOTO_REFUSALS,
    photo_needed: "invalid",
    wrong_status: "conflict",
  },

  async run(context, { handover_id, photo_file_id, ...request }) {
    const { refuse } = context;
    const locked = await lockHandover(context, handover_id, ["seller"]);
    const { row } = locked;
    if (row.status !== "DEPOSIT_RESERVED") throw refuseStatus(context, row);
    if (photo_file_id !== undefined) await addPhotos(context, locked, [photo_file_id], "photo_file_id");
    const photos = await listPhotos(context, [handover_id]);
    if (!photos.some(({ moment }) => moment === "DEPOSIT_RESERVED"))
      throw refuse("photo_needed", {
        message: messages.photo_needed,
        errors: [{ field: "photo_file_id", message: messages.photo_needed }],
      });
    return operateDoor(context, locked, "deposit", request);
  },
});
