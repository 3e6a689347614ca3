/** Selects the tests to run, and groups them into processes. */
import { spawnSync } from "node:child_process";
import { findDependencies, type ImportGraph } from "./import-graph.ts";

const DATABASE = "tests/support/database.ts";
const BROWSER = "tests/support/browser.ts";
/** Kills processes: a failure may be a loss of data that a second run does not meet. */
const CRASH = "tests/support/crash.ts";
/** The tests of its folder start and kill database servers. */
const EMBEDDED = "src/platform/db/embedded/";
/** Starts the product with a database of its own, whatever DATABASE_URL says. */
const OWN_DATABASE = [CRASH, "src/platform/db/embedded/supervise.ts"];
const JOURNEYS = "tests/journeys/";

/** Files per process. More files save process starts, fewer keep both cores busy until the end. */
const FILES_OF_A_PROCESS = { unit: 40, service: 16, surface: 4, crash: 1, journeys: 1 };

type Kind = keyof typeof FILES_OF_A_PROCESS;

export interface TestGroup {
  kind: Kind;
  files: string[];
}

export function testFiles({ files }: ImportGraph): string[] {
  return files.filter((file) => file.endsWith(".test.ts"));
}

/** Tests of these folders run the SQL: the mechanisms, and the operations of each family. */
const SQL_FOLDERS = ["src/domain/", "src/operation/", "src/platform/"];
/** Tests of other folders that depend on how a server locks, plans, migrates or separates businesses. */
const SQL_TESTS: ReadonlySet<string> = new Set([
  // The tables after all migrations, and the plan of every query.
  "tests/schema.test.ts",
  "tests/surface/ids.test.ts",
  "tests/journeys/explain.test.ts",
  // Locks, and which of several transactions wins.
  "tests/surface/concurrency.test.ts",
  "tests/surface/races.test.ts",
  "tests/surface/versions.test.ts",
  // Order and position in lists.
  "tests/surface/cursors.test.ts",
  // Row security, and rollback.
  "tests/surface/isolation.test.ts",
  "tests/surface/dry-run.test.ts",
  // Every operation with every type of value.
  "tests/surface/every-operation.test.ts",
]);

/**
 * Tests that use the database of DATABASE_URL and that another version of it could break. The others assert what the
 * service makes of the same rows, such as documents and responses on each surface.
 */
export function selectServerTests(graph: ImportGraph): string[] {
  const dependencies = findDependencies(graph);
  const files = testFiles(graph);
  for (const file of SQL_TESTS) if (!files.includes(file)) throw new Error(`There is no test ${file}.`);
  return files.filter((file) => {
    if (SQL_TESTS.has(file)) return true;
    const needs = dependencies(file);
    if (!needs.has(DATABASE) || needs.has(BROWSER) || needs.has(CRASH)) return false;
    return SQL_FOLDERS.some((folder) => file.startsWith(folder)) && !file.startsWith(EMBEDDED);
  });
}

/** Journeys that are run once more when they fail. */
export function findRepeatableJourneys(graph: ImportGraph): ReadonlySet<string> {
  const dependencies = findDependencies(graph);
  return new Set(
    testFiles(graph).filter((file) => file.startsWith(JOURNEYS) && !dependencies(file).has(CRASH)),
  );
}

/**
 * Tests that a change since `base` can break: those that import a changed file, however far. Operations are found by
 * folder, so the tests of all of them count as importing each; a changed migration concerns every test with a
 * database, a changed page of the console every journey.
 */
export function selectChangedTests(graph: ImportGraph, root: string, base: string): string[] {
  const changed = changedFiles(root, base);
  const dependencies = findDependencies(graph);
  const has = (pattern: RegExp) => changed.some((file) => pattern.test(file));
  const everything = has(/^(package(-lock)?\.json|tsconfig\.json|scripts\/test)/);
  const schema = has(/^(migrations|src\/platform\/db)\//);
  const service = has(/^src\//) || has(/^data\//);
  const console_pages = has(/^(console|packages\/client)\//);
  const touched = new Set(changed);
  return testFiles(graph).filter((file) => {
    if (everything || touched.has(file)) return true;
    const needs = dependencies(file);
    if ([...needs].some((one) => touched.has(one))) return true;
    if (schema && needs.has(DATABASE)) return true;
    if (service && file.startsWith("tests/surface/")) return true;
    return (console_pages || service) && needs.has(BROWSER) && file.startsWith(JOURNEYS);
  });
}

/** Committed since the branch left `base`, in the work tree, and new. */
function changedFiles(root: string, base: string): string[] {
  const git = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
    if (status !== 0) throw new Error(`git ${args.join(" ")} failed: ${stderr.trim()}`);
    return stdout.split("\n").filter(Boolean);
  };
  const [from = base] = git("merge-base", base, "HEAD");
  return [...git("diff", "--name-only", from), ...git("ls-files", "--others", "--exclude-standard")];
}

export interface GroupLimits {
  /** Of each file in an earlier run, where there was one. */
  seconds: Readonly<Record<string, number>>;
  /** Files whose services may live in one process, by the connections that the server allows. */
  services_max: number;
}

/**
 * Files that share a process: those of one kind, so that a process is started, and the service loaded, once for all of
 * them. Each file still makes a service and a database of its own.
 */
export function groupTests(graph: ImportGraph, files: readonly string[], limits: GroupLimits): TestGroup[] {
  const { seconds, services_max } = limits;
  const dependencies = findDependencies(graph);
  const getKind = (file: string): Kind => {
    if (dependencies(file).has(CRASH) || file.startsWith(EMBEDDED)) return "crash";
    if (file.startsWith(JOURNEYS) || dependencies(file).has(BROWSER)) return "journeys";
    if (file.startsWith("tests/surface/")) return "surface";
    const needs = dependencies(file);
    return needs.has(DATABASE) || OWN_DATABASE.some((one) => needs.has(one)) ? "service" : "unit";
  };
  const groups = [...Map.groupBy(files, getKind)].flatMap(([kind, members]) => {
    const most = kind === "unit" ? FILES_OF_A_PROCESS.unit : Math.min(FILES_OF_A_PROCESS[kind], services_max);
    return split(members, most).map((some) => ({ kind, files: some }));
  });
  // The longest first, so that none is left alone at the end.
  const cost = ({ files: some }: TestGroup) => some.reduce((sum, file) => sum + (seconds[file] ?? 5), 0);
  return groups.sort((one, other) => cost(other) - cost(one));
}

/** In parts of about the same number, none over `most`. */
function split<T>(items: readonly T[], most: number): T[][] {
  const parts = Math.ceil(items.length / most);
  return Array.from({ length: parts }, (_part, index) =>
    items.filter((_item, position) => position % parts === index),
  );
}
