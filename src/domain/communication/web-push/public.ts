/** What other families may do with push messages: enqueue one. */
export { enqueuePush } from "./enqueue.ts";
