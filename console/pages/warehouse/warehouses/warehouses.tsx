/** The warehouses of the business: a list and a map. */
import { IconBuildingWarehouse } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { oneLine } from "../../../api/addresses.ts";
import { useMe } from "../../../api/session.ts";
import { type Warehouse, warehousesQuery } from "../../../api/warehouses.ts";
import { BaseMap } from "../../../map/map.tsx";
import type { MapPin } from "../../../map/shapes.ts";
import { Tag } from "../../../parts/badge.tsx";
import { CreateButton } from "../../../parts/create-button.tsx";
import { FindInList } from "../../../parts/find-in-list.tsx";
import { count } from "../../../parts/format.ts";
import { Page } from "../../../parts/page.tsx";
import { Empty, Loaded, Waiting } from "../../../parts/states.tsx";
import { type Column, Table } from "../../../parts/table.tsx";
import { WarehouseForm } from "./warehouse-form.tsx";

const NONE: Warehouse[] = [];

export function Warehouses() {
  const { permissions, user } = useMe();
  const may_create = user.role === "client_admin" && permissions.includes("wms:write");
  const navigate = useNavigate();
  const query = useQuery(warehousesQuery);
  const all = query.data?.warehouses ?? NONE;
  const closed = all.filter(({ status }) => status === "closed").length;
  const [group, setGroup] = useState("open");
  const [text, setText] = useState("");
  const asked = text.trim().toLowerCase();
  const shown = useMemo(
    () =>
      all.filter(
        ({ status, code, name, place }) =>
          status === group && `${code} ${name} ${oneLine(place)}`.toLowerCase().includes(asked),
      ),
    [all, group, asked],
  );
  const pins = useMemo<MapPin[]>(
    () =>
      shown.flatMap(({ id, name, code, place: { lat, lng }, is_depot }): MapPin[] =>
        typeof lat === "number" && typeof lng === "number"
          ? [
              {
                id: String(id),
                kind: "stop",
                lat,
                lng,
                text: is_depot ? "★" : code.slice(0, 2),
                title: `${name}${is_depot ? ", the depot" : ""}`,
                colour: is_depot ? "#1c6b47" : "#20568f",
              },
            ]
          : [],
      ),
    [shown],
  );
  const open = (id: number | string) =>
    void navigate({ to: "/warehouses/$warehouse_id", params: { warehouse_id: String(id) } });
  return (
    <Page
      fill
      about={
        query.data
          ? `${count(all.length - closed, "open warehouse")}${closed > 0 ? ` · ${closed} closed` : ""}`
          : "…"
      }
      actions={
        may_create ? (
          <CreateButton label="New warehouse">
            {(close) => <WarehouseForm warehouse={null} close={close} />}
          </CreateButton>
        ) : null
      }
    >
      <div className="fill-split">
        <section className="sheet scroll" aria-label="Warehouses">
          {all.length > 0 ? (
            <FindInList
              label="Find a warehouse"
              placeholder="Name, code or address"
              text={text}
              setText={setText}
              group_label="Which warehouses"
              groups={[
                { value: "open", label: "Open" },
                { value: "closed", label: "Closed" },
              ]}
              group={group}
              setGroup={setGroup}
            />
          ) : null}
          <Loaded query={query} waiting={<Waiting rows={6} />}>
            {() =>
              shown.length === 0 ? (
                <Empty
                  icon={IconBuildingWarehouse}
                  title={all.length === 0 ? "No warehouse yet" : "No warehouse here"}
                >
                  {all.length > 0
                    ? asked
                      ? "Nothing matches."
                      : group === "closed"
                        ? "No warehouse was closed."
                        : "Every warehouse is closed."
                    : may_create
                      ? "Create the first one: it becomes the depot, where goods and routes start."
                      : "An administrator creates warehouses and says at which of them you work."}
                </Empty>
              ) : (
                <Table
                  label="Warehouses"
                  rows={shown}
                  columns={COLUMNS}
                  keyOf={({ id }) => id}
                  nameOf={({ name }) => name}
                  onOpen={({ id }) => open(id)}
                />
              )
            }
          </Loaded>
        </section>
        {pins.length > 0 ? (
          <BaseMap label="Where the warehouses are" pins={pins} onPin={open} fit={`${group} ${asked}`} />
        ) : (
          <section className="sheet" aria-label="Where the warehouses are">
            <Empty icon={IconBuildingWarehouse} title="Nothing to show on the map" />
          </section>
        )}
      </div>
    </Page>
  );
}

const COLUMNS: Column<Warehouse>[] = [
  {
    key: "name",
    head: "Warehouse",
    cell: ({ name, place, is_depot }) => (
      <span className="stack tight" style={{ gap: 0 }}>
        <span className="row tight nowrap">
          <span className="strong cut">{name}</span>
          {is_depot ? <Tag tone="good">Depot</Tag> : null}
        </span>
        <span className="dim small cut" style={{ maxWidth: 260 }} title={oneLine(place)}>
          {oneLine(place)}
        </span>
      </span>
    ),
  },
  { key: "code", head: "Code", width: 110, cell: ({ code }) => <span className="mono">{code}</span> },
];
