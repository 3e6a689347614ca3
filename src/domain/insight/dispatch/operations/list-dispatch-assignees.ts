/** Who can handle items of the dispatch board, and how many each handles now. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Count } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { listAssignees } from "../assignees.ts";

export const listDispatchAssignees = defineOperation({
  name: "dispatchAssignees",
  summary: "List who can handle items of the dispatch board",
  access: { scopes: ["dispatch:read"] },
  rest: { method: "GET", path: "/api/v1/dispatch/assignees" },
  output: Type.Object({
    result: Type.Boolean(),
    assignees: Type.Array(
      Type.Object({ account_id: Ref("account"), name: Type.String(), open: Count, snoozed: Count }),
      {
        description: "Active administrators, and employees who may see the board; by name.",
      },
    ),
  }),

  async run(context) {
    const { db, business_id } = context;
    const [people, counts] = await Promise.all([
      listAssignees(context),
      db.rows<{ assigned_to: number; open: number; snoozed: number }>(
        `select assigned_to, count(*) filter (where state = 'open') as open, count(*) filter (where state = 'snoozed') as snoozed
           from attention_item where business_id = $1 and assigned_to is not null and cleared_at is null group by assigned_to`,
        [business_id],
      ),
    ]);
    const counts_by_id = new Map(counts.map((row) => [row.assigned_to, row]));
    return {
      result: true,
      assignees: people.map((person) => {
        const { open = 0, snoozed = 0 } = counts_by_id.get(person.account_id) ?? {};
        return { ...person, open, snoozed };
      }),
    };
  },
});
