/** Templates: the initial terms of a new customer. */
import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { Minor, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { PRICE_FAMILIES } from "#vocabulary/features.ts";
import { Ref } from "#vocabulary/ref.ts";
import { PROOFS } from "./shapes.ts";

const members = {
  id: Ref("template"),
  name: Type.String(),
  tier: Type.String(),
  price_list_id: Nullable(Ref("price_list")),
  hidden_price_families: Type.Array(StringEnum(PRICE_FAMILIES)),
  credit_limit_minor: Minor,
  required_proofs: Type.Array(StringEnum(PROOFS)),
  is_default: Type.Boolean({ description: "Used for new customers if no other template is chosen." }),
  version: Type.Integer(),
  created_at: Timestamp,
};

export const CustomerTemplate = Type.Object(members, { $id: "CustomerTemplate" });
export const ListedTemplate = Type.Object(
  {
    ...members,
    apps: Type.Array(Type.String(), {
      description: "Names of own apps that create their customers from it.",
    }),
  },
  { $id: "ListedCustomerTemplate" },
);
export type CustomerTemplate = Type.Static<typeof CustomerTemplate>;

export const templateMembers = {
  name: Type.String({ minLength: 1, maxLength: 120, pattern: "\\S" }),
  tier: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
  price_list_id: Type.Optional(Nullable(Ref("price_list"))),
  hidden_price_families: Type.Optional(
    Type.Array(StringEnum(PRICE_FAMILIES), { maxItems: 7, uniqueItems: true }),
  ),
  credit_limit_minor: Type.Optional(
    Type.Integer({ ...Minor, description: "Credit limit in minor units: the terms of payment." }),
  ),
  required_proofs: Type.Optional(Type.Array(StringEnum(PROOFS), { maxItems: 6, uniqueItems: true })),
  is_default: Type.Optional(
    Type.Boolean({ description: "True replaces the previous default; false leaves none." }),
  ),
};

export const TEMPLATE_COLUMNS = `id, name, tier, price_list_id, hidden_price_families, credit_limit_minor, required_proofs,
  is_default, version, created_at`;

/** The chosen template, else the business's default; undefined if there is neither. */
export function findTemplate(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  template_id: number | null,
): Promise<CustomerTemplate | undefined> {
  return db.row<CustomerTemplate>(
    `select ${TEMPLATE_COLUMNS} from customer_template
      where business_id = $1 and (id = $2 or ($2::bigint is null and is_default))`,
    [business_id, template_id],
  );
}

/** There is one default: setting another ends the previous one. */
export async function clearDefault(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  is_default: boolean | undefined,
): Promise<void> {
  if (is_default !== true) return;
  await db.execute(
    "update customer_template set is_default = false, version = version + 1 where business_id = $1 and is_default",
    [business_id],
  );
}

/** The members of a template that an event contains. */
export function pickTerms({
  tier,
  price_list_id,
  hidden_price_families,
  credit_limit_minor,
  is_default,
}: CustomerTemplate) {
  return { tier, price_list_id, hidden_price_families, credit_limit_minor, is_default };
}
