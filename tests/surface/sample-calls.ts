/**
 * Sample calls of every operation that takes an id: the operation's own samples, or the minimal valid input with
 * each member that names a record. New operations are included automatically.
 */
import type { Operation } from "#operation/define/define.ts";
import type { JsonSchema } from "#operation/define/schema.ts";
import type { AllSamples, Kind, PersonRole, RecordIds } from "#tests/support/samples.ts";
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
  const { inputs, needs = [] } = all.operations[operation.name] ?? {};
  if (inputs === undefined) return listDerivedCalls(operation, all).map((call) => ({ ...call, needs }));
  return inputs.map((sample) => {
    const { as, input: build } = typeof sample === "function" ? { as: role, input: sample } : sample;
    const input = (ids: RecordIds, own_ids: RecordIds) =>
      fillRequired(operation, build(ids, own_ids), ids, all);
    return { as, input, needs };
  });
}

/** What is called without a sample: the minimal input, and with each further member that names a record. */
export function listDerivedCalls(operation: Operation, all: AllSamples = samples): SampleCall[] {
  const role = roleFor(operation) ?? "client_admin";
  const refs = listTriedRefs(operation, all);
  const required_members = new Set((operation.input as JsonSchema).required ?? []);
  const optional = refs.filter(({ path }) => !required_members.has(path));
  const fill = (ids: RecordIds, one?: RefMember) =>
    fillRequired(operation, one === undefined ? {} : fillRef(operation, one, ids), ids, all);
  return [
    ...(optional.length < refs.length ? [{ as: role, input: (ids: RecordIds) => fill(ids) }] : []),
    ...optional.map((one) => ({ as: role, input: (ids: RecordIds) => fill(ids, one) })),
  ];
}

/** An input with the required members that it leaves out: the id of a record in each `Ref`, else the smallest value. */
function fillRequired(operation: Operation, input: Values, ids: RecordIds, all: AllSamples): Values {
  const schema = operation.input as JsonSchema;
  const required_members = new Set(schema.required ?? []);
  const refs = listTriedRefs(operation, all).filter(
    ({ path }) => required_members.has(path) && !(path in input),
  );
  return {
    ...(minimalInput(schema) as Values),
    ...Object.assign({}, ...refs.map((one) => fillRef(operation, one, ids))),
    ...input,
  };
}

function listTriedRefs(operation: Operation, all: AllSamples): RefMember[] {
  const { member_kinds = {} } = all.operations[operation.name] ?? {};
  return findRefs(operation.input as JsonSchema)
    .filter(({ path }) => isTried(operation, path, all))
    .map(({ path, kind }) => ({ path, kind: member_kinds[path] ?? kind }));
}

function fillRef(operation: Operation, { path, kind }: RefMember, ids: RecordIds): Values {
  const member = (operation.input as JsonSchema).properties?.[path];
  return { [path]: member?.type === "array" ? [ids[kind]] : ids[kind] };
}

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
