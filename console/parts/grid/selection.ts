/**
 * Which rows of a list are selected: some by key, or all that match except some. All that match need not be loaded.
 * Pure.
 */
export interface Selection<Key> {
  /** Every row of the list is selected, except `keys`. */
  all: boolean;
  keys: ReadonlySet<Key>;
}

export const NOTHING: Selection<never> = { all: false, keys: new Set() };
export const EVERYTHING: Selection<never> = { all: true, keys: new Set() };

export function isSelected<Key>({ all, keys }: Selection<Key>, key: Key): boolean {
  return keys.has(key) !== all;
}

export function countSelected<Key>({ all, keys }: Selection<Key>, total: number): number {
  return all ? Math.max(0, total - keys.size) : keys.size;
}

export function setSelected<Key>(
  { all, keys }: Selection<Key>,
  changed: readonly Key[],
  selected: boolean,
): Selection<Key> {
  const next = new Set(keys);
  for (const key of changed) {
    if (selected === all) next.delete(key);
    else next.add(key);
  }
  return { all, keys: next };
}

export function toggleSelected<Key>(selection: Selection<Key>, key: Key): Selection<Key> {
  return setSelected(selection, [key], !isSelected(selection, key));
}

/** The state of the checkbox over the list. */
export function summarizeSelection<Key>(selection: Selection<Key>, total: number): "none" | "some" | "all" {
  const selected = countSelected(selection, total);
  return selected === 0 ? "none" : selected >= total ? "all" : "some";
}
