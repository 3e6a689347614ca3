/** The words of a statement, in the languages of documents. */
import { defineMessages, type Message } from "#operation/response/messages.ts";
import type { TransactionKind } from "./rules.ts";
import type english from "./words/en.json";

const { statement, kinds, subjects } = defineMessages<typeof english>(import.meta.resolve("./words/"));

export const words = statement;

export const kindWords: Record<TransactionKind, Message> = kinds;

/** What a transaction was for, by the type of its subject. */
const subjectWords: Readonly<Record<string, Message>> = subjects;

/** `Shipping order 5`; a type that has no words of its own is written as words. */
export function nameRecord(type: string, id: number | string | null, language: string): string {
  const message = subjectWords[type];
  const words = type.replaceAll("_", " ");
  const name =
    message === undefined ? words.charAt(0).toUpperCase() + words.slice(1) : message.format(language);
  return [name, id ?? ""].join(" ").trim();
}
