/**
 * Add the compartments of a wall in one call: columns from the left, each a list of sizes from above. They are named by
 * their place, `A01`, to the right of those that there are.
 */
import Type from "typebox";
import { COMPARTMENTS_MAX } from "#locker-protocol/messages.ts";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { buildCompartment } from "../present.ts";
import { CompartmentRecord, listCompartments } from "../records/compartment.ts";
import { DEFAULT_DIMENSIONS, nameCompartment, SIZES } from "../rules.ts";
import { Compartment, Millimetres } from "../shapes.ts";
import { lockLocker, tellCompartments } from "../state.ts";

export const createCompartments = defineOperation({
  name: "lockerCompartmentsCreate",
  summary: "Add compartments to a locker",
  access: { scopes: ["lockers:write"] },
  rest: { method: "POST", path: "/api/v1/lockers/{locker_id}/compartments", status: 201 },
  localised: true,
  input: Type.Object({
    locker_id: Ref("locker_device"),
    columns: Type.Array(Type.Array(StringEnum(SIZES), { minItems: 1, maxItems: 40 }), {
      minItems: 1,
      maxItems: 60,
    }),
    dimensions: Type.Optional(
      Type.Array(
        Type.Object({
          size: StringEnum(SIZES),
          width_mm: Millimetres,
          height_mm: Millimetres,
          depth_mm: Millimetres,
        }),
        { maxItems: SIZES.length, description: "Of sizes that are not the usual ones." },
      ),
    ),
  }),
  output: Type.Object({ result: Type.Boolean(), compartments: Type.Array(Compartment) }),
  refusals: { too_many_compartments: "conflict" },

  async run(context, { locker_id, columns, dimensions = [] }) {
    const device = await lockLocker(context, locker_id);
    const before = await listCompartments(context, locker_id);
    const count = before.length + columns.flat().length;
    if (count > COMPARTMENTS_MAX)
      throw context.refuse("too_many_compartments", {
        message: messages.too_many_compartments,
        values: { max: COMPARTMENTS_MAX },
      });
    const first = Math.max(0, ...before.map(({ wall_column }) => wall_column)) + 1;
    const own_dimensions = new Map(dimensions.map(({ size, ...measures }) => [size, measures]));
    const rows = columns.flatMap((sizes, column) =>
      sizes.map((size, row) => ({
        device_id: locker_id,
        code: nameCompartment(first + column, row + 1),
        size,
        ...(own_dimensions.get(size) ?? DEFAULT_DIMENSIONS[size]),
        wall_column: first + column,
        wall_row: row + 1,
      })),
    );
    await CompartmentRecord.insertMany(context, rows);
    const compartments = await listCompartments(context, locker_id);
    await tellCompartments(context, device, compartments);
    context.emit({
      subject: { type: "locker_device", id: locker_id },
      kind: "locker.compartments_created",
      payload: { compartments: rows.length },
    });
    return {
      result: true,
      compartments: compartments
        .filter(({ wall_column }) => wall_column >= first)
        .map((compartment) => buildCompartment({ device, compartment, reservation: undefined })),
    };
  },
});
