/** Proofs of the link's order, with pictures once it is delivered. */
import Type from "typebox";
import { TrackingAnswer } from "#domain/tracking/tracking/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { SHOWN_BY } from "../links.ts";
import { loadSharedTracking } from "../load-tracking.ts";

export const getSharedProofs = defineOperation({
  name: SHOWN_BY.proofs,
  summary: "Get the proofs of the order of a link",
  access: { roles: [], scopes: [], link: "order" },
  rest: { method: "GET", path: "/api/v1/shared/tracking/proofs" },
  output: Type.Object({ result: Type.Boolean(), proofs: TrackingAnswer.properties.proofs }),

  async run(context) {
    const { proofs } = await loadSharedTracking(context);
    return { result: true, proofs };
  },
});
