/**
 * Rate up to 20 shipments at once; each on its own.
 *
 * Source: docs/contract/mcp.md, `uniorder_rate_batch`; the body is our choice.
 */
import Type, { type Static } from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Refusal } from "#operation/define/refusal.ts";
import { bulkAnswer, bulkMembers } from "#vocabulary/bulk.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { RateItem, refuseItem } from "../items.ts";
import { answerUnifiedRates, prepareRates, unifiedRateMembers, unifiedRateRefusals } from "../rate.ts";

const SHIPMENTS_MAX = 20;

export const rateUniorderBatch = defineOperation({
  name: "uniorderRateBatch",
  summary: "Get rates of up to 20 shipments",
  description: "Each shipment is rated on its own; one that cannot be rated is listed in errors.",
  only_quotes: true,
  risk: "low",
  destructive: false,
  access: { roles: [...BUSINESS_ROLES, "customer"], scopes: ["uniorder:read"] },
  rest: { method: "POST", path: "/api/v1/uniorder/rate/batch" },
  mcp: { user: "uniorder_rate_batch" },
  input: Type.Object({
    shipments: Type.Array(Type.Object(unifiedRateMembers), { minItems: 1, maxItems: SHIPMENTS_MAX }),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    ...bulkMembers,
    items: Type.Array(RateItem, { description: "In the order of the request." }),
  }),
  refusals: unifiedRateRefusals,

  prepare: (context, { shipments }) =>
    Promise.all(
      shipments.map((shipment) =>
        prepareRates(context, shipment).catch((error) => {
          if (error instanceof Refusal) return error;
          throw error;
        }),
      ),
    ),

  async run(context, { shipments }, prepared) {
    const items: Static<typeof RateItem>[] = [];
    for (const [index, shipment] of shipments.entries()) {
      const of = prepared[index];
      if (of === undefined) throw new Error("A shipment was lost on the way.");
      if (of instanceof Refusal) {
        items.push({ ...refuseItem(of), rates: [], faults: [] });
        continue;
      }
      try {
        const { rates, faults } = await answerUnifiedRates(context, shipment, of);
        items.push({ result: true, error_code: null, message: null, rates, faults });
      } catch (error) {
        // Rates are refused before anything is stored.
        if (!(error instanceof Refusal)) throw error;
        items.push({ ...refuseItem(error), rates: [], faults: [] });
      }
    }
    return { ...bulkAnswer(items, () => null), items };
  },
});
