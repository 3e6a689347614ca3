/** Modules of the console that only its build makes, for a test that Node runs. */
import { registerHooks } from "node:module";
import { buildModule } from "../../console/message-files.ts";

const NAMES = ["virtual:record-words", "virtual:record-words/en"];

/** To be called before a module that needs them is imported. */
export async function provideBuiltModules(): Promise<void> {
  const sources = new Map<string, string>();
  for (const name of NAMES) sources.set(name, (await buildModule(name)) ?? "");
  registerHooks({
    resolve: (specifier, context, next) =>
      sources.has(specifier) ? { url: specifier, shortCircuit: true } : next(specifier, context),
    load: (url, context, next) => {
      const source = sources.get(url);
      return source === undefined ? next(url, context) : { format: "module", source, shortCircuit: true };
    },
  });
}
