/**
 * Loads every operation, `src/domain/<area>/<family>/operations/*.ts`, and likewise what is in the folders `jobs`, `due`,
 * `schedules`, `subscribers`, `consumers`, `workers`, `record-kinds` and `attention`, and the declarations in `authors.ts`, `client-constants.ts`, `events.ts`, `features.ts`,
 * `kinds.ts`, `prompts.ts`, `scopes.ts`, `settings.ts`, `system-queries.ts`, `tool-views.ts` and `tools.ts`. Nothing of a family is registered
 * by hand; the few declarations of `src/operation` itself are imported below.
 */
import assert from "node:assert";
import path from "node:path";
import { events as linkEvents } from "../caller/link-events.ts";
import { linkQueries } from "../caller/link-queries.ts";
import { buildScheduleDue, buildScheduleJob } from "../due/schedules.ts";
import { quotaSettings } from "../limits/agent-quota.ts";
import { FILE_REFUSALS } from "./accepted-files.ts";
import type { AttentionDefinition, AttentionKind } from "./attention.ts";
import { type AuthorCatalogue, type AuthorSet, buildAuthorCatalogue } from "./authors.ts";
import { buildClientConstants, type ClientConstantSet } from "./client-constants.ts";
import type { Consumer, ConsumerDefinition } from "./consumer.ts";
import { fillDeclaredNames } from "./declared-names.ts";
import type { Definition, Operation } from "./define.ts";
import type { DueDefinition, DueHandler } from "./due.ts";
import { buildEventCatalogue, type EventCatalogue, type EventSet } from "./events.ts";
import { buildFeatureCatalogue, type FeatureCatalogue, type FeatureSet } from "./features.ts";
import type { Job, JobDefinition } from "./job.ts";
import { buildKindWords, type KindWordSet, type KindWords } from "./kind-words.ts";
import { type PromptDeclaration, type PromptSet, sortPrompts } from "./prompts.ts";
import type { RecordKindDefinition } from "./record-kind.ts";
import type { Schedule, ScheduleDefinition } from "./schedule.ts";
import { buildScopeCatalogue, type ScopeCatalogue, type ScopeSet } from "./scopes.ts";
import { buildSettingCatalogue, type SettingCatalogue, type SettingSet } from "./settings.ts";
import { importFile, listFiles, listFolders } from "./source-files.ts";
import type { SystemQuerySet } from "./system-queries.ts";
import { listToolViews, type ToolView, type ToolViewSet } from "./tool-views.ts";
import { buildToolCatalogue, type ToolCatalogue, type ToolSet } from "./tools.ts";
import type { Subscriber } from "./topic.ts";
import type { Worker, WorkerDefinition } from "./worker.ts";

export const DOMAIN_FOLDER = path.resolve(import.meta.dirname, "../../domain");

/** What `src/operation` itself does on schedule: it has no family. */
const OPERATION_FOLDER = path.resolve(import.meta.dirname, "..");

const isMarked =
  <Marked>(mark: string) =>
  (value: unknown): value is Marked =>
    typeof value === "object" && value !== null && mark in value;
const isSubscriber = isMarked<Subscriber>("is_subscriber");
const isRecordKind = isMarked<RecordKindDefinition>("is_record_kind");
const isConsumer = isMarked<ConsumerDefinition>("is_consumer");
const isWorker = isMarked<WorkerDefinition>("is_worker");
const isAttention = isMarked<AttentionDefinition>("is_attention");
const isSchedule = isMarked<ScheduleDefinition>("is_schedule");
const isDue = isMarked<DueDefinition>("is_due");
const isAuthorSet = isMarked<AuthorSet>("is_author_set");
const isClientConstantSet = isMarked<ClientConstantSet>("is_client_constant_set");
const isEventSet = isMarked<EventSet>("is_event_set");
const isFeatureSet = isMarked<FeatureSet>("is_feature_set");
const isSettingSet = isMarked<SettingSet>("is_setting_set");
const isSystemQuerySet = isMarked<SystemQuerySet>("is_system_query_set");
const isKindWordSet = isMarked<KindWordSet>("is_kind_word_set");
const isPromptSet = isMarked<PromptSet>("is_prompt_set");
const isToolViewSet = isMarked<ToolViewSet>("is_tool_view_set");
const isToolSet = isMarked<ToolSet>("is_tool_set");
const isScopeSet = isMarked<ScopeSet>("is_scope_set");
const isJob = isMarked<JobDefinition>("is_job");

