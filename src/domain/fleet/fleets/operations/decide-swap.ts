/** Accept or decline a request to swap, or withdraw an own one. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { getVisibleFleet, requireDriver, requireOpen } from "../access.ts";
import { type Warning as FoundWarning, SHIFT_CHECK_REFUSALS } from "../check-shift.ts";
import { lapseSwaps, pushToDrivers, scheduleNoShow } from "../follow-up.ts";
import { messages } from "../messages.ts";
import { loadFleetSettings } from "../records/fleet-settings.ts";
import { buildFacts, compareShifts, ShiftRecord } from "../records/shift.ts";
import type { SwapRow } from "../records/shift-swap.ts";
import { Warning } from "../shapes.ts";
import { checkSwap, lockSwapShifts } from "../swaps.ts";

const STATUS = { accept: "ACCEPTED", decline: "DECLINED", withdraw: "WITHDRAWN" } as const;

export const decideSwap = defineOperation({
  name: "shiftSwapDecide",
  summary: "Accept, decline or withdraw a swap of shifts",
  access: { roles: ["driver"], scopes: ["fleets:write"] },
  rest: { method: "POST", path: "/api/v1/fleets/swaps/{swap_id}" },
  localised: true,
  input: Type.Object({
    swap_id: Ref("shift_swap"),
    decision: StringEnum(["accept", "decline", "withdraw"], {
      description: "`accept` and `decline`: the driver who is asked; `withdraw`: the one who asks.",
    }),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    swap_id: Ref("shift_swap"),
    status: Type.String(),
    warnings: Type.Array(Warning),
  }),
  refusals: {
    ...SHIFT_CHECK_REFUSALS,
    invalid_transition: "conflict",
    swap_changed: "conflict",
    on_board: "conflict",
    fleet_closed: "conflict",
  },

  async run(context, { swap_id, decision }) {
    const { db, business_id, now, refuse, emit } = context;
    const driver_id = requireDriver(context);
    const unknown = () => refuse("not_found", { message: messages.unknown_swap });
    const swap_row = await db.row<SwapRow & { fleet_id: number }>(
      `select w.*, s.fleet_id from shift_swap w join shift s on s.business_id = $1 and s.id = w.shift_id
        where w.business_id = $1 and w.id = $2`,
      [business_id, swap_id],
    );
    const deciding_driver = decision === "withdraw" ? swap_row?.from_driver_id : swap_row?.to_driver_id;
    if (swap_row === undefined || deciding_driver !== driver_id) throw unknown();
    const { fleet } = await getVisibleFleet(context, swap_row.fleet_id, true);
    const status = STATUS[decision];
    const warnings: FoundWarning[] = [];
    if (decision === "accept") {
      requireOpen(context, fleet);
      const shifts = await lockSwapShifts(context, fleet.id, swap_row);
      const rules = await loadFleetSettings(context);
      warnings.push(...(await checkSwap(context, fleet, rules, swap_row, shifts)));
      await settle();
      const moves = [
        { shift: shifts.given_shift, to: swap_row.to_driver_id },
        ...(shifts.taken_shift === null ? [] : [{ shift: shifts.taken_shift, to: swap_row.from_driver_id }]),
      ];
      for (const { shift, to } of moves) {
        const after = await ShiftRecord.change(context, shift, { driver_id: to, status: "ASSIGNED" });
        scheduleNoShow(context, after, rules.no_show_after_min);
        emit({
          ...compareShifts(shift, after),
          kind: "shift.assigned",
          payload: { ...buildFacts(after), former_driver_id: shift.driver_id },
        });
      }
      await lapseSwaps(
        context,
        moves.map(({ shift }) => shift.id),
      );
    } else await settle();
    return { result: true, swap_id, status, warnings };

    async function settle(): Promise<void> {
      const settled = await db.execute(
        "update shift_swap set status = $3, decided_at = $4 where business_id = $1 and id = $2 and status = 'REQUESTED'",
        [business_id, swap_id, status, now],
      );
      if (settled === 0 || swap_row === undefined) throw unknown();
      const other = decision === "withdraw" ? swap_row.to_driver_id : swap_row.from_driver_id;
      emit({
        subject: { type: "shift", id: swap_row.shift_id },
        kind: "shift.swap_ended",
        payload: { fleet_id: swap_row.fleet_id, swap_id, driver_id: other, status },
      });
      await pushToDrivers(context, [other], "shift_swap_ended", {
        shift_id: swap_row.shift_id,
        swap_id,
        status,
      });
    }
  },
});
