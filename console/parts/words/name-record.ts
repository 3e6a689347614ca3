/** Records that events, exceptions and labels are about, in words. */
import { findWord, nameCode } from "../labels.ts";
import { text } from "./text.ts";
import { words } from "./words.ts";

/** `Shipping order 5`: a record by the type of its kind, as people call it. */
export function nameRecord(type: string, id: number | string): string {
  const word = findRecordKindName(type);
  return word === undefined ? text.record({ id: String(id) }) : `${word} ${id}`;
}

/** The type of a record alone. */
export const findRecordKindName = (type: string): string | undefined => findWord(words.subjects, type);
export const nameRecordKind = (type: string): string => nameCode(words.subjects, type);
