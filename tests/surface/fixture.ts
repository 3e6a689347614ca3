/**
 * A business whose records are created through its own operations when a test first asks for them, as the
 * families' samples say. The tests of this folder have one family more than the product has, `tests/fixtures/new-family`: what
 * they require of a family is what it has.
 */
import assert from "node:assert/strict";
import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import "#tests/fixtures/new-family/columns.gen.ts";
import { DOMAIN_FOLDER } from "#operation/define/registry.ts";
import {
  type AllSamples,
  type Fixture,
  type Kind,
  loadSamples,
  type PersonRole,
  PLACE,
  type RecordIds,
} from "#tests/support/samples.ts";
import {
  type Caller,
  type TestBusiness,
  type TestService,
  type TestServiceOptions,
  testService,
} from "#tests/support/service.ts";

export const NEW_FAMILY = path.resolve(import.meta.dirname, "../fixtures/new-family");

/** Where the families are. */
export const FOLDERS = [DOMAIN_FOLDER, path.join(NEW_FAMILY, "domain")];

export const samples: AllSamples = await loadSamples(FOLDERS);

/** A service with all of them. */
export async function surfaceService(options: TestServiceOptions = {}): Promise<TestService> {
  const service = await testService({ ...options, folders: FOLDERS });
  for await (const file of glob(path.join(NEW_FAMILY, "migrations/*.sql")))
    await service.runtime.pools.owner.query(await readFile(file, "utf8"));
  return service;
}

// biome-ignore lint/suspicious/noExplicitAny: any operation's response.
type Anything = any;

/** Calls an operation by its name. */
export function byName(service: TestService, call: Caller) {
  return (name: string, input: Record<string, unknown>): Promise<Anything> =>
    call(service.runtime.registry.get(name) as never, input as never);
}

/** With `mark` in all its texts. */
export async function createFixture(
  service: TestService,
  business: TestBusiness,
  mark: string,
): Promise<Fixture> {
  const all = await loadSamples(service.folders);
  const ids_by_kind = new Map<Kind, Promise<unknown>>();
  const [driver, customer, contractor] = [
    await business.driver({ name: `Driver ${mark}` }),
    await business.customer({ name: `Customer ${mark}` }),
    await business.contractor({ name: `Contractor ${mark}` }),
  ];
  const fixture: Fixture = {
    service,
    samples: all,
    business,
    unique_word: mark,
    people: {
      client_admin: await business.person("client_admin"),
      employee: await business.person("employee"),
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
      let id = ids_by_kind.get(kind);
      if (id === undefined) {
        id = fixture.another(kind);
        ids_by_kind.set(kind, id);
      }
      return id as never;
    },
    async another(kind) {
      const sample = all.records[kind];
      assert.ok(sample !== undefined, `No family has a sample of ${kind}.`);
      const id = await sample.create(fixture);
      assert.ok(id, `There is no ${kind}.`);
      return id as never;
    },
  };
  return fixture;
}

/** The ids of some kinds, or of all. */
export async function loadIds(fixture: Fixture, kinds?: readonly Kind[]): Promise<RecordIds> {
  const ids: Record<string, unknown> = {};
  for (const kind of kinds ?? (Object.keys(fixture.samples.records) as Kind[]))
    ids[kind] = await fixture.id(kind);
  return ids as unknown as RecordIds;
}

/**
 * A fixture in which a kind of record is the one that is given, else this person's own where the families' samples have
 * some.
 */
export function openWithOwnRecords(
  fixture: Fixture,
  role: PersonRole,
  preset_ids: Partial<RecordIds> = {},
): Fixture {
  const own_ids = new Map<Kind, Promise<unknown>>();
  const own_fixture: Fixture = {
    ...fixture,
    id(kind) {
      const preset_id = preset_ids[kind];
      if (preset_id !== undefined) return Promise.resolve(preset_id) as never;
      const create = fixture.samples.person_records[role][kind];
      if (create === undefined) return fixture.id(kind);
      let id = own_ids.get(kind);
      if (id === undefined) {
        id = Promise.resolve(create(own_fixture) as unknown);
        own_ids.set(kind, id);
      }
      return id as never;
    },
  };
  return own_fixture;
}

/** The ids of a fixture, with this person's own records where the families' samples have some. */
export function ownIds(fixture: Fixture, role: PersonRole): Promise<RecordIds> {
  return loadIds(openWithOwnRecords(fixture, role));
}

/** Ids that belong to nobody, of the type of each kind. */
export function unknownIds({ samples }: Fixture, ids: RecordIds): RecordIds {
  const nobody = Object.entries(ids).map(([kind, id]) => {
    const { unknown } = samples.records[kind as Kind];
    if (typeof id === "number") return [kind, 2_000_000_011];
    assert.ok(unknown !== undefined, `${kind} needs an id of no record.`);
    return [kind, unknown];
  });
  return Object.fromEntries(nobody) as RecordIds;
}
