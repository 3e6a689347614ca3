/** Request and response schemas of contractors. */
import Type from "typebox";
import { buildSignInSchema } from "#domain/identity/accounts/public.ts";
import { AccountId, Latitude, Longitude, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";

export const CONTRACTOR_STATES = ["active", "disabled"] as const;
export const ContractorSignIn = buildSignInSchema("Contractor");
export const ContractorName = Type.String({ minLength: 1, maxLength: 255, pattern: "\\S" });

const Corner = Type.Object({ lat: Latitude, lng: Longitude }, { $id: "RuleCorner" });

const ContractorRule = Type.Object(
  {
    name: Type.Optional(Type.String({ maxLength: 100 })),
    postcode_prefixes: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 20 }), {
        minItems: 1,
        maxItems: 500,
        description: "Postal code prefixes, compared by letters and digits.",
      }),
    ),
    polygon: Type.Optional(
      Type.Array(Corner, {
        minItems: 3,
        maxItems: 200,
        description: "Corners of an area in sequence; the first one is not repeated.",
      }),
    ),
    types: Type.Optional(
      Type.Array(StringEnum(["D", "P", "P2P"] as const), { minItems: 1, maxItems: 3, uniqueItems: true }),
    ),
    weekdays: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
        minItems: 1,
        maxItems: 7,
        uniqueItems: true,
        description: "Weekdays of the planned date: Monday 1, Sunday 7.",
      }),
    ),
    capacity_per_day: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 100_000, description: "Orders accepted by this rule per day." }),
    ),
  },
  {
    $id: "ContractorRule",
    description: "Unassigned orders that meet every condition may be planned by the contractor.",
  },
);

export const ContractorRules = Type.Array(ContractorRule, {
  maxItems: 50,
  description:
    "An order counts for the first rule that accepts it and has capacity left. Empty: assigned orders only.",
});

const summary = {
  id: Ref("contractor"),
  name: Type.String(),
  status: StringEnum(CONTRACTOR_STATES),
  rules: Type.Array(ContractorRule),
  people: Type.Array(
    Type.Object({
      broker_id: Ref("broker", AccountId),
      name: Type.String(),
      email: Type.String(),
      status: StringEnum(["invited", "pending_review", "active", "disabled"]),
    }),
    { description: "Its accounts; orders are assigned to one of them." },
  ),
  drivers: Type.Integer({ description: "Active drivers." }),
  orders_in_hand: Type.Integer({ description: "Assigned and not completed." }),
  orders_on_routes: Type.Integer({
    description: "Orders on its open routes, assigned or accepted by rules.",
  }),
  version: Type.Integer(),
  created_at: Timestamp,
};

export const Contractor = Type.Object(summary, { $id: "Contractor" });
