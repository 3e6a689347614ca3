/** What the bundler must know of the service: how it finds its families, and that its modules name other files by their own place. */
import path from "node:path";
import type { Plugin } from "rolldown";

/** Modules that exist in the bundle only. */
const PLACES = "\0places";
const FILES = "\0source-files";

/** Knows its own place in the bundle. */
export const ENTRY = "src/start-bundle.ts";

/** Replaced in the bundle by the list of files that it found. */
const SOURCE_FILES = "src/operation/define/source-files.ts";

export interface FamilyFiles {
  /** Folders of the families. */
  homes: readonly string[];
  /** What the registry imports, absolute. */
  files: readonly string[];
}

/** For a bundle in a folder that is two folders below `root`. */
export function bundleService(root: string, families: FamilyFiles): Plugin {
  const relative = (file: string) => path.relative(root, file).replaceAll("\\", "/");
  return {
    name: "packhorse-service",
    resolveId(name, importer) {
      if (name === PLACES) return PLACES;
      if (importer !== undefined && name.startsWith(".")) {
        if (relative(path.resolve(path.dirname(importer), name)) === SOURCE_FILES) return FILES;
      }
      return null;
    },
    load(id) {
      if (id === PLACES) return PLACES_TEXT;
      if (id === FILES) return writeSourceFiles(families, relative);
      return null;
    },
    transform(code, id) {
      const file = relative(id);
      if (!/^(src|packages)\//.test(file) || file === ENTRY || !code.includes("import.meta.")) return null;
      const name = JSON.stringify(file);
      const replaced = code
        .replaceAll("import.meta.dirname", `places.folder(${name})`)
        .replaceAll("import.meta.url", `places.url(${name})`)
        .replaceAll("import.meta.resolve(", `places.resolve(${name}, `);
      // At the end, so that lines keep their numbers.
      return { code: `${replaced}\nimport * as places from ${JSON.stringify(PLACES)};\n`, map: null };
    },
  };
}

/** Stands in for `import.meta` of a module: the place of its file among the sources. */
const PLACES_TEXT = `
  import path from "node:path";
  import { pathToFileURL } from "node:url";
  export const root = path.resolve(import.meta.dirname, "../..");
  export const folder = (file) => path.dirname(path.join(root, file));
  export const url = (file) => pathToFileURL(path.join(root, file)).href;
  export const resolve = (file, name) => name.startsWith(".") ? new URL(name, url(file)).href : import.meta.resolve(name);
`;

/** The same functions as those of the module that it replaces, from a list. */
function writeSourceFiles({ homes, files }: FamilyFiles, relative: (file: string) => string): string {
  const imports = files.map((file, index) => `import * as file${index} from ${JSON.stringify(file)};`);
  const folders = Map.groupBy(homes.map(relative), (home) => path.posix.dirname(home));
  const areas = Map.groupBy(folders.keys(), (area) => path.posix.dirname(area));
  const names = [...folders, ...areas].map(([folder, paths]) => [
    folder,
    paths.map((it) => path.posix.basename(it)),
  ]);
  return `
    import path from "node:path";
    import { root } from ${JSON.stringify(PLACES)};
    ${imports.join("\n")}
    const folders = new Map(${JSON.stringify(names)});
    const files = new Map([${files.map((file, index) => `[${JSON.stringify(relative(file))}, file${index}]`).join(",\n")}]);
    const names = Map.groupBy(files.keys(), (file) => path.posix.dirname(file));
    const relative = (file) => path.relative(root, file).replaceAll("\\\\", "/");
    export const listFolders = async (folder) => folders.get(relative(folder)) ?? [];
    export const listFiles = async (folder) => (names.get(relative(folder)) ?? []).map((file) => path.join(root, file));
    export const importFile = async (file) => Object.values(files.get(relative(file)));
  `;
}
