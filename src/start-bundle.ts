/** The entry of a bundle: starts what is in it, or the sources when they were changed since it was made. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { isUnchanged, SOURCES_FILE, type SourceFiles } from "./bundle.ts";

// The place of this file in the bundle, `build/<name>`; in all other modules it is that of the source.
const folder = import.meta.dirname;
const root = path.resolve(folder, "../..");
const recorded = JSON.parse(readFileSync(path.join(folder, SOURCES_FILE), "utf8")) as SourceFiles;
if (isUnchanged(root, recorded)) await import("./main.ts");
else {
  console.log("Files were changed since the service was built, so it starts slower: npm run build:service.");
  await import(pathToFileURL(path.join(root, "src/main.ts")).href);
}
