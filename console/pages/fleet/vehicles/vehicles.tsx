/** The vehicles of the business: what each carries, who drives it, whether it is in service. */
import { Button, SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useCallback, useMemo, useState } from "react";
import { IconPlus, IconTruck } from "#icons";
import { isStaff, useMe } from "../../../api/session.ts";
import { StatusBadge } from "../../../parts/badge.tsx";
import { kilograms, number } from "../../../parts/format.ts";
import type { Column } from "../../../parts/grid/columns.ts";
import { ListView } from "../../../parts/grid/list-view.tsx";
import { findWord } from "../../../parts/labels.ts";
import { Page } from "../../../parts/page.tsx";
import { Empty, Loaded, Waiting } from "../../../parts/states.tsx";
import { TwoLines } from "../../../parts/two-lines.tsx";
import { driversQuery } from "../drivers/queries.ts";
import { useSkillNames } from "../skills/queries.ts";
import { type Vehicle, vehiclesQuery } from "./queries.ts";
import { text } from "./text.ts";
import { VehicleForm } from "./vehicle-form.tsx";
import { GROUPS, readVehiclesSearch, type VehiclesSearch } from "./vehicles-search.ts";
import "./vehicles.css";

const here = getRouteApi("/inside/vehicles");
const TONE = { active: "good", maintenance: "warn", retired: "grey" } as const;

interface Row {
  vehicle: Vehicle;
  /** Names of those who drive it. */
  drivers: readonly string[];
  skills: readonly string[];
}

const getKey = ({ vehicle }: Row) => vehicle.id;
const getName = ({ vehicle }: Row) => vehicle.plate;
const foundBy = ({ vehicle, drivers, skills }: Row) => [
  vehicle.plate,
  vehicle.name,
  vehicle.type,
  findWord(text.types, vehicle.type),
  ...drivers,
  ...skills,
];

export function Vehicles() {
  const me = useMe();
  const may_write = me.permissions.includes("drivers:write") && isStaff(me);
  const navigate = useNavigate({ from: "/vehicles" });
  const search = here.useSearch();
  const query = useQuery(vehiclesQuery);
  const drivers = useQuery(driversQuery).data?.drivers;
  const skill_names = useSkillNames(true);
  const [open_id, setOpenId] = useState<number | null>(null);
  const vehicles = query.data?.vehicles;
  const names = [...skill_names].join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names of skills are compared by their contents.
  const rows = useMemo(
    () =>
      (vehicles ?? []).map(
        (vehicle): Row => ({
          vehicle,
          drivers: (drivers ?? []).filter((one) => one.vehicle?.id === vehicle.id).map(({ name }) => name),
          skills: vehicle.skills.map((code) => skill_names.get(code) ?? code),
        }),
      ),
    [vehicles, drivers, names],
  );
  const { group } = search;
  const isShown = useCallback(
    ({ vehicle }: Row) => group === "all" || (vehicle.status === "retired") === (group === "retired"),
    [group],
  );
  const setSearch = useCallback(
    (next: VehiclesSearch) => void navigate({ search: next, replace: true }),
    [navigate],
  );
  const { create: is_new, ...listed } = search;
  const open = rows.find(({ vehicle }) => vehicle.id === open_id);
  const in_maintenance = vehicles?.filter(({ status }) => status === "maintenance").length ?? 0;
  return (
    <Page
      fill
      subtitle={
        vehicles
          ? [
              text.count({ n: vehicles.filter(({ status }) => status !== "retired").length }),
              in_maintenance > 0 ? text.in_maintenance({ n: in_maintenance }) : "",
            ]
              .filter(Boolean)
              .join(" · ")
          : "…"
      }
      actions={
        may_write ? (
          <Button leftSection={<IconPlus size={16} />} onClick={() => setSearch({ ...listed, create: true })}>
            {text.create}
          </Button>
        ) : null
      }
    >
      <Loaded query={query} fallback={<Waiting rows={10} />}>
        {() => (
          <ListView
            id="vehicles"
            label={text.title}
            noun={text.nouns}
            all={text.all}
            rows={rows}
            isShown={isShown}
            find={{ label: text.find, placeholder: text.find_about, by: foundBy }}
            columns={buildColumns()}
            getKey={getKey}
            getName={getName}
            onOpen={may_write ? ({ vehicle }) => setOpenId(vehicle.id) : undefined}
            card={(row) => <VehicleCard row={row} />}
            search={listed}
            setSearch={setSearch}
            read={readVehiclesSearch}
            toolbar={
              <SegmentedControl
                aria-label={text.group}
                value={group ?? "used"}
                onChange={(value) => {
                  const { group: _before, ...others } = listed;
                  const group = GROUPS.find((one) => one === value);
                  setSearch(group === undefined ? others : { ...others, group: group });
                }}
                data={[
                  { value: "used", label: text.groups.used },
                  { value: "retired", label: text.groups.retired },
                  { value: "all", label: text.groups.all },
                ]}
              />
            }
            empty={
              <Empty icon={IconTruck} title={text.none}>
                {may_write ? text.none_about : null}
              </Empty>
            }
          />
        )}
      </Loaded>
      {is_new && may_write ? (
        <VehicleForm vehicle={null} drivers={[]} close={() => setSearch(listed)} />
      ) : null}
      {open === undefined ? null : (
        <VehicleForm
          key={open.vehicle.id}
          vehicle={open.vehicle}
          drivers={open.drivers}
          close={() => setOpenId(null)}
        />
      )}
    </Page>
  );
}

