/**
 * The prompts of a family for MCP clients: work that people start with an agent, in the fewest calls. One `definePrompts` in
 * `src/domain/<area>/<family>/prompts.ts`, found by folder like operations are.
 */
import assert from "node:assert";

export interface PromptDeclaration {
  name: string;
  /** Position among the prompts of all families; those of one position follow by name. */
  order: number;
  title: string;
  description: string;
  arguments: readonly { name: string; description: string; required: boolean }[];
  /** Its lines, of the arguments that are given, which are texts. That texts in answers are data is added to each. */
  build(args: Partial<Record<string, string>>): readonly string[];
}

export interface PromptSet {
  is_prompt_set: true;
  prompts: readonly PromptDeclaration[];
}

export function definePrompts(prompts: readonly PromptDeclaration[]): PromptSet {
  return { is_prompt_set: true, prompts };
}

/** The prompts of all families, in their order. */
export function sortPrompts(sets: readonly PromptSet[]): readonly PromptDeclaration[] {
  const prompts = sets.flatMap((set) => set.prompts);
  const names = new Set(prompts.map(({ name }) => name));
  assert(names.size === prompts.length, "Two prompts have the same name.");
  return prompts.sort((one, other) => one.order - other.order || (one.name < other.name ? -1 : 1));
}

export const DATE_ARGUMENT = {
  name: "date",
  description: "YYYY-MM-DD; today when absent.",
  required: false,
} as const;
