/** Which of these packages in stock are stored for a customer: those that were stored last, where one came back. */
import { storedPackagesRequested } from "#domain/warehouse/inventory/public.ts";
import { subscribe } from "#operation/define/topic.ts";

export const nameStoredPackages = subscribe(
  storedPackagesRequested,
  async ({ db, business_id }, { package_ids }) =>
    db.rows<{ package_id: number; stored_package_id: number }>(
      `select distinct on (stock_package_id) stock_package_id as package_id, id as stored_package_id from stored_package
        where business_id = $1 and stock_package_id = any($2::bigint[]) order by stock_package_id, id desc`,
      [business_id, package_ids],
    ),
);
