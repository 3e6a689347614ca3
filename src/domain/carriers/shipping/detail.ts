/** One label with its history, as the operations on one label for people and for programs answer with it. */
import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerLabel } from "./answer.ts";
import { labelAnswerMembers } from "./shapes.ts";

export const detailMembers = {
  ...labelAnswerMembers,
  events: Type.Array(Type.Object({ kind: Type.String(), at: Timestamp }), { description: "Oldest first." }),
  return_label_ids: Type.Array(Ref("label_order"), { description: "Return labels that were bought for it." }),
};

export async function answerDetail(context: Context<never>, id: number) {
  const { db, business_id } = context;
  const answer = await answerLabel(context, id);
  const [events, returns] = await Promise.all([
    db.rows<{ kind: string; at: string }>(
      `select kind, occurred_at as at from event where business_id = $1 and subject_type = 'label' and subject_id = $2
        order by seq limit 200`,
      [business_id, String(id)],
    ),
    db.rows<{ id: number }>(
      "select id from label_order where business_id = $1 and return_of_id = $2 order by id",
      [business_id, id],
    ),
  ]);
  return { ...answer, events, return_label_ids: returns.map((one) => one.id) };
}
