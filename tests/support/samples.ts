/**
 * What a family tells the tests of every operation: how to create one of each of its records, and a valid
 * input for each operation that needs one. Each family has its own, `src/domain/<area>/<family>/samples.ts`, found
 * by folder.
 */
import assert from "node:assert/strict";
import { glob } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { addDays, toLocalDate } from "#vocabulary/calendar.ts";
import type { PriceFamily } from "#vocabulary/features.ts";
import type { RecordKinds } from "#vocabulary/ref.ts";
import { TEST_TIME_ZONE, type TestBusiness, type TestPerson, type TestService } from "./service.ts";

/**
 * Ids by kind of record. A family adds records in a state that some operation needs:
 * `declare module "#tests/support/samples.ts" { interface RecordIds { … } }`.
 */
export interface RecordIds extends RecordKinds {}

export type Kind = keyof RecordIds;
export type PersonRole = "client_admin" | "employee" | "driver" | "customer" | "broker_employee";
type Values = Record<string, unknown>;

/** A business whose records are created when a test first needs them. */
export interface Fixture {
  service: TestService;
  samples: AllSamples;
  business: TestBusiness;
  /** A word in every name, address and note of this fixture and of no other. */
  unique_word: string;
  people: Record<PersonRole, TestPerson>;
  /** An address with the mark. */
  place: typeof PLACE & { name: string; phone: string; email: string };
  /** This fixture's record of a kind. */
  id<K extends Kind>(kind: K): Promise<RecordIds[K]>;
  /** A further record of a kind. */
  another<K extends Kind>(kind: K): Promise<RecordIds[K]>;
}

type Create<K extends Kind> = (fixture: Fixture) => Promise<RecordIds[K]> | RecordIds[K];

export interface RecordSample<K extends Kind = Kind> {
  create: Create<K>;
  /** An id of no record. Numbers need none. */
  unknown?: RecordIds[K];
  /** Why everybody of a business may name any such record. */
  shared?: string;
  /** Roles for which a write takes the caller's own record, whatever the input names. */
  taken_from_caller?: readonly PersonRole[];
}

type BuildInput = (ids: RecordIds, own_ids: RecordIds) => Values;
/** `own_ids` are ids of the caller's own records, whichever ids are tested. */
export type Sample = BuildInput | { as: PersonRole; input: BuildInput };

export interface OperationSamples {
  /**
   * Where the minimal input with each member that takes an id is not enough: what each call sends beside the required members,
   * which have the record of their kind, else the smallest value.
   */
  inputs?: readonly Sample[];
  /** Records that must exist although no input names them. */
  needs?: readonly Kind[];
  /** Members that need another record than the one of their kind, by name. */
  member_kinds?: Record<string, Kind>;
  /** Members that name a record and are in no sample, by path: why. */
  not_tried?: Record<string, string>;
  /** Adds a row to this list, which grows with traffic and has a cursor; the n-th. */
  grow?(fixture: Fixture, n: number): Promise<unknown>;
  /** Why many callers at once cannot each get a result or a refusal with the same input. */
  not_concurrent?: string;
  /** Why it shows everybody of a business but customers what belongs to another person. */
  shared?: string;
  /** Why a bulk response has other members than `done`, `failed` and `errors`. */
  bulk_members?: string;
  /** Members that random valid inputs keep at a value, because others take long: the limit of a solver's time. */
  fixed?: Values;
  /** Why a program may call it although it changes a row that says who signs in or what programs may do. */
  changes_guards?: string;
  /** What it does to a session: a test that goes on with its caller's session does not call it. */
  changes_session?: "starts" | "ends";
}

/**
 * Amounts that occur nowhere else. The customer's own price list of the family charges `base_minor` for anything, and
 * `per_parcel_minor` for each parcel; with one parcel, `total_minor`.
 */
export interface HiddenPrice {
  base_minor: number;
  per_parcel_minor: number;
  total_minor: number;
}

export interface Samples {
  records?: { [K in Kind]?: Create<K> | RecordSample<K> };
  operations?: Record<string, OperationSamples>;
  /**
   * Members of its answers, by name, that are texts of the business or the service: codes, numbers, what the business calls its
   * own things. Every other text is marked with its author (`authors.ts` of a family).
   */
  own_texts?: readonly string[];
  /** Such members that other families answer too. */
  shared_texts?: readonly string[];
  /** The languages, sorted, of each of its catalogues of messages that is not in all languages, by its folder in the family. */
  catalogue_languages?: Record<string, readonly string[]>;
  /**
   * Its codes that a page of the console shows, each of which has a word, by where the words are: `order` for `codes` of
   * `words.<language>.json`, `pages/fleet/drivers#document_kinds` for a table in the messages of a folder of the console.
   */
  worded_codes?: Record<string, readonly string[]>;
  /**
   * Members of answers to customers, by operation and path, that are open or look like money and have no price, with all that
   * is in them: why.
   */
  no_price?: Record<string, string>;
  /** The id of a subject of each type that links of the family open. */
  link_subjects?: Record<string, (fixture: Fixture) => Promise<number | string>>;
  /**
   * Records of the fixture's customer that cost `SecretPrice`, by the family of their price. The tests hide that family from
   * the customer, and look for the amounts in everything that it is told about these records.
   */
  priced?: { [F in PriceFamily]?: (fixture: Fixture, price: HiddenPrice) => Promise<Partial<RecordIds>> };
  /** Records that belong to a person, where those of the fixture do not. */
  person_records?: { [P in PersonRole]?: { [K in Kind]?: Create<K> } };
  /** Gives records of a fixture to its contractor; called once all exist. */
  assignToContractor?(fixture: Fixture, ids: RecordIds): Promise<void>;
  /**
   * Tables that reads, dry runs and refused calls write on purpose: all columns, or those named.
   */
  written_by_any_call?: Record<string, "all" | readonly string[]>;
}

