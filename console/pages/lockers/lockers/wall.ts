/** How the compartments of a locker stand, and where the keyboard goes from one of them. Pure. */

export interface PlacedCompartment {
  id: number;
  /** From the left and from above, the first is 1. */
  wall_column: number;
  wall_row: number;
  width_mm: number;
  height_mm: number;
}

/** From the left, each column from above. */
export function groupColumns<Placed extends PlacedCompartment>(compartments: readonly Placed[]): Placed[][] {
  const by_column = Map.groupBy(compartments, ({ wall_column }) => wall_column);
  return [...by_column]
    .sort(([one], [other]) => one - other)
    .map(([, column]) => column.toSorted((one, other) => one.wall_row - other.wall_row));
}

/** The middle of each compartment of a column, as a share of the height. */
function listMiddles(column: readonly PlacedCompartment[]): number[] {
  const height = column.reduce((sum, { height_mm }) => sum + height_mm, 0);
  let above = 0;
  return column.map(({ height_mm }) => {
    const middle = (above + height_mm / 2) / height;
    above += height_mm;
    return middle;
  });
}

/** Where an arrow, Home or End leads; undefined for other keys, and where the wall ends. */
export function findNeighbour(
  columns: readonly (readonly PlacedCompartment[])[],
  id: number,
  key: string,
): number | undefined {
  if (key === "Home") return columns[0]?.[0]?.id;
  if (key === "End") return columns.at(-1)?.at(-1)?.id;
  const at = columns.findIndex((column) => column.some((one) => one.id === id));
  const column = columns[at];
  if (column === undefined) return undefined;
  const row = column.findIndex((one) => one.id === id);
  if (key === "ArrowUp") return column[row - 1]?.id;
  if (key === "ArrowDown") return column[row + 1]?.id;
  const beside = key === "ArrowLeft" ? columns[at - 1] : key === "ArrowRight" ? columns[at + 1] : undefined;
  if (beside === undefined) return undefined;
  // At the same height.
  const middle = listMiddles(column)[row] ?? 0;
  const distances = listMiddles(beside).map((one) => Math.abs(one - middle));
  return beside[distances.indexOf(Math.min(...distances))]?.id;
}

const LOW_PX = 40;
const PX_PER_MM = 0.3;
/** From here on there is room for a second line. */
const TALL_PX = 60;

/** Pixels of a compartment: by its height, but high enough for a finger. */
export function measureCompartment({ height_mm }: Pick<PlacedCompartment, "height_mm">) {
  const height = Math.max(LOW_PX, Math.round(height_mm * PX_PER_MM));
  return { height, is_tall: height >= TALL_PX };
}
