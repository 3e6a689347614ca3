/** What is decided of the contents of a plan before it is saved. */
import { hash } from "node:crypto";
import type { Context } from "#operation/define/context.ts";
import type { RefusalDetail } from "#operation/define/refusal.ts";
import { canonicalJson } from "#operation/records/events.ts";
import type { Message, Value } from "#operation/response/messages.ts";
import { refuseUnsolvable } from "./refusals.ts";

interface Items {
  items: readonly { name: string; quantity: number }[];
}

/** SHA-256: the same contents have the same hash. */
export const hashProblem = (problem: unknown): string => hash("sha256", canonicalJson(problem));

export const countPieces = (items: readonly { quantity: number }[]): number =>
  items.reduce((sum, { quantity }) => sum + quantity, 0);

export const toPairs = (groups: readonly (readonly string[])[] | undefined): [string, string][] | undefined =>
  groups?.map(([one = "", other = ""]) => [one, other]);

/**
 * Entries of the items that fit nothing. Refuses more pieces than a plan may have, and a problem that the solver finds
 * contradictory: it throws `InvalidProblem`.
 */
export function findUnfittingOrRefuse<Contents extends Items>(
  context: Context<"too_many_items" | "unsolvable">,
  contents: Contents,
  {
    pieces_max,
    too_many_items,
    findUnfitting,
    InvalidProblem,
  }: {
    pieces_max: number;
    too_many_items: Message<{ most: Value; count: Value }>;
    findUnfitting: (contents: Contents) => RefusalDetail[];
    InvalidProblem: new (message: string) => Error;
  },
): RefusalDetail[] {
  const pieces = countPieces(contents.items);
  if (pieces > pieces_max)
    throw context.refuse("too_many_items", {
      message: too_many_items,
      values: { most: pieces_max, count: pieces },
    });
  try {
    return findUnfitting(contents);
  } catch (error) {
    if (!(error instanceof InvalidProblem)) throw error;
    throw refuseUnsolvable(context, error);
  }
}
