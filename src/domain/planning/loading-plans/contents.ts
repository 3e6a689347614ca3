/** What a plan loads and into what: reads spaces and vehicles, and refuses what cannot be loaded. */
import type { Static } from "typebox";
import { findUnfittingOrRefuse, toPairs } from "#domain/planning/goods-plans/public.ts";
import type { Context } from "#operation/define/context.ts";
import { InvalidLoadingProblem } from "#solvers/loading/problem.ts";
import { messages } from "./messages.ts";
import { type CargoSpaceView, NO_LIMITS, SPACE_COLUMNS } from "./records/cargo-space.ts";
import type { PlanContents } from "./records/loading-plan.ts";
import { findUnfitting } from "./rules.ts";
import { type ItemInput, type LoadedItem, PIECES_MAX, type PlanSpace } from "./shapes.ts";
import type { CustomSpace, SpaceChoice } from "./space-shapes.ts";

export const contentsRefusals = {
  unknown_space: "invalid",
  unknown_vehicle: "invalid",
  vehicle_not_measured: "invalid",
  no_space: "invalid",
  no_space_fits: "invalid",
  too_many_items: "invalid",
  unsolvable: "invalid",
} as const;
type Refusing = Context<keyof typeof contentsRefusals>;

export interface LoadInput {
  spaces?: readonly Static<typeof SpaceChoice>[];
  custom_spaces?: readonly Static<typeof CustomSpace>[];
  vehicle_id?: number;
  separate_groups?: readonly (readonly string[])[];
  support_percent?: number;
  allow_unplaced?: boolean;
}

const SUPPORT_DEFAULT = 100;

/** What the input does not name stays as it is in `stored_contents`. Refuses items that no space takes, with an entry for each. */
export async function loadContents(
  context: Refusing,
  items: LoadedItem[],
  input: LoadInput,
  stored_contents?: PlanContents,
): Promise<PlanContents> {
  const names_spaces =
    input.spaces !== undefined || input.custom_spaces !== undefined || input.vehicle_id !== undefined;
  const contents: PlanContents = {
    items,
    spaces:
      stored_contents !== undefined && !names_spaces
        ? stored_contents.spaces
        : await loadSpaces(context, input),
    separate_groups: toPairs(input.separate_groups) ?? stored_contents?.separate_groups ?? [],
    support_percent: input.support_percent ?? stored_contents?.support_percent ?? SUPPORT_DEFAULT,
  };
  const errors = findUnfittingOrRefuse(context, contents, {
    pieces_max: PIECES_MAX,
    too_many_items: messages.too_many_items,
    findUnfitting,
    InvalidProblem: InvalidLoadingProblem,
  });
  if (errors.length > 0 && input.allow_unplaced !== true)
    throw context.refuse("no_space_fits", { message: messages.no_space_fits, errors });
  return contents;
}

/** Without a code, what is scanned is the item's place in the list. */
export const toItems = (items: readonly ItemInput[]): LoadedItem[] =>
  items.map(({ name, code, weight_g, ...item }, index) => ({
    ref: `item-${index + 1}`,
    name: name ?? `Item ${index + 1}`,
    code: code ?? `ITEM-${index + 1}`,
    order_id: null,
    parcel_id: null,
    weight_g: weight_g ?? 0,
    ...item,
  }));

/** The vehicle, then spaces of the library, then those of the plan alone. */
async function loadSpaces(
  context: Refusing,
  { spaces = [], custom_spaces = [], vehicle_id }: LoadInput,
): Promise<PlanSpace[]> {
  const { db, business_id, refuse } = context;
  const rows = await db.rows<CargoSpaceView>(
    `select ${SPACE_COLUMNS} from cargo_space where business_id = $1 and status = 'active' and id = any($2::bigint[])`,
    [business_id, spaces.map(({ cargo_space_id }) => cargo_space_id)],
  );
  const spaces_by_id = new Map(rows.map((row) => [row.id, row]));
  const unknown = spaces.flatMap(({ cargo_space_id }, index) =>
    spaces_by_id.has(cargo_space_id)
      ? []
      : [{ field: `spaces/${index}/cargo_space_id`, message: messages.no_active_space }],
  );
  if (unknown.length > 0) throw refuse("unknown_space", { message: messages.unknown_space, errors: unknown });
  const counts = new Map<number, number>();
  for (const { cargo_space_id, count = 1 } of spaces)
    counts.set(cargo_space_id, (counts.get(cargo_space_id) ?? 0) + count);
  const chosen_spaces = [
    ...(vehicle_id === undefined ? [] : [await loadVehicleSpace(context, vehicle_id)]),
    ...[...counts].map(([id, count]) => toPlanSpace(spaces_by_id.get(id)!, count)),
    ...custom_spaces.map(toCustomSpace),
  ];
  if (chosen_spaces.length === 0) throw refuse("no_space", { message: messages.no_space });
  return chosen_spaces;
}

const toPlanSpace = (
  { id, source: _source, status: _status, version: _version, ...facts }: CargoSpaceView,
  count: number,
): PlanSpace => ({ ref: `space-${id}`, cargo_space_id: id, vehicle_id: null, count, ...facts });

const toCustomSpace = ({ name, count, ...facts }: Static<typeof CustomSpace>, index: number): PlanSpace => ({
  ref: `custom-${index + 1}`,
  cargo_space_id: null,
  vehicle_id: null,
  count: count ?? 1,
  code: `CUSTOM-${index + 1}`,
  name: name ?? `Custom space ${index + 1}`,
  mode: "custom",
  ...NO_LIMITS,
  ...facts,
});

interface VehicleSpace {
  id: number;
  name: string;
  plate: string | null;
  capacity_weight_g: number | null;
  load_length_mm: number | null;
  load_width_mm: number | null;
  load_height_mm: number | null;
}

async function loadVehicleSpace(
  { db, business_id, refuse }: Refusing,
  vehicle_id: number,
): Promise<PlanSpace> {
  const vehicle = await db.row<VehicleSpace>(
    `select id, name, plate, capacity_weight_g, load_length_mm, load_width_mm, load_height_mm from vehicle
      where business_id = $1 and id = $2`,
    [business_id, vehicle_id],
  );
  const field = "vehicle_id";
  if (vehicle === undefined)
    throw refuse("unknown_vehicle", {
      message: messages.unknown_vehicle,
      errors: [{ field, message: messages.no_vehicle }],
    });
  const { load_length_mm, load_width_mm, load_height_mm } = vehicle;
  if (load_length_mm === null || load_width_mm === null || load_height_mm === null)
    throw refuse("vehicle_not_measured", {
      message: messages.vehicle_not_measured,
      errors: [{ field, message: messages.without_load_space }],
    });
  return {
    ref: `vehicle-${vehicle.id}`,
    cargo_space_id: null,
    vehicle_id: vehicle.id,
    count: 1,
    code: vehicle.plate ?? `VEHICLE-${vehicle.id}`,
    name: vehicle.name,
    mode: "vehicle",
    ...NO_LIMITS,
    // The registration says nothing of it: what a vehicle is loaded with on a route is the dispatcher's choice.
    temperatures: ["ambient", "chilled", "frozen"],
    length_mm: load_length_mm,
    width_mm: load_width_mm,
    height_mm: load_height_mm,
    payload_g: vehicle.capacity_weight_g,
  };
}
