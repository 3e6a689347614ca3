/** Add photos to a handover: each side its own, at any time. None is removed. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { lockHandover, SIDE_REFUSALS } from "../load.ts";
import { addPhotos, PHOTO_REFUSALS } from "../photos.ts";
import { answerHandover } from "../present.ts";
import { HandoverAnswer, PhotoIds } from "../shapes.ts";

export const addHandoverPhoto = defineOperation({
  name: "resaleHandoverPhotoAdd",
  summary: "Add photos to a handover",
  destructive: false,
  access: { roles: ["client_admin", "employee", "customer"], scopes: ["lockers:use"] },
  rest: { method: "POST", path: "/api/v1/locker-resale/handovers/{handover_id}/photos", status: 201 },
  localised: true,
  input: Type.Object({ handover_id: Ref("resale_handover"), photo_file_ids: PhotoIds }),
  output: HandoverAnswer,
  refusals: { ...SIDE_REFUSALS, ...PHOTO_REFUSALS },

  async run(context, { handover_id, photo_file_ids }) {
    const locked = await lockHandover(context, handover_id, ["seller", "buyer", "business"]);
    await addPhotos(context, locked, photo_file_ids, "photo_file_ids");
    return answerHandover(context, handover_id);
  },
});
