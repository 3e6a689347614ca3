/**
 * What is valid in a new order and still is probably not what its sender means. Nothing is refused for it: a dry run shows
 * it before anything is saved. Pure.
 */
import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { findTextDoubt } from "#spreadsheet/read-cell.ts";
import { Nullable, OrderId, StringEnum } from "#vocabulary/basics.ts";
import { isEmailAddress } from "#vocabulary/email.ts";
import { parseE164 } from "#vocabulary/phone.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import type { OrderDraft } from "./draft.ts";

const CODES = [
  "no_name",
  "phone_form",
  "email_form",
  "past_day",
  "formula",
  "cell_error",
  "ref_exists",
  "ref_twice",
  "no_position",
  "outside_zones",
] as const;

export const OrderDoubt = Type.Object(
  {
    field: Type.String({ description: "Path in the order." }),
    code: StringEnum(CODES),
    message: Type.String(),
    order_id: Type.Optional(
      Nullable(
        Ref("order", { ...OrderId, description: "Of `ref_exists`: the latest order with this reference." }),
      ),
    ),
  },
  { $id: "OrderDoubt" },
);
export type OrderDoubt = Type.Static<typeof OrderDoubt>;

/** A doubt before it is said in a language. */
export interface FoundDoubt extends Omit<OrderDoubt, "message"> {
  /** Of `ref_twice`: another order of the call with the reference. */
  index?: number;
}

export const toOrderDoubt = (
  { say }: Pick<Context<never>, "say">,
  { index = 0, ...doubt }: FoundDoubt,
): OrderDoubt => ({ ...doubt, message: say(messages.doubts[doubt.code], { index }) });

const TEXTS = [
  "name",
  "phone",
  "email",
  "line1",
  "line2",
  "city",
  "region",
  "postal_code",
  "instructions",
] as const;

export interface DoubtContext {
  /** ISO 3166-1 alpha-2 of the business. */
  home: string;
  /** The day of the business, YYYY-MM-DD. */
  today: string;
  /** The latest order of each reference that exists. */
  order_by_ref: ReadonlyMap<string, number>;
}

export function findDraftDoubts(
  draft: OrderDraft,
  { home, today, order_by_ref }: DoubtContext,
): FoundDoubt[] {
  const doubts: FoundDoubt[] = [];
  const add = (field: string, code: OrderDoubt["code"], more: { order_id?: number } = {}) =>
    doubts.push({ field, code, ...more });
  const addText = (field: string, text: string | null | undefined) => {
    const kind = findTextDoubt(text ?? "")?.kind;
    if (kind === "formula" || kind === "cell_error") add(field, kind);
    return kind !== undefined;
  };
  for (const side of ["pickup", "dropoff"] as const) {
    const place = draft[side];
    if (!place) continue;
    const odd = new Set(TEXTS.filter((member) => addText(`${side}/${member}`, place[member])));
    const { name = "", phone = "", email = "", country } = place;
    if (name.trim() === "") add(`${side}/name`, "no_name");
    if (phone.trim() !== "" && !odd.has("phone") && parseE164(phone, country ?? home) === undefined)
      add(`${side}/phone`, "phone_form");
    if (email.trim() !== "" && !odd.has("email") && !isEmailAddress(email))
      add(`${side}/email`, "email_form");
  }
  for (const member of ["ref", "delivery_instruction", "note"] as const) addText(member, draft[member]);
  if (draft.scheduled_date !== undefined && draft.scheduled_date < today) add("scheduled_date", "past_day");
  const order_id = order_by_ref.get(draft.ref ?? "");
  if (order_id !== undefined) add("ref", "ref_exists", { order_id });
  return doubts;
}
