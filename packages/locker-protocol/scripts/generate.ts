/** Writes `asyncapi.json`, `examples` and `vectors`: `node packages/locker-protocol/scripts/generate.ts`. */
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { buildAsyncapi } from "./asyncapi.ts";
import { examples } from "./examples.ts";
import { buildVectors } from "./vectors.ts";

/** Each file, below the package, and what is in it. */
export async function buildFiles(): Promise<Record<string, object>> {
  const vectors = Object.entries(await buildVectors());
  return {
    "asyncapi.json": buildAsyncapi(),
    ...Object.fromEntries(Object.entries(examples).map(([name, one]) => [`examples/${name}.json`, one])),
    ...Object.fromEntries(vectors.map(([name, one]) => [`vectors/${name}.json`, one])),
  };
}

if (import.meta.main)
  for (const [name, content] of Object.entries(await buildFiles())) {
    const file = path.join(import.meta.dirname, "..", name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, `${JSON.stringify(content, null, 2)}\n`);
  }
