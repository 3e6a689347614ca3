/** Interface of conversations for the driver's app, whose batches may contain messages. */
export { postMessage } from "./operations/post-message.ts";
