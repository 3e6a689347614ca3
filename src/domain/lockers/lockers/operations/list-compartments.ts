/** The compartments of a locker, as they are on its wall: from the left, each column from above. */
import Type from "typebox";
import { findDevice } from "#domain/lockers/devices/public.ts";
import { defineList, filter, requiredParameter } from "#operation/define/list.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { buildCompartment } from "../present.ts";
import { listCompartments as readCompartments } from "../records/compartment.ts";
import { COMPARTMENT_STATUSES, SIZES } from "../rules.ts";
import { Compartment } from "../shapes.ts";
import { loadTargets } from "../state.ts";

export const listCompartments = defineList({
  name: "lockerCompartments",
  summary: "List compartments of a locker",
  access: { scopes: ["lockers:read"] },
  rest: { method: "GET", path: "/api/v1/lockers/{locker_id}/compartments" },
  localised: true,
  within: { locker_id: requiredParameter(Ref("locker_device")) },
  filters: { status: filter(StringEnum(COMPARTMENT_STATUSES)), size: filter(StringEnum(SIZES)) },
  rows: { compartments: Type.Array(Compartment) },

  async readAll(context, { locker_id, status, size }) {
    const device = await findDevice(context, locker_id);
    if (device === undefined) throw context.refuse("not_found", { message: messages.no_locker });
    const rows = (await readCompartments(context, locker_id)).filter(
      (row) => (status === undefined || row.status === status) && (size === undefined || row.size === size),
    );
    const targets = await loadTargets(
      context,
      device,
      rows.map(({ id }) => id),
    );
    return rows.flatMap(({ id }) => {
      const target = targets.get(id);
      return target === undefined ? [] : [buildCompartment(target)];
    });
  },
});
