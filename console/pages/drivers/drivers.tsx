/** Drivers: where they are now, and who they are. */
import { SegmentedControl, TextInput } from "@mantine/core";
import { IconSearch, IconUserOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { type DriverSummary, driversQuery } from "../../api/drivers.ts";
import { depotQuery } from "../../api/settings.ts";
import { GroundMap } from "../../map/map.tsx";
import type { MapPin } from "../../map/shapes.ts";
import { State } from "../../parts/badge.tsx";
import { Page } from "../../parts/page.tsx";
import { Empty, Loaded, Waiting } from "../../parts/states.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { useTimes } from "../../parts/times.ts";
import { count, DRIVER_STATUS, DUTY, wordOf } from "../../parts/words.ts";

const DUTY_COLOUR: Record<string, string> = { on: "#1c6b47", break: "#8a5300", off: "#6f6659" };

export function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return `${words[0]?.[0] ?? ""}${words.length > 1 ? (words.at(-1)?.[0] ?? "") : ""}`.toUpperCase();
}

export function Drivers() {
  const times = useTimes();
  const navigate = useNavigate();
  const query = useQuery({ ...driversQuery, refetchInterval: 5000 });
  const depot = useQuery({ ...depotQuery, retry: false }).data;
  const [text, setText] = useState("");
  const [group, setGroup] = useState("all");
  const all = query.data?.drivers ?? [];
  const shown = all.filter(
    (driver) =>
      (group === "all" || (group === "on" ? driver.duty !== "off" : driver.status !== "active")) &&
      `${driver.name} ${driver.vehicle?.plate ?? ""} ${driver.email}`.toLowerCase().includes(text.trim().toLowerCase()),
  );
  const placed = all.filter(({ position }) => position !== null);
  const pins = useMemo<MapPin[]>(() => {
    const home: MapPin[] = depot ? [{ id: "depot", kind: "depot", ...depot }] : [];
    return [
      ...home,
      ...placed.map(
        ({ id, name, duty, position }): MapPin => ({
          id: String(id),
          kind: "driver",
          lat: position?.lat ?? 0,
          lng: position?.lng ?? 0,
          text: initials(name),
          title: `${name}, ${times.ago(position?.at)}`,
          colour: DUTY_COLOUR[duty],
        }),
      ),
    ];
  }, [placed, depot, times]);
  const open = (driver_id: number | string) =>
    void navigate({ to: "/drivers/$driver_id", params: { driver_id: String(driver_id) } });
  const columns: Column<DriverSummary>[] = [
    {
      key: "name",
      head: "Driver",
      cell: (driver) => (
        <span className="stack tight" style={{ gap: 0 }}>
          <span className="strong">{driver.name}</span>
          <span className="dim small">{driver.vehicle ? `${driver.vehicle.plate} · ${driver.vehicle.name}` : "No vehicle"}</span>
        </span>
      ),
    },
    {
      key: "state",
      head: "State",
      width: 130,
      cell: (driver) => <State word={driver.status === "active" ? wordOf(DUTY, driver.duty) : wordOf(DRIVER_STATUS, driver.status)} />,
    },
    { key: "seen", head: "Seen", width: 90, align: "end", cell: (driver) => <span className="dim">{times.ago(driver.position?.at)}</span> },
  ];
  return (
    <Page
      fill
      title="Drivers"
      about={
        query.data
          ? `${count(all.length, "driver")} · ${all.filter(({ duty }) => duty === "on").length} on duty · ${placed.length} on the map`
          : "…"
      }
    >
      <div className="fill-split">
        <section className="sheet scroll" aria-label="Drivers">
          <div className="filters">
            <TextInput
              className="grow"
              type="search"
              aria-label="Find a driver"
              placeholder="Name or plate"
              leftSection={<IconSearch size={16} />}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
            <SegmentedControl
              aria-label="Which drivers"
              value={group}
              onChange={setGroup}
              data={[
                { value: "all", label: "All" },
                { value: "on", label: "On duty" },
                { value: "closed", label: "Not active" },
              ]}
            />
          </div>
          <Loaded query={query} waiting={<Waiting rows={10} />}>
            {() =>
              shown.length === 0 ? (
                <Empty icon={IconUserOff} title="No driver here">
                  {all.length === 0 ? "Drivers register with the driver app." : "Nobody matches."}
                </Empty>
              ) : (
                <Table label="Drivers" rows={shown} columns={columns} keyOf={({ id }) => id} nameOf={({ name }) => name} onOpen={({ id }) => open(id)} />
              )
            }
          </Loaded>
        </section>
        <GroundMap label="Where the drivers are" pins={pins} onPin={open} fit={placed.length > 0 ? "some" : "none"} />
      </div>
    </Page>
  );
}
