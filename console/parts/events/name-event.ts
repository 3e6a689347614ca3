/** Events in words: what happened to the record beside which the word stands. */
import { findWord } from "../labels.ts";
import { text } from "./text.ts";

export const nameEvent = (kind: string): string => findWord(text.events, kind) ?? text.changed;
