/** Declares the messages of the server with the values that each takes, as `console/message-types.ts` does for the console. */
import { glob } from "node:fs/promises";
import path from "node:path";
import { declareTexts, type Tree, writeDeclarations } from "../console/message-types.ts";

const ROOT = path.resolve(import.meta.dirname, "..");

/** Each folder of texts below `src/`, and those of the family that is a copy to start from. */
const FOLDERS = "{src,tests/fixtures}/**/en.json";

export function buildMessageTypes(english: Tree, translations: readonly Tree[]): string {
  return `// Written by scripts/message-types.ts.
import type { Message, Value } from "#operation/response/messages.ts";

declare const messages: ${declareTexts({ plain: "Message", filled: "Message" }, english, translations)};
export = messages;
`;
}

export async function writeServerMessageTypes(): Promise<void> {
  for await (const file of glob(FOLDERS, { cwd: ROOT }))
    await writeDeclarations(path.join(ROOT, path.dirname(file)), buildMessageTypes);
}
