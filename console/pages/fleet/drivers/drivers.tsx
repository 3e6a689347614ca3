/** Drivers: their list and their current positions. */
import { Button } from "@mantine/core";
import { IconMapPinOff, IconPlus, IconUserOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { contractorsQuery } from "../../../api/contractors.ts";
import { type DriverSummary, driversQuery, type LivePosition, positionsQuery } from "../../../api/drivers.ts";
import { isStaff, useMe } from "../../../api/session.ts";
import { depotQuery } from "../../../api/settings.ts";
import { BaseMap } from "../../../map/map.tsx";
import type { MapPin } from "../../../map/shapes.ts";
import { State } from "../../../parts/badge.tsx";
import { FindInList } from "../../../parts/find-in-list.tsx";
import { count } from "../../../parts/format.ts";
import { DRIVER_STATUS, DUTY, findLabel } from "../../../parts/labels.ts";
import { Page } from "../../../parts/page.tsx";
import { Empty, Loaded, Waiting } from "../../../parts/states.tsx";
import { type Column, Table } from "../../../parts/table.tsx";
import { useTimes } from "../../../parts/times.ts";
import { AddDriver } from "./add-driver.tsx";

const DUTY_COLOUR = { on: "#1c6b47", break: "#8a5300" } as const;
const NOBODY: LivePosition[] = [];

function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return `${words[0]?.[0] ?? ""}${words.length > 1 ? (words.at(-1)?.[0] ?? "") : ""}`.toUpperCase();
}

export function Drivers() {
  const times = useTimes();
  const navigate = useNavigate();
  const query = useQuery(driversQuery);
  const live = useQuery(positionsQuery).data ?? NOBODY;
  const me = useMe();
  const may_add = me.permissions.includes("drivers:write") && isStaff(me);
  const contractors = useQuery({ ...contractorsQuery, enabled: isStaff(me) }).data?.contractors ?? [];
  const [adding, setAdding] = useState(false);
  const depot = useQuery({ ...depotQuery, retry: false }).data;
  const [text, setText] = useState("");
  const [group, setGroup] = useState("all");
  const all = query.data?.drivers ?? [];
  const shown = all.filter(
    (driver) =>
      (group === "all" || (group === "on" ? driver.duty !== "off" : driver.status !== "active")) &&
      `${driver.name} ${driver.vehicle?.plate ?? ""} ${driver.email}`
        .toLowerCase()
        .includes(text.trim().toLowerCase()),
  );
  const pins = useMemo<MapPin[]>(() => {
    const home: MapPin[] = depot ? [{ id: "depot", kind: "depot", ...depot }] : [];
    return [
      ...home,
      ...live.map(
        ({ driver_id, name, duty, lat, lng, at, stops_resolved, stops_total }): MapPin => ({
          id: String(driver_id),
          kind: "driver",
          lat,
          lng,
          text: initials(name),
          title: `${name}, ${times.ago(at)}${stops_total === null ? "" : `, ${stops_resolved} of ${stops_total} stops`}`,
          colour: DUTY_COLOUR[duty],
        }),
      ),
    ];
  }, [live, depot, times]);
  const open = (driver_id: number | string) =>
    void navigate({ to: "/drivers/$driver_id", params: { driver_id: String(driver_id) } });
  const columns: Column<DriverSummary>[] = [
    {
      key: "name",
      head: "Driver",
      cell: (driver) => {
        const firm = contractors.find(({ id }) => id === driver.contractor_id)?.name;
        return (
          <span className="stack tight" style={{ gap: 0 }} title={firm}>
            <span className="strong">{driver.name}</span>
            <span className="dim small cut" style={{ maxWidth: 170 }}>
              {[driver.vehicle ? `${driver.vehicle.plate} · ${driver.vehicle.name}` : "No vehicle", firm]
                .filter(Boolean)
                .join(" · ")}
            </span>
          </span>
        );
      },
    },
    {
      key: "state",
      head: "State",
      width: 130,
      cell: (driver) => (
        <State
          word={
            driver.status === "active"
              ? findLabel(DUTY, driver.duty)
              : findLabel(DRIVER_STATUS, driver.status)
          }
        />
      ),
    },
    {
      key: "seen",
      head: "Seen",
      width: 90,
      align: "end",
      cell: (driver) => <span className="dim">{times.ago(driver.position?.at)}</span>,
    },
  ];
  return (
    <Page
      fill
      about={
        query.data
          ? `${count(all.length, "driver")} · ${all.filter(({ duty }) => duty === "on").length} on duty · ${live.length} on the map`
          : "…"
      }
      actions={
        may_add ? (
          <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
            New driver
          </Button>
        ) : null
      }
    >
      <div className="fill-split">
        <section className="sheet scroll" aria-label="Drivers">
          <FindInList
            label="Find a driver"
            placeholder="Name or plate"
            text={text}
            setText={setText}
            group_label="Which drivers"
            groups={[
              { value: "all", label: "All" },
              { value: "on", label: "On duty" },
              { value: "closed", label: "Not active" },
            ]}
            group={group}
            setGroup={setGroup}
          />
          <Loaded query={query} waiting={<Waiting rows={10} />}>
            {() =>
              shown.length === 0 ? (
                <Empty icon={IconUserOff} title="No driver here">
                  {all.length > 0
                    ? "Nobody matches."
                    : isStaff(me)
                      ? "Add the first one, or let drivers register with the driver app."
                      : "The business adds drivers and gives them to you; then you plan with them."}
                </Empty>
              ) : (
                <Table
                  label="Drivers"
                  rows={shown}
                  columns={columns}
                  keyOf={({ id }) => id}
                  nameOf={({ name }) => name}
                  onOpen={({ id }) => open(id)}
                />
              )
            }
          </Loaded>
        </section>
        {pins.length === 0 ? (
          <section className="sheet" aria-label="Where the drivers are">
            <Empty icon={IconMapPinOff} title="Nobody is on the road">
              Drivers on duty are shown here, where they are.
            </Empty>
          </section>
        ) : (
          <BaseMap
            label="Where the drivers are"
            pins={pins}
            onPin={open}
            fit={live.length > 0 ? "some" : "none"}
          />
        )}
      </div>
      {adding ? <AddDriver close={() => setAdding(false)} /> : null}
    </Page>
  );
}
