/** Labels of local orders, for the families that print them. */
export { IssuedLabel, issueOrderLabel } from "./issue-label.ts";
export { routeHintRequested } from "./topics.ts";
