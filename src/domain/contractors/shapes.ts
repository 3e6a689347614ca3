/** Contractors on the wire. */
import Type from "typebox";
import { signInOf } from "#domain/user/public.ts";
import { AccountId, Id, Latitude, Longitude, Timestamp, Words } from "#vocabulary/basics.ts";

export const CONTRACTOR_STATES = ["active", "disabled"] as const;
export const ContractorSignIn = signInOf("Contractor");
export const ContractorName = Type.String({ minLength: 1, maxLength: 255, pattern: "\\S" });

const Corner = Type.Object({ lat: Latitude, lng: Longitude }, { $id: "RuleCorner" });

export const ContractorRule = Type.Object(
  {
    name: Type.Optional(Type.String({ maxLength: 100 })),
    postcode_prefixes: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 20 }), {
        minItems: 1,
        maxItems: 500,
        description: "Beginnings of postal codes, compared by letters and digits.",
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
      Type.Array(Words(["D", "P", "P2P"] as const), { minItems: 1, maxItems: 3, uniqueItems: true }),
    ),
    weekdays: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
        minItems: 1,
        maxItems: 7,
        uniqueItems: true,
        description: "Of the day that is planned: Monday 1, Sunday 7.",
      }),
    ),
    capacity_per_day: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 100_000, description: "Orders taken by this rule on one day." }),
    ),
  },
  {
    $id: "ContractorRule",
    description: "Unassigned orders that meet every condition may be planned by the contractor.",
  },
);

export const ContractorRules = Type.Array(ContractorRule, {
  maxItems: 50,
  description: "An order goes to the first rule that takes it and has room. Empty: assigned orders only.",
});

const summary = {
  id: Id,
  name: Type.String(),
  status: Words(CONTRACTOR_STATES),
  rules: Type.Array(ContractorRule),
  people: Type.Array(
    Type.Object({
      broker_id: AccountId,
      name: Type.String(),
      email: Type.String(),
      status: Words(["invited", "pending_review", "active", "disabled"]),
    }),
    { description: "Who signs in for it; orders are assigned to one of them." },
  ),
  drivers: Type.Integer({ description: "Active drivers." }),
  orders_in_hand: Type.Integer({ description: "Assigned, and not at their end." }),
  orders_on_routes: Type.Integer({
    description: "Of the orders in hand or taken by rules, those on a route.",
  }),
  version: Type.Integer(),
  created_at: Timestamp,
};

export const Contractor = Type.Object(summary, { $id: "Contractor" });