/** Folders of a family whose files the registry imports. */
const FOLDERS = "operations jobs due schedules subscribers record-kinds consumers workers attention".split(
  " ",
);

const DECLARATIONS = [
  "authors.ts",
  "client-constants.ts",
  "events.ts",
  "features.ts",
  "kinds.ts",
  "prompts.ts",
  "scopes.ts",
  "settings.ts",
  "system-queries.ts",
  "tool-views.ts",
  "tools.ts",
];

export interface Registry {
  /** The area of each family. */
  families: ReadonlyMap<string, string>;
  operations: ReadonlyMap<string, Operation>;
  jobs: ReadonlyMap<string, Job>;
  /** By kind. */
  due: ReadonlyMap<string, DueHandler>;
  /** Their jobs and due tasks are among those above. */
  schedules: ReadonlyMap<string, Schedule>;
  /** The operation with this REST method and path. */
  byRoute: ReadonlyMap<string, Operation>;
  /** By topic, in the order in which they run. */
  subscribers: ReadonlyMap<string, readonly Subscriber[]>;
  /** By kind, in the order of families and files. */
  record_kinds: ReadonlyMap<string, RecordKindDefinition>;
  /** By name. */
  consumers: ReadonlyMap<string, Consumer>;
  /** By name. */
  workers: ReadonlyMap<string, Worker>;
  /** By kind. */
  attention: ReadonlyMap<string, AttentionKind>;
  /** Of the texts of answers. */
  authors: AuthorCatalogue;
  /** Of families, for clients, by name. */
  client_constants: ReturnType<typeof buildClientConstants>;
  events: EventCatalogue;
  features: FeatureCatalogue;
  system_queries: readonly SystemQuerySet[];
  scopes: ScopeCatalogue;
  /** Of businesses. */
  settings: SettingCatalogue;
  /** By kind of record. */
  kind_words: ReadonlyMap<string, KindWords>;
  tools: ToolCatalogue;
  /** In their order. */
  prompts: readonly PromptDeclaration[];
  tool_views: readonly ToolView[];
  get(name: string): Operation;
}

/** Families by name, whatever their area: the order of operations does not depend on the folders above them. */
async function findFamilies(
  folders: readonly string[],
): Promise<{ area: string; family: string; home: string }[]> {
  const family_folders: { area: string; family: string; home: string }[] = [];
  for (const folder of folders) {
    for (const area of await listFolders(folder)) {
      for (const family of await listFolders(path.join(folder, area)))
        family_folders.push({ area, family, home: path.join(folder, area, family) });
    }
  }
  return family_folders.sort((one, other) => (one.family < other.family ? -1 : 1));
}

/** What the registry of the product is made of: the folders of its families, and the files that it imports, absolute. */
export async function listRegistryFiles(): Promise<{ homes: string[]; files: string[] }> {
  const homes = (await findFamilies([DOMAIN_FOLDER])).map(({ home }) => home);
  const files: string[] = [];
  for (const home of homes) {
    for (const folder of FOLDERS) files.push(...(await listFiles(path.join(home, folder))));
    files.push(...(await listDeclarations(home)));
  }
  files.push(...(await listFiles(path.join(OPERATION_FOLDER, "schedules"))));
  return { homes, files };
}

