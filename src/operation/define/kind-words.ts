/**
 * Descriptions for models of members of inputs that name a record and have no description of their own. Each family says it
 * of its kinds of records in its `kinds.ts`, found by folder.
 */
import assert from "node:assert";
import type { RecordKind } from "#vocabulary/ref.ts";

export interface KindWords {
  /** Where an id is found, or what it does. */
  words?: string;
  /** The same of a list of ids, where it differs. */
  words_of_list?: string;
}

type Words = { readonly [Kind in RecordKind]?: KindWords };

export interface KindWordSet {
  is_kind_word_set: true;
  words: Words;
}

export function defineKindWords(words: Words): KindWordSet {
  return { is_kind_word_set: true, words };
}

/** The words of each kind of all families. */
export function buildKindWords(sets: readonly KindWordSet[]): ReadonlyMap<string, KindWords> {
  const all = new Map<string, KindWords>();
  for (const [kind, words] of sets.flatMap((set) => Object.entries(set.words))) {
    assert(!all.has(kind), `Two families describe ids of ${kind}.`);
    all.set(kind, words);
  }
  return all;
}
