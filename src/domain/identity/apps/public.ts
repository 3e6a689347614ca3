/** What other families know of apps: that somebody registered through one. */
export { customerRegistered } from "./topics.ts";
