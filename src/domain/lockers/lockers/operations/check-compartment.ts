/** Say what is in a compartment that waits for a check, by somebody who looked into it. Nothing else ends the wait. */
import Type from "typebox";
import { findOwnImages } from "#domain/files/files/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { attachFiles } from "#operation/files/attached-files.ts";
import { Ref } from "#vocabulary/ref.ts";
import { record } from "../log.ts";
import { messages } from "../messages.ts";
import { refuseWhileOpening } from "../open-door.ts";
import { answerCompartment } from "../present.ts";
import { REQUEST_REFUSALS } from "../rules.ts";
import { CompartmentAnswer, Note, SeenContents } from "../shapes.ts";
import { applyRequest, lockTarget } from "../state.ts";

export const checkCompartment = defineOperation({
  name: "lockerCompartmentCheck",
  summary: "Check a compartment",
  description: "For compartments in VERIFY. What a person saw counts more than the sensor.",
  access: { scopes: ["lockers:write"] },
  rest: { method: "POST", path: "/api/v1/lockers/{locker_id}/compartments/{compartment_id}/check" },
  localised: true,
  input: Type.Object({
    locker_id: Ref("locker_device"),
    compartment_id: Ref("locker_compartment"),
    contents: SeenContents,
    note: Note,
    photo_file_id: Type.Optional(Ref("file")),
  }),
  output: CompartmentAnswer,
  refusals: { ...REQUEST_REFUSALS, unknown_file: "invalid" },

  async run(context, { locker_id, compartment_id, contents, note, photo_file_id }) {
    const { refuse } = context;
    const target = await lockTarget(context, locker_id, compartment_id);
    context.expectVersion(target.compartment.version);
    await refuseWhileOpening(context, target);
    if (photo_file_id !== undefined) {
      if (!(await findOwnImages(context, [photo_file_id])).has(photo_file_id))
        throw refuse("unknown_file", {
          message: messages.unknown_file,
          errors: [{ field: "photo_file_id", message: messages.unknown_file }],
        });
      const subject = { type: "locker_compartment", id: compartment_id };
      await attachFiles(context, [{ file_id: photo_file_id, subject }]);
    }
    const after = await applyRequest(
      context,
      target,
      contents === "EMPTY" ? "checked_empty" : "checked_full",
      { is_check: true },
    );
    await record(context, after, "checked", { contents, note }, { file_id: photo_file_id ?? null });
    return answerCompartment(after);
  },
});