/** Of the product, or of these folders with areas. */
export async function loadRegistry(folders: readonly string[] = [DOMAIN_FOLDER]): Promise<Registry> {
  const families = new Map<string, string>();
  const operations = new Map<string, Operation>();
  const jobs = new Map<string, Job>();
  const due = new Map<string, DueHandler>();
  const schedules = new Map<string, Schedule>();
  const addSchedule = (schedule: Schedule) => {
    const { name } = schedule;
    assert(!jobs.has(name) && !due.has(name), `A schedule has the name of something else: ${name}.`);
    schedules.set(name, schedule);
    jobs.set(name, buildScheduleJob(schedule));
    due.set(name, buildScheduleDue(schedule));
  };
  const byRoute = new Map<string, Operation>();
  const subscribers = new Map<string, Subscriber[]>();
  const record_kinds = new Map<string, RecordKindDefinition>();
  const scope_sets: { area: string; family: string; set: ScopeSet }[] = [];
  const tool_sets: { family: string; set: ToolSet }[] = [];
  const prompt_sets: PromptSet[] = [];
  const tool_view_sets: ToolViewSet[] = [];
  const consumers = new Map<string, Consumer>();
  const workers = new Map<string, Worker>();
  const attention = new Map<string, AttentionKind>();
  const event_sets: [string, EventSet][] = [["links", linkEvents]];
  const system_queries: SystemQuerySet[] = [linkQueries];
  const kind_sets: KindWordSet[] = [];
  const constant_sets: ClientConstantSet[] = [];
  const author_sets: AuthorSet[] = [];
  const feature_sets: FeatureSet[] = [];
  const setting_sets: SettingSet[] = [quotaSettings];
  for (const { area, family, home } of await findFamilies(folders)) {
    assert(!families.has(family), `Two families are named ${family}.`);
    families.set(family, area);
    // One after the other: importing everything at once costs twice the memory and time.
    for (const definition of await loadFolder(home, "operations", isDefinition)) {
      const operation = buildOperation(definition, family);
      add(operations, operation.name, operation);
      const { rest } = operation;
      if (rest !== undefined) add(byRoute, `${rest.method} ${rest.path}`, operation);
    }
    for (const job of await loadFolder(home, "jobs", isJob)) add(jobs, job.name, { ...job, family });
    for (const task of await loadFolder(home, "due", isDue)) add(due, task.kind, { ...task, family });
    for (const schedule of await loadFolder(home, "schedules", isSchedule))
      addSchedule({ ...schedule, family });
    for (const subscriber of await loadFolder(home, "subscribers", isSubscriber))
      subscribers.set(subscriber.topic, [...(subscribers.get(subscriber.topic) ?? []), subscriber]);
    for (const definition of await loadFolder(home, "record-kinds", isRecordKind))
      add(record_kinds, definition.kind, definition);
    for (const consumer of await loadFolder(home, "consumers", isConsumer))
      add(consumers, consumer.name, { ...consumer, family });
    for (const worker of await loadFolder(home, "workers", isWorker))
      add(workers, worker.name, { ...worker, family });
    for (const kind of await loadFolder(home, "attention", isAttention))
      add(attention, kind.kind, { ...kind, family });
    for (const exported of await loadDeclarations(home)) {
      if (isAuthorSet(exported)) author_sets.push(exported);
      if (isClientConstantSet(exported)) constant_sets.push(exported);
      if (isSettingSet(exported)) setting_sets.push(exported);
      if (isFeatureSet(exported)) feature_sets.push(exported);
      if (isEventSet(exported)) event_sets.push([family, exported]);
      if (isScopeSet(exported)) scope_sets.push({ area, family, set: exported });
      if (isSystemQuerySet(exported)) system_queries.push(exported);
      if (isKindWordSet(exported)) kind_sets.push(exported);
      if (isPromptSet(exported)) prompt_sets.push(exported);
      if (isToolViewSet(exported)) tool_view_sets.push(exported);
      if (isToolSet(exported)) tool_sets.push({ family, set: exported });
    }
  }
  for (const schedule of await loadFolder(OPERATION_FOLDER, "schedules", isSchedule))
    addSchedule({ ...schedule, family: "operation" });
  const scopes = buildScopeCatalogue(scope_sets, operations.values());
  const settings = buildSettingCatalogue(setting_sets);
  for (const operation of operations.values()) {
    operation.input = fillDeclaredNames(operation.input, scopes, settings);
    operation.output = fillDeclaredNames(operation.output, scopes, settings);
  }
  return {
    families,
    operations,
    jobs,
    due,
    schedules,
    byRoute,
    subscribers,
    record_kinds,
    consumers,
    workers,
    attention,
    authors: buildAuthorCatalogue(author_sets),
    client_constants: buildClientConstants(constant_sets),
    events: buildEventCatalogue(event_sets),
    features: buildFeatureCatalogue(feature_sets),
    system_queries,
    scopes,
    settings,
    kind_words: buildKindWords(kind_sets),
    tools: buildToolCatalogue(tool_sets, operations.values()),
    prompts: sortPrompts(prompt_sets),
    tool_views: listToolViews(tool_view_sets),
    get(name) {
      const operation = operations.get(name);
      assert(operation !== undefined, `There is no operation ${name}.`);
      return operation;
    },
  };
}

