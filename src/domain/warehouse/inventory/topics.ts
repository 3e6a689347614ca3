/** Topics of stock; subscribers of other families run in the same transaction. */
import { defineTopic } from "#operation/define/topic.ts";
import type { PackageStatus } from "./rules.ts";

/**
 * Packages left the stock, or came back to it, and not through the interface of this family: an adjustment, a count, a
 * receipt that was rolled back. A family with a state of its own for them changes it. A hold stays until its holder
 * releases it.
 */
export const packagesChanged = defineTopic<{
  packages: readonly {
    package_id: number;
    status: PackageStatus;
    holder: { type: string; id: number } | null;
  }[];
}>("stock.packages_changed");

/** Packages in stock that are stored for a customer, by the family that stores them; the others are not answered. */
export const storedPackagesRequested = defineTopic<
  { package_ids: readonly number[] },
  { package_id: number; stored_package_id: number }[]
>("stock.stored_packages_requested");
