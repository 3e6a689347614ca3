/** What a customer keeps in storage, to be chosen for a ship-out, and its storage orders. */
import { Button, Checkbox, SegmentedControl } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { IconBoxOff, IconPackageExport, IconPackageImport, IconPlus } from "#icons";
import { ApiError } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { ButtonLink } from "../../../parts/links.tsx";
import { TableList } from "../../../parts/list/list.tsx";
import { More } from "../../../parts/more.tsx";
import { Page } from "../../../parts/page.tsx";
import { RecordLink, useOpenRecord } from "../../../parts/record-link.tsx";
import { Empty, Loaded, Waiting } from "../../../parts/states.tsx";
import { namePackage, PackageCard } from "./package-card.tsx";
import {
  ownPackagesQuery,
  ownStorageOrdersQuery,
  type StorageOrderSummary,
  type StoredPackage,
  storageConfigQuery,
} from "./queries.ts";
import { useStorageTable } from "./storage-table.tsx";
import { text } from "./text.ts";
import "./storage-orders.css";

const here = getRouteApi("/inside/storage");

export function OwnStorage() {
  const may_order = useMe().permissions.includes("storage:write");
  const { error } = useQuery(storageConfigQuery(undefined));
  const is_off = error instanceof ApiError && error.status === 404;
  return (
    <Page
      subtitle={text.about}
      actions={
        <>
          <ButtonLink variant="default" to="/storage/ship-outs" leftSection={<IconPackageExport size={16} />}>
            {text.ship_outs}
          </ButtonLink>
          {may_order && !is_off ? (
            <ButtonLink to="/storage/new" leftSection={<IconPlus size={16} />}>
              {text.order_storage}
            </ButtonLink>
          ) : null}
        </>
      }
    >
      {is_off ? <p className="note tone-blue">{text.no_service}</p> : null}
      <OwnPackages may_order={may_order} />
      <OwnOrders />
    </Page>
  );
}

function OwnPackages({ may_order }: { may_order: boolean }) {
  const { packages: package_filter } = here.useSearch();
  const navigate = useNavigate();
  const is_all = package_filter === "all";
  const query = useInfiniteQuery(ownPackagesQuery(!is_all));
  const [chosen_packages, setChosenPackages] = useState<readonly StoredPackage[]>([]);
  return (
    <section className="stack" style={{ gap: 12 }} aria-label={text.packages_title}>
      <div className="row apart">
        <h2>{text.packages_title}</h2>
        <SegmentedControl
          size="xs"
          aria-label={text.which}
          value={is_all ? "all" : "available"}
          onChange={(value) =>
            void navigate({
              to: "/storage",
              search: value === "all" ? { packages: "all" } : {},
              replace: true,
            })
          }
          data={[
            { value: "available", label: text.available },
            { value: "all", label: text.all },
          ]}
        />
      </div>
      <Loaded query={query} fallback={<Waiting rows={5} />}>
        {({ pages }) => {
          const rows = pages.flatMap(({ packages }) => packages);
          // What left meanwhile, or is held by another ship-out, is no longer chosen.
          const still = chosen_packages.filter(({ id }) =>
            rows.some((one) => one.id === id && one.status === "RECEIVED"),
          );
          if (rows.length === 0)
            return (
              <div className="sheet">
                <Empty icon={IconBoxOff} title={is_all ? text.none : text.none_available}>
                  {is_all ? text.none_about : text.none_available_about}
                </Empty>
              </div>
            );
          return (
            <>
              <ul className="stored-cards" aria-label={text.packages_title}>
                {rows.map((one) => (
                  <li key={one.id}>
                    <PackageCard
                      stored={one}
                      select={
                        may_order && one.status === "RECEIVED" ? (
                          <Choice stored={one} chosen={still} change={setChosenPackages} />
                        ) : null
                      }
                    >
                      {one.shipout_id === null ? null : (
                        <RecordLink type="shipout" id={one.shipout_id} className="small">
                          {text.open_shipout}
                        </RecordLink>
                      )}
                    </PackageCard>
                  </li>
                ))}
              </ul>
              <More query={query} label={text.more} />
              {still.length > 0 ? (
                <div className="stored-chosen" role="status">
                  <span className="strong grow">{text.chosen({ n: still.length })}</span>
                  <Button variant="default" onClick={() => setChosenPackages([])}>
                    {text.choose_none}
                  </Button>
                  <ButtonLink
                    to="/storage/ship-outs/new"
                    search={{ packages: still.map(({ id }) => id) }}
                    leftSection={<IconPackageExport size={16} />}
                  >
                    {text.ship_out}
                  </ButtonLink>
                </div>
              ) : null}
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

/** A ship-out leaves from one warehouse. */
function Choice({
  stored,
  chosen,
  change,
}: {
  stored: StoredPackage;
  chosen: readonly StoredPackage[];
  change: (packages: readonly StoredPackage[]) => void;
}) {
  const [first] = chosen;
  const is_elsewhere = first !== undefined && first.warehouse?.id !== stored.warehouse?.id;
  const is_chosen = chosen.some(({ id }) => id === stored.id);
  return (
    <Checkbox
      aria-label={text.choose({ name: namePackage(stored) })}
      title={is_elsewhere ? text.elsewhere : undefined}
      disabled={is_elsewhere}
      checked={is_chosen}
      onChange={() => change(is_chosen ? chosen.filter(({ id }) => id !== stored.id) : [...chosen, stored])}
    />
  );
}

function OwnOrders() {
  const open = useOpenRecord("storage_order");
  const query = useInfiniteQuery(ownStorageOrdersQuery);
  const table = useStorageTable<StorageOrderSummary>();
  return (
    <TableList
      label={text.orders}
      title={text.orders}
      query={query}
      rows={({ pages }) => pages.flatMap(({ orders }) => orders)}
      empty={
        <Empty icon={IconPackageImport} title={text.no_orders}>
          {text.no_orders_about}
        </Empty>
      }
      {...table}
      onOpen={({ id }) => open(id)}
      foot={() => <More query={query} label={text.more} />}
    />
  );
}
