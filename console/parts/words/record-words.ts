/** Words of records of every family, read when Node runs this; the build has them in it instead: `message-files.ts`. */
import { readRecordWords } from "../../message-files.ts";

export const english = await readRecordWords("en");

/** By language. */
export const loads: Readonly<Record<string, () => Promise<{ default: typeof english }>>> = {};
