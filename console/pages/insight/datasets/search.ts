/** What the address of a dataset says: group, words, filter, order. Pure. */
import { defineSearch, id, json, sort, text } from "../../../parts/search-params.ts";

export interface DatasetSearch {
  group?: number;
  q?: string;
  sort?: string;
  /** A filter as JSON text, as the service takes it. */
  where?: string;
}

export const readDatasetSearch = defineSearch<DatasetSearch>({
  group: id(),
  q: text(),
  sort: sort(),
  where: json(),
});
