/** Look at a subject at the time when its cause becomes an item. */
import { defineDue } from "#operation/define/due.ts";
import { LOOK_AGAIN, lookAtCauses } from "../look.ts";

export const lookAgain = defineDue({
  kind: LOOK_AGAIN,

  async run(context, { subject }) {
    const [kind = "", id] = subject.split(" ");
    await lookAtCauses(context, [{ kind, subject_ids: [Number(id)] }]);
  },
});
