/** Labels of local orders, for the families that print them. */
export { printOrderLabel } from "./print.ts";
