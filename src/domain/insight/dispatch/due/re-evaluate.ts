/** Look at a record at the time when its cause becomes an item. */
import { defineDue } from "#operation/define/due.ts";
import { evaluateCauses, RE_EVALUATION } from "../evaluate-causes.ts";

export const reEvaluate = defineDue({
  kind: RE_EVALUATION,

  async run(context, { subject }) {
    const [kind = "", id] = subject.split(" ");
    await evaluateCauses(context, [{ kind, record_ids: [Number(id)] }]);
  },
});
