/** Open many doors of a locker that is in maintenance, each with a command of its own. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Nullable } from "#vocabulary/basics.ts";
import { bulkAnswer, bulkMembers } from "#vocabulary/bulk.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { tryToOpen } from "../open-door.ts";
import { Note } from "../shapes.ts";
import { loadTargets, lockLocker } from "../state.ts";

export const openCompartments = defineOperation({
  name: "lockerOpenMany",
  summary: "Open many compartments of a locker in maintenance",
  risk: "high",
  access: { roles: ["client_admin"], scopes: ["lockers:write"] },
  rest: { method: "POST", path: "/api/v1/lockers/{locker_id}/open-many", status: 202 },
  localised: true,
  input: Type.Object({
    locker_id: Ref("locker_device"),
    compartment_ids: Type.Array(Ref("locker_compartment"), { minItems: 1, maxItems: 100, uniqueItems: true }),
    reason: Note,
  }),
  output: Type.Object({
    result: Type.Boolean(),
    ...bulkMembers,
    results: Type.Array(
      Type.Object({
        result: Type.Boolean(),
        compartment_id: Ref("locker_compartment"),
        command_id: Nullable(Ref("locker_command")),
        error_code: Nullable(Type.String()),
        message: Nullable(Type.String()),
      }),
    ),
  }),
  refusals: { not_in_maintenance: "conflict" },

  async run(context, { locker_id, compartment_ids, reason }) {
    const { refuse, say } = context;
    const device = await lockLocker(context, locker_id);
    if (device.status !== "MAINTENANCE")
      throw refuse("not_in_maintenance", { message: messages.not_in_maintenance });
    const targets = await loadTargets(context, device, compartment_ids);
    const results = [];
    for (const compartment_id of compartment_ids) {
      const target = targets.get(compartment_id);
      const command =
        target === undefined ? "no_compartment" : await tryToOpen(context, target, "operator", reason);
      results.push(
        typeof command === "string"
          ? {
              result: false,
              compartment_id,
              command_id: null,
              error_code: command.toUpperCase(),
              message:
                command === "open_pending"
                  ? say(messages.open_pending, { code: target?.compartment.code ?? "" })
                  : say(messages[command]),
            }
          : { result: true, compartment_id, command_id: command.id, error_code: null, message: null },
      );
    }
    return { ...bulkAnswer(results, (one) => one.compartment_id), results };
  },
});
