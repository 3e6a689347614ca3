/**
 * Open the door of a compartment from afar. Customers open that of their own reservation, and show that they stand before it;
 * drivers and contractors that of a reservation that they made.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import { messages } from "../messages.ts";
import { answerOpen, OPEN_REFUSALS, openDoor } from "../open-door.ts";
import { expectPresence } from "../presence.ts";
import { isVisible } from "../records/reservation.ts";
import { findUse, USES } from "../rules.ts";
import { Note, OpenAnswer, Position } from "../shapes.ts";
import { lockTarget } from "../state.ts";

export const openCompartment = defineOperation({
  name: "lockerOpen",
  summary: "Open a compartment",
  description:
    "The answer names the command; `lockerCompartments` shows the door. A command that did not reach the device within 30 s is not carried out.",
  risk: "high",
  access: { roles: TENANT_ROLES, scopes: ["lockers:use"] },
  rest: {
    method: "POST",
    path: "/api/v1/lockers/{locker_id}/compartments/{compartment_id}/open",
    status: 202,
  },
  localised: true,
  input: Type.Object({
    locker_id: Ref("locker_device"),
    compartment_id: Ref("locker_compartment"),
    reason: Note,
    use: Type.Optional(
      StringEnum(USES, {
        description:
          "What the person before the door does: deposits into a compartment that is reserved, or collects. Absent for staff: looks.",
      }),
    ),
    position: Type.Optional(Position),
  }),
  output: OpenAnswer,
  refusals: {
    ...OPEN_REFUSALS,
    presence_failed: "forbidden",
    compartment_busy: "conflict",
    locker_not_in_service: "conflict",
    reserved_for_record: "conflict",
  },

  async run(context, { locker_id, compartment_id, reason, use: asked_use, position }) {
    const { actor, refuse } = context;
    const target = await lockTarget(context, locker_id, compartment_id);
    const { device, compartment, reservation } = target;
    const is_staff = actor.role === "client_admin" || actor.role === "employee";
    if (is_staff && asked_use === undefined)
      return answerOpen(target, await openDoor(context, target, "operator", reason));
    if (!is_staff && (reservation === undefined || !isVisible(context, reservation)))
      throw refuse("not_found", { message: messages.no_compartment });
    if (!is_staff && reservation !== undefined && reservation.subject_type !== null)
      throw refuse("reserved_for_record", {
        message: messages.reserved_for_record,
        values: { subject_type: reservation.subject_type },
      });
    if (actor.role === "customer") expectPresence(context, device, position);
    if (device.status === "MAINTENANCE")
      throw refuse("locker_not_in_service", { message: messages.locker_not_in_service });
    const use = findUse(compartment.status);
    if (use === null || (asked_use ?? use) !== use)
      throw refuse("compartment_busy", {
        message: messages.compartment_busy,
        values: { code: compartment.code },
      });
    return answerOpen(target, await openDoor(context, target, use, reason));
  },
});