const centimetres = (mm: number) => number(mm / 10, { maximumFractionDigits: 1 });

function describeSpace({ load_length_mm, load_width_mm, load_height_mm }: Vehicle): string | null {
  if (load_length_mm === null || load_width_mm === null || load_height_mm === null) return null;
  return text.space_of({
    length: centimetres(load_length_mm),
    width: centimetres(load_width_mm),
    height: centimetres(load_height_mm),
  });
}

function describeCapacity({
  capacity_units: units,
  capacity_weight_g: weight_g,
  capacity_volume_cm3: volume_cm3,
  capacity_pallets: pallets,
}: Vehicle): string {
  const limits = [
    units === null ? "" : text.of_units({ n: number(units) }),
    weight_g === null ? "" : kilograms(weight_g),
    volume_cm3 === null ? "" : `${number(volume_cm3 / 1e6, { maximumFractionDigits: 2 })} m³`,
    pallets === null ? "" : text.of_pallets({ n: pallets }),
  ].filter(Boolean);
  return limits.length === 0 ? text.no_limit : limits.join(" · ");
}

const getType = ({ type }: Vehicle) => findWord(text.types, type) ?? type;

const buildColumns = (): Column<Row>[] => [
  {
    key: "plate",
    head: text.vehicle,
    value: ({ vehicle }) => vehicle.plate,
    cell: ({ vehicle }) => <TwoLines below={vehicle.name}>{vehicle.plate}</TwoLines>,
  },
  {
    key: "type",
    head: text.type,
    width: 110,
    value: ({ vehicle }) => getType(vehicle),
    cell: ({ vehicle }) => getType(vehicle),
  },
  {
    key: "state",
    head: text.state,
    width: 140,
    value: ({ vehicle }) => text.states[vehicle.status],
    cell: ({ vehicle }) => (
      <StatusBadge badge={{ label: text.states[vehicle.status], tone: TONE[vehicle.status] }} />
    ),
  },
  {
    key: "capacity",
    head: text.capacity,
    width: 250,
    value: ({ vehicle }) => vehicle.capacity_units,
    cell: ({ vehicle }) => describeCapacity(vehicle),
  },
  {
    key: "space",
    head: text.space,
    width: 170,
    window_width_min: 1240,
    value: ({ vehicle }) => describeSpace(vehicle),
    cell: ({ vehicle }) => describeSpace(vehicle) ?? <span className="dim">–</span>,
  },
  {
    key: "skills",
    head: text.skills,
    width: 150,
    window_width_min: 1240,
    value: ({ skills }) => skills.join(", "),
    cell: ({ skills }) => skills.join(", ") || <span className="dim">–</span>,
  },
  {
    key: "drivers",
    head: text.drivers,
    width: 160,
    window_width_min: 1000,
    value: ({ drivers }) => drivers.join(", "),
    cell: ({ drivers }) => drivers.join(", ") || <span className="dim">{text.no_driver}</span>,
  },
];

function VehicleCard({ row: { vehicle, drivers } }: { row: Row }) {
  return (
    <>
      <span className="row apart nowrap">
        <span className="strong cut">{[vehicle.plate, vehicle.name].filter(Boolean).join(" · ")}</span>
        <StatusBadge badge={{ label: text.states[vehicle.status], tone: TONE[vehicle.status] }} />
      </span>
      <span className="dim small cut">
        {getType(vehicle)} · {describeCapacity(vehicle)}
      </span>
      <span className="dim small cut">{drivers.join(", ") || text.no_driver}</span>
    </>
  );
}
