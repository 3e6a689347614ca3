/** One warehouse: its address, what uses it, its zones and bins. */
import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { rich } from "../../../language/rich.ts";
import { BaseMap } from "../../../map/map.tsx";
import type { MapPin } from "../../../map/shapes.ts";
import { ActionDialog } from "../../../parts/action-dialog.tsx";
import { oneLine } from "../../../parts/address/queries.ts";
import { StatusBadge, Tag } from "../../../parts/badge.tsx";
import { BackLink } from "../../../parts/links.tsx";
import { Fact, Facts, Page, Sheet } from "../../../parts/page.tsx";
import { useSave } from "../../../parts/save.ts";
import { useTimes } from "../../../parts/times.ts";
import { notifySuccess } from "../../../parts/toast.ts";
import { UnloadedPage } from "../../../parts/unloaded-page.tsx";
import { type Warehouse, type WarehouseUses, warehouseQuery } from "./queries.ts";
import { text } from "./text.ts";
import { KEYS, WarehouseForm } from "./warehouse-form.tsx";
import { Zones } from "./zones.tsx";

const here = getRouteApi("/inside/warehouses/$warehouse_id");

export function WarehousePage() {
  const warehouse_id = Number(here.useParams().warehouse_id);
  const query = useQuery(warehouseQuery(warehouse_id));
  const above = <BackLink to="/warehouses">{text.title}</BackLink>;
  if (query.data === undefined) return <UnloadedPage query={query} above={above} />;
  const { warehouse, zones, uses } = query.data;
  return (
    <Page
      title={warehouse.name}
      above={above}
      subtitle={
        <span className="row tight">
          <span className="mono">{warehouse.code}</span>
          <StatusBadge
            badge={
              warehouse.status === "open"
                ? { label: text.open, tone: "good" }
                : { label: text.closed, tone: "grey" }
            }
          />
          {warehouse.is_depot ? <Tag tone="good">{text.depot}</Tag> : null}
        </span>
      }
      actions={<Actions warehouse={warehouse} uses={uses} />}
    >
      <div className="split">
        <Zones warehouse={warehouse} zones={zones} />
        <div className="stack" style={{ gap: 16 }}>
          <Place warehouse={warehouse} />
          {warehouse.status === "open" ? <Uses warehouse={warehouse} uses={uses} /> : null}
        </div>
      </div>
    </Page>
  );
}

function Actions({ warehouse, uses }: { warehouse: Warehouse; uses: WarehouseUses }) {
  const { permissions, user } = useMe();
  const queries = useQueryClient();
  const [open, setOpen] = useState<"change" | "close" | null>(null);
  const depot = useSave(
    () =>
      client.warehouseUpdate({ warehouse_id: warehouse.id, is_depot: true }, { if_match: warehouse.version }),
    { keys: KEYS, success_message: text.depot_now({ name: warehouse.name }) },
  );
  if (user.role !== "client_admin" || !permissions.includes("wms:write") || warehouse.status === "closed")
    return null;
  const is_needed = uses.open_orders + uses.goods + uses.open_routes + uses.stock > 0;
  return (
    <>
      {warehouse.is_depot ? null : (
        <Button variant="default" loading={depot.isPending} onClick={() => depot.mutate(undefined)}>
          {text.make_depot}
        </Button>
      )}
      <Button variant="default" onClick={() => setOpen("close")}>
        {text.close}
      </Button>
      <Button onClick={() => setOpen("change")}>{text.change}</Button>
      {open === "change" ? <WarehouseForm warehouse={warehouse} close={() => setOpen(null)} /> : null}
      <ActionDialog
        opened={open === "close"}
        close={() => setOpen(null)}
        title={text.close_title({ name: warehouse.name })}
        confirm={text.close_submit}
        danger
        name="warehouseClose"
        input={{ warehouse_id: warehouse.id }}
        run={(options) =>
          client.warehouseClose({ warehouse_id: warehouse.id }, { ...options, if_match: warehouse.version })
        }
        done={() => {
          setOpen(null);
          notifySuccess(text.close_done({ name: warehouse.name }));
          for (const queryKey of KEYS) void queries.invalidateQueries({ queryKey });
        }}
        outcome={() => text.close_outcome}
      >
        {is_needed ? (
          <div className="stack tight">
            <p>{text.close_first}</p>
            <UsesList warehouse={warehouse} uses={uses} />
          </div>
        ) : warehouse.is_depot ? (
          <p>{text.close_depot}</p>
        ) : null}
      </ActionDialog>
    </>
  );
}

function Place({ warehouse }: { warehouse: Warehouse }) {
  const times = useTimes();
  const { place } = warehouse;
  const { lat, lng } = place;
  const pins = useMemo<MapPin[]>(
    () =>
      typeof lat === "number" && typeof lng === "number"
        ? [{ id: "here", kind: "depot", lat, lng, title: warehouse.name }]
        : [],
    [lat, lng, warehouse.name],
  );
  return (
    <Sheet pad={false}>
      {pins.length > 0 ? (
        <div style={{ height: 220 }}>
          <BaseMap label={text.where_is({ name: warehouse.name })} pins={pins} fit={`${lat} ${lng}`} />
        </div>
      ) : null}
      <div className="sheet-body">
        <Facts>
          <Fact name={text.address}>{oneLine(place)}</Fact>
          {place.phone ? (
            <Fact name={text.phone}>
              <a href={`tel:${place.phone.replaceAll(/[^+\d]/g, "")}`}>{place.phone}</a>
            </Fact>
          ) : null}
          <Fact name={text.created}>{times.moment(warehouse.created_at)}</Fact>
          {warehouse.closed_at ? <Fact name={text.closed}>{times.moment(warehouse.closed_at)}</Fact> : null}
        </Facts>
      </div>
    </Sheet>
  );
}

function Uses({ warehouse, uses }: { warehouse: Warehouse; uses: WarehouseUses }) {
  const none = uses.open_orders + uses.goods + uses.open_routes + uses.stock === 0;
  return (
    <Sheet title={text.in_use}>
      {none ? <p className="dim">{text.not_in_use}</p> : <UsesList warehouse={warehouse} uses={uses} />}
    </Sheet>
  );
}

function UsesList({ warehouse: { id }, uses }: { warehouse: Warehouse; uses: WarehouseUses }) {
  return (
    <ul className="stack tight" style={{ margin: 0, paddingLeft: 18 }}>
      {uses.open_orders > 0 ? (
        <li>
          <p>
            {rich(text.starts_here, {
              orders: (
                <Link to="/orders" search={{ starts_at: id }}>
                  {text.open_orders({ n: uses.open_orders })}
                </Link>
              ),
            })}
          </p>
        </li>
      ) : null}
      {uses.goods > 0 ? (
        <li>
          <p>
            {rich(text.goods_here, {
              orders: (
                <Link to="/orders" search={{ is_at: id }}>
                  {text.goods({ n: uses.goods })}
                </Link>
              ),
            })}
          </p>
        </li>
      ) : null}
      {uses.open_routes > 0 ? (
        <li>
          {rich(text.routes_here, {
            routes: <Link to="/routes">{text.open_routes({ n: uses.open_routes })}</Link>,
          })}
        </li>
      ) : null}
      {uses.stock > 0 ? <li>{text.stock_here({ n: uses.stock })}</li> : null}
    </ul>
  );
}
