/** The summary of each operation begins with a verb: what REST, GraphQL, the tools and the palette show as its name. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { loadRegistry } from "#operation/define/registry.ts";
import { FOLDERS } from "./fixture.ts";

const registry = await loadRegistry(FOLDERS);

/** Reading is "Get" one, "List" many, or one of these commands of the field. */
const READS = ["Get", "List", "Compare", "Export", "Find", "Open", "Resolve", "Track"];
/** Of writes: each is one word for one thing, so "Update" is never "Change" or "Edit", "Create" never "Make" or "New". */
const NO_WRITES = ["Change", "Edit", "Have", "Let", "Make", "Modify", "New", "Put", "Show", "Take"];

const firstWord = (summary: string) => summary.split(/[ ,]/)[0] ?? "";

test("the summary of a read begins with Get, List or its command", () => {
  const reads = [...registry.operations.values()].filter(({ rest }) => rest?.method === "GET");
  assert.deepEqual(
    reads.map(({ summary }) => summary).filter((summary) => !READS.includes(firstWord(summary))),
    [],
  );
});

test("no summary begins with a noun or a second word for Create, Get and Update", () => {
  const summaries = [...registry.operations.values()].map(({ summary }) => summary);
  assert.deepEqual(
    summaries.filter((summary) => NO_WRITES.includes(firstWord(summary))),
    [],
  );
  // An article, an adjective or a plural is no verb.
  assert.deepEqual(
    summaries.filter((summary) => /^(A|An|All|Every|Own|One|The|What|Who|Why|\w+s)\b/.test(summary)),
    summaries.filter((summary) => /^Process\b/.test(summary)),
  );
});
