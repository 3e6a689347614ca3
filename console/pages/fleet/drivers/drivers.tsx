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
import { number } from "../../../parts/format.ts";
import { DRIVER_STATUS, DUTY, findLabel } from "../../../parts/labels.ts";
import { Page } from "../../../parts/page.tsx";
import { Empty, Loaded, Waiting } from "../../../parts/states.tsx";
import { type Column, Table } from "../../../parts/table.tsx";
import { useTimes } from "../../../parts/times.ts";
import { AddDriver } from "./add-driver.tsx";
import { text } from "./text.ts";

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
  const [written, setWritten] = useState("");
  const [group, setGroup] = useState("all");
  const all = query.data?.drivers ?? [];
  const shown = all.filter(
    (driver) =>
      (group === "all" || (group === "on" ? driver.duty !== "off" : driver.status !== "active")) &&
      `${driver.name} ${driver.vehicle?.plate ?? ""} ${driver.email}`
        .toLowerCase()
        .includes(written.trim().toLowerCase()),
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
          title: [
            text.pin(name, times.ago(at)),
            stops_total === null ? "" : text.progress(String(stops_resolved), String(stops_total)),
          ]
            .filter(Boolean)
            .join(", "),
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
      head: text.driver,
      cell: (driver) => {
        const firm = contractors.find(({ id }) => id === driver.contractor_id)?.name;
        return (
          <span className="stack tight" style={{ gap: 0 }} title={firm}>
            <span className="strong">{driver.name}</span>
            <span className="dim small cut" style={{ maxWidth: 170 }}>
              {[driver.vehicle ? `${driver.vehicle.plate} · ${driver.vehicle.name}` : text.no_vehicle, firm]
                .filter(Boolean)
                .join(" · ")}
            </span>
          </span>
        );
      },
    },
    {
      key: "state",
      head: text.state,
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
      head: text.seen_head,
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
          ? [
              text.count(all.length),
              text.on_duty(number(all.filter(({ duty }) => duty === "on").length)),
              text.on_map(number(live.length)),
            ].join(" · ")
          : "…"
      }
      actions={
        may_add ? (
          <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
            {text.create}
          </Button>
        ) : null
      }
    >
      <div className="fill-split">
        <section className="sheet scroll" aria-label={text.title}>
          <FindInList
            label={text.find}
            placeholder={text.find_about}
            text={written}
            setText={setWritten}
            group_label={text.group}
            groups={[
              { value: "all", label: text.groups.all },
              { value: "on", label: text.groups.on },
              { value: "closed", label: text.groups.closed },
            ]}
            group={group}
            setGroup={setGroup}
          />
          <Loaded query={query} waiting={<Waiting rows={10} />}>
            {() =>
              shown.length === 0 ? (
                <Empty icon={IconUserOff} title={text.none}>
                  {all.length > 0 ? text.no_match : isStaff(me) ? text.add_first : text.contractor_about}
                </Empty>
              ) : (
                <Table
                  label={text.title}
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
          <section className="sheet" aria-label={text.where}>
            <Empty icon={IconMapPinOff} title={text.nobody}>
              {text.nobody_about}
            </Empty>
          </section>
        ) : (
          <BaseMap label={text.where} pins={pins} onPin={open} fit={live.length > 0 ? "some" : "none"} />
        )}
      </div>
      {adding ? <AddDriver close={() => setAdding(false)} /> : null}
    </Page>
  );
}
