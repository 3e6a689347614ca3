/**
 * Sample calls of every operation that takes an id: the operation's own samples, or the minimal valid input with
 * each member that names a record. New operations are included automatically.
 */
import type { Operation } from "#operation/define/define.ts";
import type { JsonSchema } from "#operation/define/schema.ts";
import type { AllSamples, Kind, PersonRole, RecordIds, Sample } from "#tests/support/samples.ts";
import { REF } from "#vocabulary/ref.ts";
import { samples } from "./fixture.ts";
import { minimalInput } from "./inputs.ts";

type Values = Record<string, unknown>;

/** A valid input, built from the ids of a fixture. */
export interface SampleCall {
  as: PersonRole;
  /** `own_ids` are ids of the caller's own records, whichever ids are tested. */
  input(ids: RecordIds, own_ids: RecordIds): Values;
  needs?: readonly Kind[];
}

interface RefMember {
  path: string;
  kind: Kind;
}

/** Members at any depth that name a record. */
export function findRefs(schema: JsonSchema, at: string[] = []): RefMember[] {
  const kind = schema[REF] as Kind | undefined;
  const inner = [...(schema.anyOf ?? []), ...(schema.items === undefined ? [] : [schema.items])];
  return [
    ...(kind === undefined ? [] : [{ path: at.join("/"), kind }]),
    ...inner.flatMap((part) => findRefs(part, at)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, member]) => findRefs(member, [...at, name])),
  ];
}

export function isTried({ name }: Operation, path: string, all: AllSamples = samples): boolean {
  return all.operations[name]?.not_tried?.[path] === undefined;
}

/** Paths of a value, without array indexes. */
export function listPaths(value: unknown, at: string[] = []): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => listPaths(item, at));
  if (typeof value === "object" && value !== null)
    return Object.entries(value).flatMap(([key, member]) => listPaths(member, [...at, key]));
  return [at.join("/")];
}

/** The samples of an operation: its own, or one for each member that takes an id. */
export function listSampleCalls(operation: Operation, all: AllSamples = samples): SampleCall[] {
  const role = roleFor(operation) ?? "client_admin";
  const { inputs, needs = [], member_kinds = {} } = all.operations[operation.name] ?? {};
  if (inputs !== undefined) return inputs.map((sample) => ({ ...buildSampleCall(sample, role), needs }));
  const schema = operation.input as JsonSchema;
  const refs = findRefs(schema)
    .filter(({ path }) => isTried(operation, path, all))
    .map(({ path, kind }) => ({ path, kind: member_kinds[path] ?? kind }));
  const required_members = new Set(schema.required ?? []);
  const fill = (ids: RecordIds, filled_refs: readonly RefMember[]) => {
    const input = { ...(minimalInput(schema) as Values) };
    for (const { path, kind } of filled_refs) {
      const is_list = (schema.properties?.[path] as JsonSchema | undefined)?.type === "array";
      input[path] = is_list ? [ids[kind]] : ids[kind];
    }
    return input;
  };
  const required = refs.filter(({ path }) => required_members.has(path));
  const optional = refs.filter(({ path }) => !required_members.has(path));
  return [
    ...(required.length > 0 ? [{ as: role, input: (ids: RecordIds) => fill(ids, required) }] : []),
    ...optional.map((one) => ({ as: role, input: (ids: RecordIds) => fill(ids, [...required, one]) })),
  ];
}

const buildSampleCall = (sample: Sample, role: PersonRole): SampleCall =>
  typeof sample === "function" ? { as: role, input: sample } : sample;

/** The kinds of records that a sample refers to, and those of the caller's own that it needs besides. */
export function listKinds(sample_call: SampleCall): { kinds: Kind[]; own_kinds: Kind[] } {
  const noting = (used: Set<Kind>) =>
    new Proxy({} as RecordIds, {
      get(_ids, kind) {
        used.add(kind as Kind);
        return 1;
      },
    });
  const [kinds, own_kinds] = [new Set<Kind>(), new Set<Kind>(sample_call.needs)];
  sample_call.input(noting(kinds), noting(own_kinds));
  return { kinds: [...kinds], own_kinds: [...own_kinds] };
}

export function roleFor({ access }: Operation): PersonRole | undefined {
  if (access.public) return "client_admin";
  const role = access.roles.find((one) => one === "client_admin") ?? access.roles[0];
  return role === "platform_admin" ? undefined : role;
}
