/** Interface of files for other families: those whose operations take a file themselves. */
export { findOwnImages } from "./own-images.ts";
export { insertFile } from "./records/file.ts";
