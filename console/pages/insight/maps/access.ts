/** Who may read a map, as forms offer it. */
import { text } from "./text.ts";

const ACCESSES = ["public", "unlisted", "token", "private"] as const;

export const listAccesses = () => ACCESSES.map((value) => ({ value, label: text.accesses[value] }));
