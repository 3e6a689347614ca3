/** The words of the service for a value that breaks a rule. */
import { english, loads } from "virtual:rule-texts";
import type { Text } from "../language/format-text.ts";
import { defineTexts } from "../language/texts.ts";
import { toSentence } from "./errors.ts";
import type { Broken } from "./form-rules.ts";

type WithLimit = Extract<Broken, { limit: number }>["rule"];

type RuleTexts = { readonly [Rule in Exclude<Broken["rule"], WithLimit>]: string } & {
  readonly [Rule in WithLimit]: Text<{ limit: number }>;
};

const text = defineTexts<RuleTexts>(english, (language) => loads[language]?.() ?? Promise.reject());

export const describeBroken = (broken: Broken): string =>
  toSentence("limit" in broken ? text[broken.rule](broken) : text[broken.rule]);
