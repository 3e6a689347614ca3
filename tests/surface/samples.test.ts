/** Samples say what schemas do not: whatever `Ref` and the smallest input say already stands in no sample. */
import assert from "node:assert/strict";
import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import type { Operation } from "#operation/define/define.ts";
import { loadRegistry } from "#operation/define/registry.ts";
import type { JsonSchema } from "#operation/define/schema.ts";
import { TABLE_FACTS } from "#platform/db/columns.gen.ts";
import type { OperationSamples, RecordIds } from "#tests/support/samples.ts";
import { FOLDERS, samples } from "./fixture.ts";
import { findRefs, listDerivedCalls, listKinds, listSampleCalls, type SampleCall } from "./sample-calls.ts";

const { operations, record_kinds } = await loadRegistry(FOLDERS);

/** Each id is the name of its kind, and of whom it is. */
const nameIds = (whose: string) =>
  new Proxy({} as RecordIds, { get: (_ids, kind) => `${whose} ${String(kind)}` });
const [IDS, OWN_IDS] = [nameIds("any"), nameIds("own")];

const build = ({ as, input }: SampleCall) => ({ as, input: input(IDS, OWN_IDS) });

/** What the samples of an operation say although it is so without them. */
function findRedundant(operation: Operation, operation_samples: OperationSamples): string[] {
  const refs = findRefs(operation.input as JsonSchema);
  const { inputs = [], member_kinds = {}, not_tried = {} } = operation_samples;
  const calls = listSampleCalls(operation).map(build);
  const derived_calls = listDerivedCalls(operation).map(build);
  const filled_members = inputs.flatMap((sample) => {
    const values = (typeof sample === "function" ? sample : sample.input)(IDS, OWN_IDS);
    return refs.flatMap(({ path: member, kind }) => {
      const id = `any ${member_kinds[member] ?? kind}`;
      const is_filled_in = (operation.input as JsonSchema).required?.includes(member) === true;
      return is_filled_in && isDeepStrictEqual([values[member]].flat(), [id]) ? [member] : [];
    });
  });
  const isDerived = (call: (typeof calls)[number]) =>
    derived_calls.some((one) => isDeepStrictEqual(one, call));
  return [
    ...(operation_samples.inputs?.length === derived_calls.length && calls.every(isDerived)
      ? ["inputs: the same without them"]
      : []),
    ...filled_members.map((member) => `inputs: ${member} has this record anyway`),
    ...Object.entries(member_kinds).flatMap(([member, kind]) => {
      const ref = refs.find((one) => one.path === member);
      if (ref === undefined) return [`member_kinds: ${member} names no record`];
      return ref.kind === kind ? [`member_kinds: ${member} has this kind anyway`] : [];
    }),
    ...Object.keys(not_tried).flatMap((member) =>
      refs.some((one) => one.path === member) ? [] : [`not_tried: ${member} names no record`],
    ),
  ];
}

test("no sample says what its operation's schema says", () => {
  const wrong = Object.entries(samples.operations).flatMap(([name, operation_samples]) => {
    const operation = operations.get(name);
    if (operation === undefined) return [`${name}: there is no such operation`];
    return findRedundant(operation, operation_samples).map((fault) => `${name}: ${fault}`);
  });
  assert.deepEqual(wrong, []);
});

test("each record is there for a schema, another sample, a subject, or to be in no answer to others", async () => {
  const used_kinds = new Set<string>([...record_kinds.keys(), ...Object.keys(TABLE_FACTS)]);
  for (const operation of operations.values()) {
    for (const { kind } of findRefs(operation.input as JsonSchema)) used_kinds.add(kind);
    for (const sample_call of listSampleCalls(operation)) {
      const { kinds, own_kinds } = listKinds(sample_call);
      for (const kind of [...kinds, ...own_kinds]) used_kinds.add(kind);
    }
  }
  for (const folder of FOLDERS)
    for await (const file of glob("*/*/{samples,races}.ts", { cwd: folder })) {
      const source = await readFile(path.join(folder, file), "utf8");
      for (const [, kind] of source.matchAll(/\b(?:id|another)\("(\w+)"\)/g)) used_kinds.add(kind ?? "");
    }
  assert.deepEqual(
    Object.keys(samples.records).filter((kind) => !used_kinds.has(kind)),
    [],
  );
});
