/** Interface of files for other families: those whose operations take a file themselves. */
export { insertFile } from "./records/file.ts";
