/** The warehouses of the business: a list and a map. */
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { IconBuildingWarehouse } from "#icons";
import { useMe } from "../../../api/session.ts";
import { BaseMap } from "../../../map/map.tsx";
import type { MapPin } from "../../../map/shapes.ts";
import { oneLine } from "../../../parts/address/queries.ts";
import { Tag } from "../../../parts/badge.tsx";
import { CreateButton } from "../../../parts/create-button.tsx";
import { FindInList } from "../../../parts/find-in-list.tsx";
import type { Column } from "../../../parts/grid/columns.ts";
import { TableList } from "../../../parts/list/list.tsx";
import { Page } from "../../../parts/page.tsx";
import { useOpenRecord } from "../../../parts/record-link.tsx";
import { Empty } from "../../../parts/states.tsx";
import { type Warehouse, warehousesQuery } from "./queries.ts";
import { text } from "./text.ts";
import { WarehouseForm } from "./warehouse-form.tsx";

const NONE: Warehouse[] = [];

export function Warehouses() {
  const { permissions, user } = useMe();
  const may_create = user.role === "client_admin" && permissions.includes("wms:write");
  const query = useQuery(warehousesQuery);
  const all = query.data?.warehouses ?? NONE;
  const closed = all.filter(({ status }) => status === "closed").length;
  const [group, setGroup] = useState("open");
  const [written, setWritten] = useState("");
  const search_text = written.trim().toLowerCase();
  const visible_warehouses = useMemo(
    () =>
      all.filter(
        ({ status, code, name, place }) =>
          status === group && `${code} ${name} ${oneLine(place)}`.toLowerCase().includes(search_text),
      ),
    [all, group, search_text],
  );
  const pins = useMemo<MapPin[]>(
    () =>
      visible_warehouses.flatMap(({ id, name, code, place: { lat, lng }, is_depot }): MapPin[] =>
        typeof lat === "number" && typeof lng === "number"
          ? [
              {
                id: String(id),
                kind: "stop",
                lat,
                lng,
                text: is_depot ? "★" : code.slice(0, 2),
                title: is_depot ? text.the_depot({ name }) : name,
                colour: is_depot ? "#1c6b47" : "#20568f",
              },
            ]
          : [],
      ),
    [visible_warehouses],
  );
  const open = useOpenRecord("warehouse");
  return (
    <Page
      fill
      subtitle={
        query.data
          ? [text.open_count({ n: all.length - closed }), closed > 0 ? text.closed_count({ n: closed }) : ""]
              .filter(Boolean)
              .join(" · ")
          : "…"
      }
      actions={
        may_create ? (
          <CreateButton label={text.create}>
            {(close) => <WarehouseForm warehouse={null} close={close} />}
          </CreateButton>
        ) : null
      }
    >
      <div className="fill-split">
        <TableList
          scroll
          label={text.title}
          toolbar={
            all.length > 0 ? (
              <FindInList
                rule={null}
                label={text.find}
                placeholder={text.find_about}
                text={written}
                setText={setWritten}
                group_label={text.group}
                groups={[
                  { value: "open", label: text.groups.open },
                  { value: "closed", label: text.groups.closed },
                ]}
                group={group}
                setGroup={setGroup}
              />
            ) : null
          }
          query={query}
          rows={() => visible_warehouses}
          empty={
            <Empty icon={IconBuildingWarehouse} title={all.length === 0 ? text.none : text.none_here}>
              {all.length > 0
                ? search_text
                  ? text.no_match
                  : group === "closed"
                    ? text.none_closed
                    : text.all_closed
                : may_create
                  ? text.create_first
                  : text.ask_admin}
            </Empty>
          }
          columns={buildColumns()}
          getKey={({ id }) => id}
          getName={({ name }) => name}
          onOpen={({ id }) => open(id)}
        />
        {pins.length > 0 ? (
          <BaseMap label={text.where} pins={pins} onPin={open} fit={`${group} ${search_text}`} />
        ) : (
          <section className="sheet" aria-label={text.where}>
            <Empty icon={IconBuildingWarehouse} title={text.no_map} />
          </section>
        )}
      </div>
    </Page>
  );
}

const buildColumns = (): Column<Warehouse>[] => [
  {
    key: "name",
    head: text.warehouse,
    cell: ({ name, place, is_depot }) => (
      <span className="stack tight" style={{ gap: 0 }}>
        <span className="row tight nowrap">
          <span className="strong cut">{name}</span>
          {is_depot ? <Tag tone="good">{text.depot}</Tag> : null}
        </span>
        <span className="dim small cut" style={{ maxWidth: 260 }} title={oneLine(place)}>
          {oneLine(place)}
        </span>
      </span>
    ),
  },
  { key: "code", head: text.code, width: 110, cell: ({ code }) => <span className="mono">{code}</span> },
];
