/**
 * A plugin of Vite: `getRules("skillCreate")` becomes the rules of that operation, so that each page loads those of its
 * own forms. `virtual:rule-texts` has the texts of broken rules, each language loaded when it is used.
 */
import { RULE_TEXTS, RULES } from "../packages/client/rules.gen.ts";
import { parseTexts } from "./message-files.ts";

const CALL = /\bgetRules\("(\w+)"\)/g;
const MODULE = "virtual:rule-texts";

export function operationRules() {
  return {
    name: "operation-rules",
    enforce: "pre" as const,
    transform: (code: string) =>
      code.search(CALL) < 0
        ? undefined
        : code.replace(CALL, (_, name: string) => `{ by_path: ${JSON.stringify(RULES[name])} }`),
    resolveId: (id: string) => (id.startsWith(MODULE) ? `\0${id}` : undefined),
    load(id: string) {
      if (!id.startsWith(`\0${MODULE}`)) return undefined;
      const language = id.slice(`\0${MODULE}/`.length);
      if (language !== "") return `export default ${parseTexts(JSON.stringify(RULE_TEXTS[language]))};`;
      const loads = Object.keys(RULE_TEXTS)
        .filter((one) => one !== "en")
        .map((one) => `${JSON.stringify(one)}: () => import("${MODULE}/${one}")`);
      return `export { default as english } from "${MODULE}/en"; export const loads = { ${loads.join(", ")} };`;
    },
  };
}
