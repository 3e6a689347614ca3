/**
 * Sample calls of every operation that takes an id: the operation's own samples, or the minimal valid input with
 * each member that takes an id. New operations are included automatically.
 */
import type { Operation } from "#operation/define/define.ts";
import type { JsonSchema } from "#operation/define/schema.ts";
import type { AllSamples, Kind, PersonRole, RecordIds, Sample } from "#tests/support/samples.ts";
import { samples } from "./fixture.ts";
import { minimalInput } from "./inputs.ts";

type Values = Record<string, unknown>;

/** A valid input, built from the ids of a fixture. */
export interface SampleCall {
  as: PersonRole;
  /** `own` are ids of the caller's own records, whichever ids are tested. */
  input(ids: RecordIds, own: RecordIds): Values;
  needs?: readonly Kind[];
}

interface Found {
  path: string;
  kind: Kind | undefined;
}

/** Members at any depth that take ids. */
export function findIdMembers(schema: JsonSchema, all: AllSamples = samples, at: string[] = []): Found[] {
  const inside = (part: JsonSchema, place: string[]) => findIdMembers(part, all, place);
  const inner = (schema.anyOf ?? []).flatMap((branch) => inside(branch, at));
  const items = schema.items === undefined ? [] : inside(schema.items, at);
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, member]): Found[] => {
    const path = [...at, name];
    const below = inside(member, path);
    if (below.length > 0) return below;
    const named = /(^|_)ids?$/.test(name) || name in all.members;
    return named ? [{ path: path.join("/"), kind: all.members[name] }] : [];
  });
  return [...inner, ...items, ...members];
}

export function isNotReference({ name }: Operation, path: string, all: AllSamples = samples): boolean {
  const last = path.split("/").at(-1) ?? "";
  return last in all.no_references || all.operations[name]?.no_references?.[path] !== undefined;
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
  if (inputs !== undefined) return inputs.map((sample) => ({ ...buildSampleCall(sample, role), needs }));
  const schema = operation.input as JsonSchema;
  const found = findIdMembers(schema, all).filter(({ path }) => !isNotReference(operation, path, all));
  const needed = new Set(schema.required ?? []);
  const fill = (ids: RecordIds, wanted: readonly Found[]) => {
    const input = { ...(minimalInput(schema) as Values) };
    for (const { path, kind } of wanted) {
      if (kind === undefined) continue;
      const is_list = (schema.properties?.[path] as JsonSchema | undefined)?.type === "array";
      input[path] = is_list ? [ids[kind]] : ids[kind];
    }
    return input;
  };
  const required = found.filter(({ path }) => needed.has(path));
  const optional = found.filter(({ path }) => !needed.has(path));
  return [
    ...(required.length > 0 ? [{ as: role, input: (ids: RecordIds) => fill(ids, required) }] : []),
    ...optional.map((one) => ({ as: role, input: (ids: RecordIds) => fill(ids, [...required, one]) })),
  ];
}

const buildSampleCall = (sample: Sample, role: PersonRole): SampleCall =>
  typeof sample === "function" ? { as: role, input: sample } : sample;

/** The kinds of records that a sample refers to, and those of the caller's own that it needs besides. */
export function listKinds(sample_call: SampleCall): { kinds: Kind[]; own: Kind[] } {
  const noting = (used: Set<Kind>) =>
    new Proxy({} as RecordIds, {
      get(_ids, kind) {
        used.add(kind as Kind);
        return 1;
      },
    });
  const [kinds, own] = [new Set<Kind>(), new Set<Kind>(sample_call.needs)];
  sample_call.input(noting(kinds), noting(own));
  return { kinds: [...kinds], own: [...own] };
}

export function roleFor({ access }: Operation): PersonRole | undefined {
  if (access.public) return "client_admin";
  const role = access.roles.find((one) => one === "client_admin") ?? access.roles[0];
  return role === "platform_admin" ? undefined : role;
}
