/** Every table's row shape. A family adds its own: `declare module "#platform/db/tables.ts" { interface Tables { … } }`. */
// biome-ignore lint/suspicious/noEmptyInterface: families extend it by declaration merging.
export interface Tables {}
