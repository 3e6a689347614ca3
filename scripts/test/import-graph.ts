/** The import graph of the sources: what a test depends on, and which tests a change can break. */
import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { init, parse } from "es-module-lexer";

const FOLDERS = "{src,packages,tests,scripts,bench,console}/**/*.{ts,tsx}";

export interface Import {
  from: string;
  to: string;
  /** Types only: erased before anything runs. */
  type_only: boolean;
}

export interface ImportGraph {
  /** Paths relative to the root, sorted. */
  files: readonly string[];
  /** For packages and built-ins, `to` is their name. */
  imports: readonly Import[];
}

/** Reads every TypeScript file below `root`; `aliases` are those of package.json. */
export async function readImportGraph(root: string): Promise<ImportGraph> {
  await init;
  const aliases = await readAliases(root);
  const files: string[] = [];
  const exclude = (name: string) => name === "node_modules" || name === "dist";
  for await (const file of glob(FOLDERS, { cwd: root, exclude })) files.push(file.split(path.sep).join("/"));
  files.sort();
  const imports = await Promise.all(
    files.map(async (file) => {
      const source = await readFile(path.join(root, file), "utf8");
      return specifiersIn(file, source).map(({ specifier, type_only }) => ({
        from: file,
        to: resolve(file, specifier, aliases),
        type_only,
      }));
    }),
  );
  return { files, imports: imports.flat() };
}

interface Specifier {
  specifier: string;
  type_only: boolean;
}

function specifiersIn(file: string, source: string): Specifier[] {
  if (file.endsWith(".tsx")) return specifiersByText(source);
  return parse(source, file)[0].flatMap((import_entry) => {
    const { specifier, typeOnly } = import_entry as unknown as {
      specifier?: string | null;
      typeOnly?: boolean;
    };
    // Null where the argument of import() is computed, as in the registry.
    return typeof specifier === "string" ? [{ specifier, type_only: typeOnly === true }] : [];
  });
}

/** The lexer reads TypeScript but no JSX. */
function specifiersByText(source: string): Specifier[] {
  return [
    ...source.matchAll(/^\s*(?:import|export)\s+(type\s+)?(?:[^"';]*?\sfrom\s+)?["']([^"']+)["']/gm),
  ].map((match) => ({ specifier: match[2] ?? "", type_only: match[1] !== undefined }));
}

async function readAliases(root: string): Promise<[string, string][]> {
  const { imports } = JSON.parse(await readFile(path.join(root, "package.json"), "utf8")) as {
    imports: Record<string, string>;
  };
  return Object.entries(imports).map(([alias, folder]) => [
    alias.replace("*", ""),
    folder.replace("./", "").replace("*", ""),
  ]);
}

function resolve(from: string, specifier: string, aliases: readonly [string, string][]): string {
  for (const [alias, folder] of aliases) {
    if (specifier.startsWith(alias)) return folder + specifier.slice(alias.length);
  }
  return specifier.startsWith(".") ? path.posix.join(path.posix.dirname(from), specifier) : specifier;
}

/**
 * All files that `file` depends on, itself included, and type-only imports too: a changed type can break a
 * test.
 */
export function findDependencies(graph: ImportGraph): (file: string) => ReadonlySet<string> {
  const edges = Map.groupBy(graph.imports, ({ from }) => from);
  const files_by_package = new Map<string, Set<string>>();
  return (file) => {
    let reached = files_by_package.get(file);
    if (reached !== undefined) return reached;
    reached = new Set([file]);
    for (const next of reached) for (const { to } of edges.get(next) ?? []) reached.add(to);
    files_by_package.set(file, reached);
    return reached;
  };
}
