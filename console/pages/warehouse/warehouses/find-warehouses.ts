import { queryClient } from "../../../api/queries.ts";
import type { FindRecords } from "../../../manifest.ts";
import { fitsWords } from "../../../parts/find-words.ts";
import { warehousesQuery } from "./queries.ts";

export const findWarehouses: FindRecords = async (text) => {
  const { warehouses } = await queryClient.fetchQuery(warehousesQuery);
  return warehouses
    .filter(({ name, code }) => fitsWords(text, name, code))
    .slice(0, 5)
    .map(({ id, name, code }) => ({ page: ["warehouse", id], label: name, number: code }));
};
