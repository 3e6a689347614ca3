/** A driver who has not begun a shift in time did not come. */
import { defineDue } from "#operation/define/due.ts";
import { NO_SHOW } from "../follow-up.ts";
import { buildFacts, lockShifts, pickAudited, saveShift } from "../rows.ts";
import { getNextShiftStatus } from "../status.ts";

export const missShift = defineDue({
  kind: NO_SHOW,

  async run(context, { subject }) {
    const shift = (await lockShifts(context, [Number(subject)])).get(Number(subject));
    const status = shift === undefined ? null : getNextShiftStatus(shift.status, "miss");
    if (shift === undefined || status === null || Date.parse(shift.starts_at) > context.now.getTime()) return;
    const after = await saveShift(context, shift, { status });
    const { starts_at: _starts, ends_at: _ends, ...facts } = buildFacts(after);
    context.emit({
      subject: { type: "shift", id: shift.id },
      kind: "shift.no_show",
      payload: facts,
      before: pickAudited(shift),
      after: pickAudited(after),
    });
  },
});