const provided = new WeakMap<object, ReadonlySet<string>>();

/** Capabilities of standalone apps that some operation provides. */
export function listProvidedCapabilities({ operations }: Pick<Registry, "operations">): ReadonlySet<string> {
  let provided_names = provided.get(operations);
  if (provided_names === undefined) {
    provided_names = new Set([...operations.values()].flatMap(({ provides = [] }) => provides));
    provided.set(operations, provided_names);
  }
  return provided_names;
}

const offered = new WeakMap<object, ReadonlySet<string>>();

/** The features and modules that some operation of the installation belongs to: the others do nothing when they are on. */
export function listOfferedFeatures({ operations }: Pick<Registry, "operations">): ReadonlySet<string> {
  let offered_names = offered.get(operations);
  if (offered_names === undefined) {
    offered_names = new Set(
      [...operations.values()].flatMap(({ feature, module }) => [feature ?? [], module ?? []].flat()),
    );
    offered.set(operations, offered_names);
  }
  return offered_names;
}

function isDefinition(value: unknown): value is Definition {
  return (
    typeof value === "object" && value !== null && "effect" in value && "run" in value && "input" in value
  );
}

/** What the files of a folder of a family export, of one sort: one file after the other, in their order. */
async function loadFolder<Sort>(
  home: string,
  folder: string,
  isOfSort: (value: unknown) => value is Sort,
): Promise<Sort[]> {
  const exported: unknown[] = [];
  for (const file of await listFiles(path.join(home, folder))) exported.push(...(await importFile(file)));
  return exported.filter(isOfSort);
}

function add<Item>(items: Map<string, Item>, name: string, item: Item): void {
  assert(!items.has(name), `${name} is declared twice.`);
  items.set(name, item);
}

async function listDeclarations(home: string): Promise<string[]> {
  return (await listFiles(home)).filter((file) => DECLARATIONS.includes(path.basename(file)));
}

/** What the files of a family that are declarations export. */
async function loadDeclarations(home: string): Promise<unknown[]> {
  const exported: unknown[] = [];
  for (const file of await listDeclarations(home)) exported.push(...(await importFile(file)));
  return exported;
}

function buildOperation(definition: Definition, family: string): Operation {
  return {
    ...(definition as unknown as Operation),
    family,
    risk: definition.risk ?? (definition.effect === "read" ? "low" : "medium"),
    refusals: {
      ...(definition.accepts_file === undefined ? {} : FILE_REFUSALS),
      ...(definition.needs_sign_in === undefined ? {} : { sign_in_required: "forbidden" as const }),
      ...definition.refusals,
    },
  };
}
