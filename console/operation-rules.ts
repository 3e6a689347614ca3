/**
 * A plugin of Vite: `getRules("skillCreate")` becomes the rules of that operation, `getFilters("clientOrders")` its
 * filters, so that each page loads those of its own forms and lists. `virtual:rule-texts` has the texts of broken rules, each language loaded when it is used.
 */
import { FILTERS, RULE_TEXTS, RULES } from "../packages/client/rules.gen.ts";
import { parseTexts } from "./message-files.ts";

const CALL = /\bget(Rules|Filters)\("(\w+)"\)/g;
const MODULE = "virtual:rule-texts";

export function operationRules() {
  return {
    name: "operation-rules",
    enforce: "pre" as const,
    transform: (code: string) =>
      code.search(CALL) < 0
        ? undefined
        : // In parentheses, because after an arrow a brace would begin a block.
          code.replace(
            CALL,
            (_, kind: string, name: string) =>
              `(${JSON.stringify(kind === "Rules" ? { by_path: RULES[name] } : { by_member: FILTERS[name] })})`,
          ),
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
