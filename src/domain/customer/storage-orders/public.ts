/** Stored packages for the ship-outs. */

export { findOverdue } from "./overdue.ts";
export {
  findAvailablePackages,
  holdStoredPackages,
  type PlacedPackage,
  releaseStoredPackages,
  type StoredPackageFault,
  takeOutPackages,
} from "./packages.ts";
export type { StoredPackageRow } from "./records/stored-package.ts";
