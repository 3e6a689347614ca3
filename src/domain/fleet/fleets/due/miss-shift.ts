/** A driver who has not begun a shift in time did not come, unless on duty already: from before it could begin, or from another one. */
import { defineDue } from "#operation/define/due.ts";
import { beginShift, findOnDuty, followShift } from "../duty.ts";
import { NO_SHOW } from "../follow-up.ts";
import { buildFacts, compareShifts, lockShifts, ShiftRecord } from "../records/shift.ts";
import { getNextShiftStatus } from "../status.ts";

export const missShift = defineDue({
  kind: NO_SHOW,

  async run(context, { subject }) {
    const shift = (await lockShifts(context, [Number(subject)])).get(Number(subject));
    if (shift === undefined || Date.parse(shift.starts_at) > context.now.getTime()) return;
    const status = getNextShiftStatus(shift.status, "miss");
    if (status === null && shift.status !== "NO_SHOW") return;
    const came = await findOnDuty(context, shift);
    if (came !== null) {
      await followShift(context, await beginShift(context, shift, came), came);
      return;
    }
    if (status === null) return;
    const after = await ShiftRecord.change(context, shift, { status });
    const { starts_at: _starts, ends_at: _ends, ...facts } = buildFacts(after);
    context.emit({
      ...compareShifts(shift, after),
      kind: "shift.no_show",
      payload: facts,
    });
  },
});
