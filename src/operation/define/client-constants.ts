/**
 * Lists and tables of a family that its clients need as they are here: which states count as open, which kinds go together.
 * One object in `client-constants.ts` of the family, found by folder; `packages/client/constants.gen.ts` has each by its name.
 */
import assert from "node:assert";

type Constant = readonly string[] | Readonly<Record<string, readonly string[]>>;

export interface ClientConstantSet {
  is_client_constant_set: true;
  constants: Readonly<Record<string, Constant>>;
}

export function defineClientConstants(constants: ClientConstantSet["constants"]): ClientConstantSet {
  return { is_client_constant_set: true, constants };
}

/** By name, in the order of families. */
export function buildClientConstants(sets: readonly ClientConstantSet[]): ReadonlyMap<string, Constant> {
  const all = new Map<string, Constant>();
  for (const [name, constant] of sets.flatMap(({ constants }) => Object.entries(constants))) {
    assert(!all.has(name), `Two families have a constant ${name} for clients.`);
    all.set(name, constant);
  }
  return all;
}
