/** What other families may do with contractors: find who plans for one, and what its rules leave to it. */
export { accountOfContractor, type ContractorAccount } from "./accounts.ts";
export { inRulePool, type RulePool, rulePoolOf } from "./pool.ts";
