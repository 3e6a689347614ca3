/** What other families may do with contractors: find their accounts, apply their rules, and answer what they have. */
export { type ContractorAccount, findContractorAccount } from "./accounts.ts";
export { foldPostalCode, getIsoWeekday, type OrderRule, RuleCounter, type RuleOrder } from "./rules.ts";
export { contractorWorkRequested } from "./topics.ts";
