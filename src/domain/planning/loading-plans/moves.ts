/** What moves by hand would make of a plan, with what they break. */
import Type, { type Static } from "typebox";
import type { Context } from "#operation/define/context.ts";
import { applyMoves, type Edit, UnknownPiece } from "./edits.ts";
import { messages } from "./messages.ts";
import type { LoadingPlanRow } from "./records/loading-plan.ts";
import { LoadedSpace, MoveInput, MoveViolation } from "./shapes.ts";

export const movesInput = {
  moves: Type.Array(MoveInput, {
    minItems: 1,
    maxItems: 500,
    description: "All at once, by the numbers that the pieces have before.",
  }),
};
export const movesOutput = {
  violations: Type.Array(MoveViolation, { description: "Limits that are broken; empty: none." }),
  spaces: Type.Array(LoadedSpace, { description: "Those that are changed, with their figures." }),
};
export const moveRefusals = { not_solved: "conflict", unknown_piece: "invalid" } as const;

export function tryMoves(
  { refuse }: Context<keyof typeof moveRefusals>,
  plan: LoadingPlanRow,
  moves: readonly MoveInput[],
): Edit {
  if (plan.solution === null) throw refuse("not_solved", { message: messages.not_solved });
  try {
    return applyMoves(plan.contents, plan.solution, moves);
  } catch (error) {
    if (!(error instanceof UnknownPiece)) throw error;
    throw refuse("unknown_piece", {
      message: messages.unknown_piece,
      errors: [{ field: error.field, message: error.text }],
    });
  }
}

export const showViolations = ({ violations }: Edit): Static<typeof MoveViolation>[] =>
  violations.slice(0, 100).map(({ kind, space_no, placement, item_id, message }) => ({
    kind,
    space_no,
    piece_no: placement === undefined ? null : placement + 1,
    item: item_id ?? null,
    message,
  }));
