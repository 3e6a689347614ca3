/** Interface of recipients' requests for the links that allow them. */
export { listAllowedChoices, listChoiceOperations } from "./choices.ts";
export { CHOICES, isOffered } from "./rules.ts";
