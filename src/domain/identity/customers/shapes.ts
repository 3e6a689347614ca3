/** Customers of a business, as people of the business see them. */
import Type from "typebox";
import { buildSignInSchema, Email } from "#domain/identity/accounts/public.ts";
import { Id, Minor, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { PRICE_FAMILIES, type PriceFamily } from "#vocabulary/features.ts";
import { Ref } from "#vocabulary/ref.ts";
import { DELIVERY_LIST } from "./price-lists.ts";

export const PROOFS = ["photo", "signature", "pin", "scan", "id_check", "note"] as const;
export const CUSTOMER_STATES = ["active", "disabled"] as const;

export const CustomerAccount = Type.Object(
  {
    id: Ref("customer_account"),
    name: Type.String(),
    email: Type.String(),
    status: StringEnum(["invited", "pending_review", "active", "disabled"]),
  },
  { $id: "CustomerAccount" },
);

const summary = {
  id: Ref("customer"),
  code: Type.String(),
  name: Type.String(),
  email: Nullable(Type.String()),
  phone_e164: Nullable(Type.String()),
  tier: Type.String(),
  price_list_id: Nullable(
    Ref("price_list", {
      ...Id,
      description: "Its own list for local deliveries; other families have theirs.",
    }),
  ),
  hidden_price_families: Type.Array(StringEnum(PRICE_FAMILIES)),
  credit_limit_minor: Minor,
  required_proofs: Type.Array(StringEnum(PROOFS)),
  status: StringEnum(CUSTOMER_STATES),
  version: Type.Integer(),
  created_at: Timestamp,
};

export const CustomerSummary = Type.Object(summary, { $id: "CustomerSummary" });
export const Customer = Type.Object(
  { ...summary, accounts: Type.Array(CustomerAccount, { description: "Accounts that sign in for it." }) },
  { $id: "CustomerDetail" },
);

export const customerMembers = {
  name: Type.String({ minLength: 1, maxLength: 255 }),
  code: Type.Optional(
    Type.String({
      pattern: "^[A-Za-z0-9][A-Za-z0-9_.-]{0,39}$",
      maxLength: 40,
      description: "Your own code; generated if absent.",
    }),
  ),
  email: Type.Optional(Nullable(Email)),
  phone: Type.Optional(
    Nullable(
      Type.String({ maxLength: 50, description: "International, or national in the business's country." }),
    ),
  ),
  tier: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
  price_list_id: Type.Optional(
    Nullable(Ref("price_list", { ...Id, description: "Its own list for local deliveries." })),
  ),
  hidden_price_families: Type.Optional(
    Type.Array(StringEnum(PRICE_FAMILIES), {
      maxItems: 7,
      uniqueItems: true,
      description: "Order families whose prices this customer is not shown.",
    }),
  ),
  credit_limit_minor: Type.Optional(Minor),
  required_proofs: Type.Optional(
    Type.Array(StringEnum(PROOFS), {
      maxItems: 6,
      uniqueItems: true,
      description: "Required at every delivery to it, besides those of the business and of the order.",
    }),
  ),
};

export const SignIn = buildSignInSchema("Customer");

export interface CustomerRow {
  id: number;
  business_id: number;
  code: string;
  name: string;
  email: string | null;
  phone_e164: string | null;
  tier: string;
  price_list_id: number | null;
  hidden_price_families: PriceFamily[];
  credit_limit_minor: number;
  required_proofs: (typeof PROOFS)[number][];
  status: (typeof CUSTOMER_STATES)[number];
  version: number;
  created_at: string;
}

/** Of `customer` without an alias. */
export const CUSTOMER_COLUMNS = `id, business_id, code, name, email, phone_e164, tier, (select l.price_list_id
  from customer_price_list l where l.business_id = customer.business_id and l.customer_id = customer.id
    and l.family = '${DELIVERY_LIST}') as price_list_id, hidden_price_families,
  credit_limit_minor, required_proofs, status, version, created_at`;

export const ACCOUNTS_OF = `select id, name, email, status from account
  where business_id = $1 and role = 'customer' and customer_id = $2 order by id`;

/** The members of a customer that an event contains: no name, no address. */
export function pickAuditFields({
  code,
  tier,
  price_list_id,
  hidden_price_families,
  credit_limit_minor,
  status,
}: CustomerRow) {
  return { code, tier, price_list_id, hidden_price_families, credit_limit_minor, status };
}
