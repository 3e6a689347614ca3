/**
 * Every operation, found by folder: `src/domain/<family>/operations/*.ts`, and every job,
 * `src/domain/<family>/jobs/*.ts`. Nobody registers anything by hand.
 */
import assert from "node:assert";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Definition, Operation } from "./define.ts";
import type { Job, JobDefinition } from "./job.ts";

const DOMAIN_FOLDER = path.resolve(import.meta.dirname, "../domain");

export interface Registry {
  operations: ReadonlyMap<string, Operation>;
  jobs: ReadonlyMap<string, Job>;
  /** The operation that REST knows under this method and path. */
  byRoute: ReadonlyMap<string, Operation>;
  get(name: string): Operation;
}

async function filesIn(folder: string): Promise<string[]> {
  try {
    const names = await readdir(folder);
    return names
      .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
      .sort()
      .map((name) => path.join(folder, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

export async function loadRegistry(folder: string = DOMAIN_FOLDER): Promise<Registry> {
  const operations = new Map<string, Operation>();
  const jobs = new Map<string, Job>();
  const byRoute = new Map<string, Operation>();
  const families = (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  for (const family of families) {
    // One after the other: importing everything at once costs twice the memory and time.
    for (const file of await filesIn(path.join(folder, family, "operations"))) {
      for (const exported of Object.values(await import(pathToFileURL(file).href))) {
        if (!isDefinition(exported)) continue;
        const operation = complete(exported, family);
        assert(!operations.has(operation.name), `Two operations are named ${operation.name}.`);
        operations.set(operation.name, operation);
        if (operation.rest !== undefined) {
          const route = `${operation.rest.method} ${operation.rest.path}`;
          assert(!byRoute.has(route), `Two operations answer ${route}.`);
          byRoute.set(route, operation);
        }
      }
    }
    for (const file of await filesIn(path.join(folder, family, "jobs"))) {
      for (const exported of Object.values(await import(pathToFileURL(file).href))) {
        if (!isJob(exported)) continue;
        assert(!jobs.has(exported.name), `Two jobs are named ${exported.name}.`);
        jobs.set(exported.name, { ...exported, family });
      }
    }
  }
  return {
    operations,
    jobs,
    byRoute,
    get(name) {
      const operation = operations.get(name);
      assert(operation !== undefined, `There is no operation ${name}.`);
      return operation;
    },
  };
}

function isDefinition(value: unknown): value is Definition {
  return (
    typeof value === "object" && value !== null && "effect" in value && "run" in value && "input" in value
  );
}

function isJob(value: unknown): value is JobDefinition {
  return typeof value === "object" && value !== null && "is_job" in value;
}

function complete(definition: Definition, family: string): Operation {
  return {
    ...(definition as unknown as Operation),
    family,
    risk: definition.risk ?? (definition.effect === "read" ? "low" : "medium"),
    refusals: definition.refusals ?? {},
  };
}
