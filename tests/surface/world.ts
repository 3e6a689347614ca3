/**
 * A business whose records are created through its own operations when a test first asks for them, as the
 * families' samples say.
 */
import assert from "node:assert/strict";
import {
  type AllSamples,
  type Kind,
  loadSamples,
  type PersonRole,
  PLACE,
  type RecordIds,
  type World,
} from "#tests/support/samples.ts";
import type { Caller, TestBusiness, TestService } from "#tests/support/service.ts";

export const samples: AllSamples = await loadSamples();

// biome-ignore lint/suspicious/noExplicitAny: any operation's response.
type Anything = any;

/** Calls an operation by its name. */
export function byName(service: TestService, call: Caller) {
  return (name: string, input: Record<string, unknown>): Promise<Anything> =>
    call(service.runtime.registry.get(name) as never, input as never);
}

/** With `mark` in all its texts. */
export async function openWorld(
  service: TestService,
  t: TestBusiness,
  mark: string,
  all: AllSamples = samples,
): Promise<World> {
  const made = new Map<Kind, Promise<unknown>>();
  const [driver, customer, contractor] = [
    await t.driver({ name: `Driver ${mark}` }),
    await t.customer({ name: `Customer ${mark}` }),
    await t.contractor({ name: `Contractor ${mark}` }),
  ];
  const world: World = {
    service,
    samples: all,
    t,
    unique_word: mark,
    people: {
      client_admin: await t.person("client_admin"),
      employee: await t.person("employee"),
      driver: driver.person,
      customer: customer.person,
      broker_employee: contractor.person,
    },
    place: {
      ...PLACE,
      name: `${mark} Dias`,
      phone: "+55 61 99999-0000",
      email: `${mark.toLowerCase()}@test.example`,
      line1: `${mark} 7`,
      lat: -15.71,
      lng: -47.88,
    },
    id(kind) {
      let id = made.get(kind);
      if (id === undefined) {
        id = world.another(kind);
        made.set(kind, id);
      }
      return id as never;
    },
    async another(kind) {
      const sample = all.records[kind];
      assert.ok(sample !== undefined, `No family has a sample of ${kind}.`);
      const id = await sample.create(world);
      assert.ok(id, `There is no ${kind}.`);
      return id as never;
    },
  };
  return world;
}

/** The ids of some kinds, or of all. */
export async function idsOf(world: World, kinds?: readonly Kind[]): Promise<RecordIds> {
  const ids: Record<string, unknown> = {};
  for (const kind of kinds ?? (Object.keys(world.samples.records) as Kind[]))
    ids[kind] = await world.id(kind);
  return ids as unknown as RecordIds;
}

/**
 * A world in which a kind of record is the one that is given, else this person's own where the families' samples have
 * some.
 */
export function openOwn(world: World, role: PersonRole, given: Partial<RecordIds> = {}): World {
  const own = new Map<Kind, Promise<unknown>>();
  const theirs: World = {
    ...world,
    id(kind) {
      const known = given[kind];
      if (known !== undefined) return Promise.resolve(known) as never;
      const create = world.samples.own[role][kind];
      if (create === undefined) return world.id(kind);
      let id = own.get(kind);
      if (id === undefined) {
        id = Promise.resolve(create(theirs) as unknown);
        own.set(kind, id);
      }
      return id as never;
    },
  };
  return theirs;
}

/** The ids of a world, with this person's own records where the families' samples have some. */
export function ownIds(world: World, role: PersonRole): Promise<RecordIds> {
  return idsOf(openOwn(world, role));
}

/** Ids that belong to nobody, of the type of each kind. */
export function unknownIds({ samples }: World, ids: RecordIds): RecordIds {
  const nobody = Object.entries(ids).map(([kind, id]) => {
    const { unknown } = samples.records[kind as Kind];
    if (typeof id === "number") return [kind, 2_000_000_011];
    assert.ok(unknown !== undefined, `${kind} needs an id of no record.`);
    return [kind, unknown];
  });
  return Object.fromEntries(nobody) as RecordIds;
}
