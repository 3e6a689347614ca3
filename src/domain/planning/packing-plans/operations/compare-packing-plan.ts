/**
 * Compare a solved plan with packing everything into one kind of its packagings.
 *
 * Each alternative is solved anew for a second at most, and nothing is stored. Where the plan belongs to an order and a price
 * list covers it, each has its price.
 */
import Type from "typebox";
import { findPricing } from "#domain/money/price-lists/public.ts";
import { findOrder } from "#domain/orders/orders/public.ts";
import { countPieces, solveOrRefuse, solveRefusals } from "#domain/planning/goods-plans/public.ts";
import type { Context } from "#operation/define/context.ts";
import { defineOperation } from "#operation/define/define.ts";
import type { PackingSolution } from "#solvers/packing/problem.ts";
import { Count, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { Price, PriceCurrency, PriceHidden } from "#vocabulary/price.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { getPlan, type PackingPlanRow, type PlanContents } from "../records/packing-plan.ts";
import { buildProblem, findUnfitting, getOuter } from "../rules.ts";
import { packingSolver } from "../solver.ts";

const ALTERNATIVES_MAX = 4;
const EACH = { iterations: 300, time_limit_s: 1 };
/** Cubic millimetres that count as a gram: 5,000 cm³ a kilogram, as carriers bill. */
const VOLUMETRIC_MM3_PER_G = 5000;

const PRICE_STATES = ["priced", "no_order", "no_price_list", "not_covered"] as const;
type PriceState = (typeof PRICE_STATES)[number];

const Alternative = Type.Object(
  {
    packaging: Nullable(
      Type.String({ description: "Code of the only packaging; null for the plan itself." }),
    ),
    packages: Count,
    outer_volume_mm3: Type.Integer(),
    weight_g: Type.Integer(),
    chargeable_weight_g: Type.Integer({
      description: "Of each package the greater of its weight and a kilogram for 5,000 cm³.",
    }),
    cost_minor: Type.Integer({ description: "Of the packagings." }),
    unpacked: Count,
    price_state: StringEnum(PRICE_STATES),
    shipping_price: Price("local_delivery"),
    currency: PriceCurrency("local_delivery"),
    price_hidden: PriceHidden,
  },
  { $id: "PackingAlternative" },
);

interface Candidate {
  packaging: string | null;
  contents: PlanContents;
  solution: PackingSolution;
}

export const comparePackingPlan = defineOperation({
  name: "packingPlanAlternatives",
  summary: "Compare a packing plan with alternatives",
  access: { scopes: ["packing:read"] },
  rest: { method: "GET", path: "/api/v1/packing-plans/{packing_plan_id}/alternatives" },
  input: Type.Object({ packing_plan_id: Ref("packing_plan") }),
  output: Type.Object({
    result: Type.Boolean(),
    alternatives: Type.Array(Alternative, { description: "The plan itself first." }),
  }),
  refusals: { ...solveRefusals, not_solved: "conflict" },

  async prepare(context, { packing_plan_id }) {
    const plan = await getPlan(context, packing_plan_id);
    if (plan.solution === null) throw context.refuse("not_solved", { message: messages.not_solved });
    const candidates: Candidate[] = [{ packaging: null, contents: plan.contents, solution: plan.solution }];
    for (const { code, contents } of listSingles(plan))
      candidates.push({
        packaging: code,
        contents,
        solution: await solveOrRefuse(context, packingSolver, buildProblem(contents), {
          ...EACH,
          seed: plan.seed,
        }),
      });
    return { plan, candidates };
  },

  async run(context, _input, { plan, candidates }) {
    const price = await preparePricing(context, plan);
    return { result: true, alternatives: candidates.map((one) => ({ ...describe(one), ...price(one) })) };
  },
});

/** The plan with one packaging each: those that hold every item, smallest first, unless the plan uses that one alone. */
function listSingles({ contents, solution }: PackingPlanRow): { code: string; contents: PlanContents }[] {
  const used = new Set(solution?.packages.map(({ packaging_id }) => packaging_id));
  return contents.packagings
    .filter(({ ref }) => !(used.size === 1 && used.has(ref)))
    .map((packaging) => ({ code: packaging.code, contents: { ...contents, packagings: [packaging] } }))
    .filter((one) => findUnfitting(one.contents).length === 0)
    .sort((one, other) => computeVolume(one.contents) - computeVolume(other.contents))
    .slice(0, ALTERNATIVES_MAX);
}

function computeVolume({ packagings: [packaging] }: PlanContents): number {
  if (packaging === undefined) return 0;
  return packaging.outer_length_mm * packaging.outer_width_mm * packaging.outer_height_mm;
}

function describe({ packaging, contents, solution }: Candidate) {
  const { totals } = solution;
  return {
    packaging,
    packages: totals.packages,
    outer_volume_mm3: totals.outer_volume_mm3,
    weight_g: totals.weight_g,
    chargeable_weight_g: listParcels({ contents, solution }).reduce(
      (sum, { weight_g, length_mm, width_mm, height_mm }) =>
        sum + Math.max(weight_g, Math.ceil((length_mm * width_mm * height_mm) / VOLUMETRIC_MM3_PER_G)),
      0,
    ),
    cost_minor: totals.cost,
    unpacked: countPieces(solution.unpacked),
  };
}

function listParcels({ contents, solution }: Pick<Candidate, "contents" | "solution">) {
  const packagings = new Map(contents.packagings.map((one) => [one.ref, one]));
  return solution.packages.flatMap(({ packaging_id, weight_g }) => {
    const packaging = packagings.get(packaging_id);
    return packaging === undefined ? [] : [{ ...getOuter(packaging), weight_g }];
  });
}

interface Priced {
  price_state: PriceState;
  shipping_price?: number;
  currency?: string;
}

/** The price list is read once for all alternatives. */
async function preparePricing(
  context: Context<never>,
  { order_id }: PackingPlanRow,
): Promise<(one: Candidate) => Priced> {
  const order = order_id === null ? undefined : await findOrder(context.db, context.business_id, order_id);
  if (order === undefined) return () => ({ price_state: "no_order" });
  const { customer_id, type, service, pickup, dropoff, scheduled_date } = order;
  const pricing = await findPricing(context, { price_family: "local_delivery", customer_id });
  if (pricing === undefined) return () => ({ price_state: "no_price_list" });
  return (one) => {
    const parcels = listParcels(one);
    const { priced } = pricing.price({ type, service, pickup, dropoff, parcels, date: scheduled_date });
    return priced === null
      ? { price_state: "not_covered" }
      : {
          price_state: "priced",
          shipping_price: priced.total_minor,
          currency: pricing.list.currency,
        };
  };
}
