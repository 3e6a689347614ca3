/**
 * The styles of the Mantine components that the console uses, as one style sheet: `virtual:mantine-styles.css`. The
 * package's own has those of all components, of which half are never shown.
 */
import { existsSync } from "node:fs";
import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import type { Plugin } from "vite";

const NAME = "virtual:mantine-styles.css";
const CORE = path.resolve(import.meta.dirname, "../node_modules/@mantine/core");
const NOTIFICATIONS = path.resolve(CORE, "../notifications/esm");
/** What every component needs. */
const COMMON = ["default-css-variables", "baseline", "global"];

const readStyles = (name: string) => readFile(path.join(CORE, `styles/${name}.layer.css`), "utf8");

/** Components that are imported from `@mantine/core`, by name. */
async function findImported(folders: readonly string[]): Promise<Set<string>> {
  const names = new Set<string>();
  for (const folder of folders)
    for await (const file of glob("**/*.{ts,tsx,mjs}", { cwd: folder, exclude: ["dist/**"] })) {
      const text = await readFile(path.join(folder, file), "utf8");
      for (const [, list = ""] of text.matchAll(/import \{([^}]*)\} from "@mantine\/core"/g))
        for (const name of list.split(",")) names.add(name.replace(/ as .*/s, "").trim());
    }
  return names;
}

/** Folders of components in the package: of those with these names, and of all that they are made of. */
async function findComponents(names: ReadonlySet<string>): Promise<Set<string>> {
  const index = await readFile(path.join(CORE, "esm/index.mjs"), "utf8");
  const files = new Set<string>();
  for (const [, list = "", file = ""] of index.matchAll(/import \{([^}]*)\} from "(\.[^"]+)"/g))
    if (list.split(",").some((name) => names.has(name.replace(/ as .*/s, "").trim())))
      files.add(path.join(CORE, "esm", file));
  const components = new Set<string>();
  // A set is iterated up to what is added meanwhile.
  for (const file of files) {
    // Some stand in the folder of another one, or among the utilities: the label beside a checkbox.
    for (const component of path.relative(path.join(CORE, "esm"), path.dirname(file)).split(path.sep))
      if (existsSync(path.join(CORE, `styles/${component}.layer.css`))) components.add(component);
    for (const [, to = ""] of (await readFile(file, "utf8")).matchAll(/from "(\.[^"]+)"/g))
      files.add(path.join(path.dirname(file), to));
  }
  return components;
}

/** In the order of the package's own style sheet: of two rules that match, the later one counts. */
async function buildMantineStyles(folders: readonly string[]): Promise<string> {
  const components = await findComponents(await findImported([...folders, NOTIFICATIONS]));
  const all = await readFile(path.join(CORE, "styles.layer.css"), "utf8");
  const parts = await Promise.all([...COMMON, ...components].map(readStyles));
  // Each of them is wrapped in the layer; in the package's style sheet, they are pieces of one.
  const position = (styles: string) =>
    all.indexOf(styles.replace("@layer mantine {", "").slice(0, 200).trim());
  return parts.toSorted((one, other) => position(one) - position(other)).join("\n");
}

export function mantineStyles(folder: string): Plugin {
  return {
    name: "mantine-styles",
    resolveId: (id) => (id === NAME ? NAME : undefined),
    load: (id) => (id === NAME ? buildMantineStyles([folder]) : undefined),
  };
}
