/** What the address of a dataset says: group, words, filter, order. Pure. */

export interface DatasetSearch {
  group?: number;
  q?: string;
  sort?: string;
  /** A filter as JSON text, as the service takes it. */
  where?: string;
}

export function readDatasetSearch({ group, q, sort, where }: Record<string, unknown>): DatasetSearch {
  return {
    ...(typeof group === "number" && Number.isInteger(group) ? { group } : {}),
    ...(typeof q === "string" && q !== "" ? { q: q.slice(0, 200) } : {}),
    ...(typeof sort === "string" && /^-?[a-z][a-z0-9_]*$/.test(sort) ? { sort } : {}),
    ...(typeof where === "object" && where !== null ? { where: JSON.stringify(where) } : {}),
    ...(typeof where === "string" && where.startsWith("{") ? { where } : {}),
  };
}
