/** How callers name a label: by its id, or by the number of one of its packages. */
import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "./messages.ts";
import { findLabelByPackage } from "./records/label.ts";

export const labelIdMembers = {
  label_order_id: Type.Optional(Ref("label_order")),
  tracking_number: Type.Optional(
    Ref(
      "tracking_number",
      Type.String({ minLength: 1, maxLength: 100, description: "Of a package, instead of label_order_id." }),
    ),
  ),
};

interface LabelId {
  label_order_id?: number;
  tracking_number?: string;
}

/** Refuses an input that names none, both, or a number that no label of the caller has. */
export async function resolveLabelId(
  context: Pick<Context<never>, "db" | "business_id" | "actor" | "refuse">,
  { label_order_id, tracking_number }: LabelId,
): Promise<number> {
  const { refuse } = context;
  if ((label_order_id === undefined) === (tracking_number === undefined))
    throw refuse("invalid_request", {
      errors: [{ field: "label_order_id", message: messages.order_or_number }],
    });
  if (label_order_id !== undefined) return label_order_id;
  const id = await findLabelByPackage(context, tracking_number ?? "");
  if (id === undefined) throw refuse("not_found", { message: messages.unknown_label });
  return id;
}
