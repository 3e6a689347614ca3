/** Labels of local orders, for the families that print them. */
export { PrintedLabel, printOrderLabel } from "./print.ts";
