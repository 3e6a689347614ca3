/** Which operation of a link each choice is: a link names those that it allows. */
import type { Actor } from "#operation/caller/actor.ts";
import { CHOICES, type Choice } from "./rules.ts";

export const SUBJECT = "order";

export const CHOICE_OPERATIONS = {
  note: "trackingSharedNote",
  day: "trackingSharedDay",
  safe_place: "trackingSharedSafePlace",
  neighbour: "trackingSharedNeighbour",
  contact: "trackingSharedContact",
} as const satisfies Record<Choice, string>;

/** Shows what is possible and what was asked for; every link that allows a choice names it too. */
export const CHOICES_OPERATION = "trackingSharedChoices";

export function listAllowedChoices(operations: ReadonlySet<string>): Choice[] {
  return CHOICES.filter((choice) => operations.has(CHOICE_OPERATIONS[choice]));
}

export function getAllowedChoices({ link }: Actor): Set<Choice> {
  return new Set(listAllowedChoices(link?.operations ?? new Set()));
}

/** What a link names so that its holder may do these. */
export function listChoiceOperations(choices: readonly Choice[]): string[] {
  return choices.length === 0
    ? []
    : [CHOICES_OPERATION, ...choices.map((choice) => CHOICE_OPERATIONS[choice])];
}
