/** One warehouse: its address, what uses it, its zones and bins. */
import { Button } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { oneLine } from "../../../api/addresses.ts";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { type Warehouse, type WarehouseUses, warehouseQuery } from "../../../api/warehouses.ts";
import { BaseMap } from "../../../map/map.tsx";
import type { MapPin } from "../../../map/shapes.ts";
import { ActionDialog } from "../../../parts/action-dialog.tsx";
import { State, Tag } from "../../../parts/badge.tsx";
import { count } from "../../../parts/format.ts";
import { AnchorLink } from "../../../parts/links.tsx";
import { Fact, Facts, Page, Sheet } from "../../../parts/page.tsx";
import { useSave } from "../../../parts/save.ts";
import { useTimes } from "../../../parts/times.ts";
import { notifySuccess } from "../../../parts/toast.ts";
import { UnloadedPage } from "../../../parts/unloaded-page.tsx";
import { KEYS, WarehouseForm } from "./warehouse-form.tsx";
import { Zones } from "./zones.tsx";

const here = getRouteApi("/inside/warehouses/$warehouse_id");

export function WarehousePage() {
  const warehouse_id = Number(here.useParams().warehouse_id);
  const query = useQuery(warehouseQuery(warehouse_id));
  const above = (
    <AnchorLink to="/warehouses" className="row tight small" c="dimmed">
      <IconArrowLeft size={14} /> Warehouses
    </AnchorLink>
  );
  if (query.data === undefined) return <UnloadedPage query={query} above={above} />;
  const { warehouse, zones, uses } = query.data;
  return (
    <Page
      title={warehouse.name}
      above={above}
      about={
        <span className="row tight">
          <span className="mono">{warehouse.code}</span>
          <State
            word={
              warehouse.status === "open"
                ? { label: "Open", tone: "good" }
                : { label: "Closed", tone: "grey" }
            }
          />
          {warehouse.is_depot ? <Tag tone="good">Depot</Tag> : null}
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
    { keys: KEYS, past: `${warehouse.name} is the depot now.` },
  );
  if (user.role !== "client_admin" || !permissions.includes("wms:write") || warehouse.status === "closed")
    return null;
  const needed = uses.open_orders + uses.goods + uses.open_routes > 0;
  return (
    <>
      {warehouse.is_depot ? null : (
        <Button variant="default" loading={depot.isPending} onClick={() => depot.mutate(undefined)}>
          Make it the depot
        </Button>
      )}
      <Button variant="default" onClick={() => setOpen("close")}>
        Close
      </Button>
      <Button onClick={() => setOpen("change")}>Change</Button>
      {open === "change" ? <WarehouseForm warehouse={warehouse} close={() => setOpen(null)} /> : null}
      <ActionDialog
        opened={open === "close"}
        close={() => setOpen(null)}
        title={`Close ${warehouse.name}?`}
        confirm="Close for good"
        danger
        name="warehouseClose"
        input={{ warehouse_id: warehouse.id }}
        run={(options) =>
          client.warehouseClose({ warehouse_id: warehouse.id }, { ...options, if_match: warehouse.version })
        }
        done={() => {
          setOpen(null);
          notifySuccess(`${warehouse.name} was closed.`);
          for (const queryKey of KEYS) void queries.invalidateQueries({ queryKey });
        }}
        outcome={() => "Its zones and bins are closed too. It cannot be opened again."}
      >
        {needed ? (
          <div className="stack tight">
            <p>First finish or move what still needs it:</p>
            <UsesList warehouse={warehouse} uses={uses} />
          </div>
        ) : warehouse.is_depot ? (
          <p>Make another warehouse the depot first, or remove the depot in the settings.</p>
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
          <BaseMap label={`Where ${warehouse.name} is`} pins={pins} fit={`${lat} ${lng}`} />
        </div>
      ) : null}
      <div className="sheet-body">
        <Facts>
          <Fact name="Address">{oneLine(place)}</Fact>
          {place.phone ? (
            <Fact name="Phone">
              <a href={`tel:${place.phone.replaceAll(/[^+\d]/g, "")}`}>{place.phone}</a>
            </Fact>
          ) : null}
          <Fact name="Created">{times.moment(warehouse.created_at)}</Fact>
          {warehouse.closed_at ? <Fact name="Closed">{times.moment(warehouse.closed_at)}</Fact> : null}
        </Facts>
      </div>
    </Sheet>
  );
}

function Uses({ warehouse, uses }: { warehouse: Warehouse; uses: WarehouseUses }) {
  const none = uses.open_orders + uses.goods + uses.open_routes === 0;
  return (
    <Sheet title="In use">
      {none ? (
        <p className="dim">No open order starts here, no goods are here, and no route starts or ends here.</p>
      ) : (
        <UsesList warehouse={warehouse} uses={uses} />
      )}
    </Sheet>
  );
}

function UsesList({ warehouse: { id }, uses }: { warehouse: Warehouse; uses: WarehouseUses }) {
  return (
    <ul className="stack tight" style={{ margin: 0, paddingLeft: 18 }}>
      {uses.open_orders > 0 ? (
        <li>
          <Link to="/orders" search={{ starts_at: id }}>
            {count(uses.open_orders, "open order")}
          </Link>{" "}
          {uses.open_orders === 1 ? "starts" : "start"} here
        </li>
      ) : null}
      {uses.goods > 0 ? (
        <li>
          Goods of{" "}
          <Link to="/orders" search={{ is_at: id }}>
            {count(uses.goods, "order")}
          </Link>{" "}
          are here
        </li>
      ) : null}
      {uses.open_routes > 0 ? (
        <li>
          <Link to="/routes">{count(uses.open_routes, "open route")}</Link>{" "}
          {uses.open_routes === 1 ? "starts or ends" : "start or end"} here
        </li>
      ) : null}
    </ul>
  );
}
