/** Delete a skill that no driver or vehicle has and no open order requires; otherwise the refusal lists them. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { pickAudited, SkillRecord } from "../records/skill.ts";

/** Maximum number of users of each kind in the refusal. */
const LISTED_MAX = 50;

export const deleteSkill = defineOperation({
  name: "skillDelete",
  summary: "Delete a skill",
  access: { roles: ["client_admin"], scopes: ["drivers:write"] },
  rest: { method: "DELETE", path: "/api/v1/skills/{skill_id}" },
  input: Type.Object({ skill_id: Ref("skill") }),
  output: Type.Object({ result: Type.Boolean() }),
  refusals: { skill_in_use: "conflict" },

  async run(context, { skill_id }) {
    const { db, business_id, refuse, expectVersion, emit } = context;
    const skill = await SkillRecord.getLocked(context, skill_id);
    expectVersion(skill.version);
    const [drivers, vehicles, orders] = await Promise.all([
      db.rows<{ id: number; name: string }>(
        `select id, name from driver where business_id = $1 and $2 = any(skills) order by id limit ${LISTED_MAX}`,
        [business_id, skill.code],
      ),
      db.rows<{ id: number; plate: string }>(
        `select id, plate from vehicle where business_id = $1 and $2 = any(skills) order by id limit ${LISTED_MAX}`,
        [business_id, skill.code],
      ),
      // Orders still to be planned or driven; completed orders keep the code.
      db.rows<{ id: number }>(
        `select id from delivery_order
          where business_id = $1 and status = any($3::text[]) and requirements -> 'skills' ? $2
          order by id limit ${LISTED_MAX}`,
        [business_id, skill.code, ["NEW_ORDER", "HOLD", "ROUTED", "AT_WAREHOUSE", "FAILED_ATTEMPT"]],
      ),
    ]);
    const errors = [
      ...drivers.map(({ id, name }) => ({
        field: `drivers/${id}`,
        message: messages.has_skill.with({ name }),
      })),
      ...vehicles.map(({ id, plate }) => ({
        field: `vehicles/${id}`,
        message: messages.has_skill.with({ name: plate }),
      })),
      ...orders.map(({ id }) => ({ field: `orders/${id}`, order_id: id, message: messages.requires_skill })),
    ];
    if (errors.length > 0) {
      throw refuse("skill_in_use", { message: messages.skill_in_use, values: { code: skill.code }, errors });
    }
    await db.execute("delete from skill where business_id = $1 and id = $2", [business_id, skill_id]);
    emit({
      subject: { type: "skill", id: skill_id },
      kind: "skill.deleted",
      payload: { code: skill.code },
      before: pickAudited(skill),
      after: null,
    });
    return { result: true };
  },
});
