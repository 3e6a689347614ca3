/** What other families may do with contractors: find their accounts, and load the orders that their rules accept. */
export { type ContractorAccount, findContractorAccount } from "./accounts.ts";
export { loadRulePool, type RulePool, rulePoolCondition } from "./pool.ts";
