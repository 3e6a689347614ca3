/** Events in words: what happened to the record beside which the word stands. */
import { findWord } from "../labels.ts";
import { text } from "./text.ts";
import { words } from "./words.ts";

export const nameEvent = (kind: string): string => findWord(words.events, kind) ?? text.changed;
