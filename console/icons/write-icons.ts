/**
 * Writes `console/icons/gen/`: one module for each icon of Tabler that the console uses, under the name that its users import
 * from `#icons`. Not committed. The package of icons that are React components already has 85 MB.
 */
import { glob, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "../..");
const FOLDER = path.join(import.meta.dirname, "gen");
/** Where icons are used: the console, and the family that is a copy to start from. */
const USERS = "{console,tests/fixtures}/**/*.{ts,tsx}";
const IMPORT = /import\s+\{([^}]*)\}\s+from "#icons"/g;

interface IconSet {
  icons: Record<string, { body: string }>;
  aliases: Record<string, { parent: string }>;
}

/** `IconTruckDelivery` is `truck-delivery`, `IconMap2` is `map-2`. */
export function toIconName(export_name: string): string {
  return export_name
    .slice("Icon".length)
    .replace(/([a-z])(?=[A-Z0-9])|([0-9])(?=[A-Z])/g, "$&-")
    .toLowerCase();
}

/** The module of an icon, from the inside of its SVG: paths, in a group when there are several. */
export function buildIconModule(export_name: string, body: string): string {
  const is_filled = !body.includes('stroke="currentColor"');
  const others = body.replace(/<path [^>]*\/>|<\/?g[^>]*>/g, "");
  if (others !== "") throw new Error(`${export_name} has more than paths: ${others}`);
  const paths = [...body.matchAll(/<path ([^>]*)\/>/g)].map(([, text = ""]) => {
    const attributes = Object.fromEntries(
      [...text.matchAll(/([a-z-]+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value]),
    );
    const { d, fill, stroke } = attributes;
    // Of the only path it says what the icon says.
    const is_alone = !body.startsWith("<g");
    return is_alone || (fill === undefined && stroke === undefined) ? d : { d, fill, stroke };
  });
  return `import { createIcon } from "../create-icon.ts";\n\nexport const ${export_name} = /* @__PURE__ */ createIcon(${[is_filled, ...paths].map((one) => JSON.stringify(one)).join(", ")});\n`;
}

async function listUsedIcons(): Promise<string[]> {
  const names = new Set<string>();
  for await (const file of glob(USERS, { cwd: ROOT, exclude: ["**/dist/**", "**/gen/**"] }))
    for (const [, list = ""] of (await readFile(path.join(ROOT, file), "utf8")).matchAll(IMPORT))
      for (const name of list.split(",").map((one) => one.trim()))
        if (/^Icon[A-Z]/.test(name)) names.add(name.split(" ")[0] as string);
  return [...names].sort();
}

export async function writeIcons(): Promise<void> {
  const { default: set } = await import("@iconify-json/tabler/icons.json", { with: { type: "json" } });
  const { icons, aliases }: IconSet = set;
  const modules = new Map<string, string>();
  for (const export_name of await listUsedIcons()) {
    const name = toIconName(export_name);
    const icon = icons[aliases[name]?.parent ?? name];
    if (icon === undefined) throw new Error(`Tabler has no icon "${name}" (${export_name}).`);
    modules.set(`${name}.ts`, buildIconModule(export_name, icon.body));
  }
  modules.set("index.ts", [...modules.keys()].map((file) => `export * from "./${file}";\n`).join(""));
  await mkdir(FOLDER, { recursive: true });
  for await (const file of glob("*.ts", { cwd: FOLDER }))
    if (!modules.has(file)) await rm(path.join(FOLDER, file));
  for (const [file, text] of modules) {
    const place = path.join(FOLDER, file);
    if ((await readFile(place, "utf8").catch(() => "")) !== text) await writeFile(place, text);
  }
}