/** The date so many days from now in the zone of the businesses of the tests, `YYYY-MM-DD`. */
export const dateIn = (days: number): string => addDays(toLocalDate(new Date(), TEST_TIME_ZONE), days);

export const PLACE = { line1: "Quadra 1", city: "Brasília", country: "BR", lat: -15.72, lng: -47.89 };

/** A picture of one pixel. */
export const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

export function defineSamples(samples: Samples): Samples {
  return samples;
}

/** The samples of all families as one, with each kind's record in its long form. */
export interface AllSamples {
  records: Record<Kind, RecordSample>;
  operations: Record<string, OperationSamples>;
  /** By family. */
  own_texts: ReadonlyMap<string, ReadonlySet<string>>;
  /** By family. */
  shared_texts: ReadonlyMap<string, readonly string[]>;
  /** By folder from the root of the repository. */
  catalogue_languages: Record<string, readonly string[]>;
  worded_codes: { family: string; words: string; codes: readonly string[] }[];
  no_price: Record<string, string>;
  link_subjects: Record<string, (fixture: Fixture) => Promise<number | string>>;
  priced: Map<PriceFamily, NonNullable<NonNullable<Samples["priced"]>[PriceFamily]>[]>;
  person_records: Record<PersonRole, { [K in Kind]?: Create<K> }>;
  giveToContractor(fixture: Fixture, ids: RecordIds): Promise<void>;
  written_by_any_call: Record<string, "all" | readonly string[]>;
}

const ROOT = path.resolve(import.meta.dirname, "../..");
const DOMAIN_FOLDER = path.join(ROOT, "src/domain");

export async function loadSamples(folders: readonly string[] = [DOMAIN_FOLDER]): Promise<AllSamples> {
  const own_texts = new Map<string, ReadonlySet<string>>();
  const shared_texts = new Map<string, readonly string[]>();
  const all: AllSamples = {
    records: {} as AllSamples["records"],
    operations: {},
    own_texts,
    shared_texts,
    catalogue_languages: {},
    worded_codes: [],
    no_price: {},
    link_subjects: {},
    priced: new Map(),
    person_records: { client_admin: {}, employee: {}, driver: {}, customer: {}, broker_employee: {} },
    async giveToContractor(fixture, ids) {
      for (const assign of contractor_assigners) await assign(fixture, ids);
    },
    // Written once a second by the rate limits, for the calls before.
    written_by_any_call: { limit_count: "all" },
  };
  const contractor_assigners: NonNullable<Samples["assignToContractor"]>[] = [];
  const files: string[] = [];
  for (const folder of folders)
    for await (const file of glob("*/*/samples.ts", { cwd: folder })) files.push(path.join(folder, file));
  for (const file of files.sort()) {
    const { samples } = (await import(pathToFileURL(file).href)) as { samples: Samples };
    const { records = {}, person_records = {}, assignToContractor: giveToContractor } = samples;
    const family = path.basename(path.dirname(file));
    own_texts.set(family, new Set(samples.own_texts));
    shared_texts.set(family, samples.shared_texts ?? []);
    for (const [name, languages] of Object.entries(samples.catalogue_languages ?? {}))
      all.catalogue_languages[path.relative(ROOT, path.join(path.dirname(file), name))] = languages;
    for (const [words, codes] of Object.entries(samples.worded_codes ?? {}))
      all.worded_codes.push({ family, words, codes });
    const complete = Object.entries(records).map(([kind, record]) => [
      kind,
      typeof record === "function" ? { create: record } : record,
    ]);
    add(all.records, Object.fromEntries(complete), file);
    for (const name of ["operations", "link_subjects", "written_by_any_call", "no_price"] as const)
      add(all[name], samples[name] ?? {}, file);
    for (const [role, kinds] of Object.entries(person_records))
      add(all.person_records[role as PersonRole], kinds, file);
    for (const [price_family, create] of Object.entries(samples.priced ?? {}) as [PriceFamily, never][])
      all.priced.set(price_family, [...(all.priced.get(price_family) ?? []), create]);
    if (giveToContractor !== undefined) contractor_assigners.push(giveToContractor);
  }
  return all;
}

function add(all: object, some: object, file: string): void {
  for (const name of Object.keys(some)) assert.ok(!(name in all), `${file}: ${name} has a sample elsewhere.`);
  Object.assign(all, some);
}
