/** What other families may call of businesses. */
export { writeFeatures, writeSettings } from "./write.ts";
