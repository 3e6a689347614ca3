/** Datasets for other families: records that a business shows to others, by columns that it chose. */
export { compileCell, compileRecords, findColumns, getCompleteDataset, parseFilter } from "./features.ts";
export { runQuery } from "./read.ts";
export { Arguments } from "./sql.ts";
export type { Filter } from "./where.ts";
