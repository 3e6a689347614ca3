export { loadRules } from "./load.ts";
export { selectRule } from "./rules.ts";
