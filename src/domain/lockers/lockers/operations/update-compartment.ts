/** Change what a compartment is: its size, its dimensions, its tags. Members that are absent stay. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerCompartment } from "../present.ts";
import { CompartmentRecord } from "../records/compartment.ts";
import { SIZES } from "../rules.ts";
import { CompartmentAnswer, Millimetres, Tags } from "../shapes.ts";
import { lockTarget } from "../state.ts";

export const updateCompartment = defineOperation({
  name: "lockerCompartmentUpdate",
  summary: "Update a compartment",
  access: { scopes: ["lockers:write"] },
  rest: { method: "PATCH", path: "/api/v1/lockers/{locker_id}/compartments/{compartment_id}" },
  localised: true,
  input: Type.Object({
    locker_id: Ref("locker_device"),
    compartment_id: Ref("locker_compartment"),
    size: Type.Optional(StringEnum(SIZES)),
    width_mm: Type.Optional(Millimetres),
    height_mm: Type.Optional(Millimetres),
    depth_mm: Type.Optional(Millimetres),
    tags: Type.Optional(Tags),
  }),
  output: CompartmentAnswer,

  async run(context, { locker_id, compartment_id, ...change }) {
    const target = await lockTarget(context, locker_id, compartment_id);
    context.expectVersion(target.compartment.version);
    const compartment = await CompartmentRecord.change(context, target.compartment, change);
    const { device_id, size, tags } = compartment;
    context.emit({
      subject: { type: "locker_compartment", id: compartment_id },
      kind: "locker.compartment_updated",
      payload: { device_id, changed: Object.keys(change) },
      before: { size: target.compartment.size, tags: target.compartment.tags },
      after: { size, tags },
    });
    return answerCompartment({ ...target, compartment });
  },
});
