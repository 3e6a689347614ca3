/** Every table's row shape, compared with its columns by `tests/schema.test.ts`. A family adds its own: `declare module "#platform/db/tables.ts" { interface Tables { … } }`. */
// biome-ignore lint/suspicious/noEmptyInterface: families extend it by declaration merging.
export interface Tables {}
