/** The zones of a warehouse, and the bins of the chosen one. */
import { Button, Group, NumberInput, Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { IconBoxMultiple, IconLayoutGrid } from "#icons";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { Tag } from "../../../parts/badge.tsx";
import { CreateButton } from "../../../parts/create-button.tsx";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { kilograms, number } from "../../../parts/format.ts";
import type { Column } from "../../../parts/grid/columns.ts";
import { TableList } from "../../../parts/list/list.tsx";
import { Sheet } from "../../../parts/page.tsx";
import { Pager } from "../../../parts/pager.tsx";
import { useSave } from "../../../parts/save.ts";
import { Empty } from "../../../parts/states.tsx";
import {
  BINS_PER_PAGE,
  binsQuery,
  type Warehouse,
  type WarehouseBin,
  type WarehouseZone,
} from "./queries.ts";
import { text } from "./text.ts";

const ZONE_KINDS = ["receiving", "storage", "sorting", "staging", "returns", "quarantine"] as const;
const BIN_KINDS = ["shelf", "pallet", "floor", "cage", "locker"] as const;
const KEYS = [["warehouses"]];

const choices = <Kind extends string>(kinds: readonly Kind[], names: Readonly<Record<Kind, string>>) =>
  kinds.map((value) => ({ value, label: names[value] }));

export function Zones({ warehouse, zones }: { warehouse: Warehouse; zones: readonly WarehouseZone[] }) {
  const may_write = useMe().permissions.includes("wms:write") && warehouse.status === "open";
  const [chosen_zone, setChosenZone] = useState<number | null>(null);
  const zone = zones.find(({ id }) => id === chosen_zone) ?? zones[0];
  return (
    <div className="stack" style={{ gap: 16 }}>
      <Sheet
        pad={false}
        title={text.zones.title}
        actions={
          may_write ? (
            <CreateButton label={text.zones.create} size="xs">
              {(close) => (
                <ZoneForm
                  warehouse={warehouse}
                  zone={null}
                  close={close}
                  created={(id) => setChosenZone(id)}
                />
              )}
            </CreateButton>
          ) : null
        }
      >
        {zones.length === 0 ? (
          <Empty icon={IconLayoutGrid} title={text.zones.none}>
            {text.zones.none_about}
          </Empty>
        ) : (
          <ul className="list" aria-label={text.zones.title}>
            {zones.map((one) => (
              <li key={one.id}>
                <button
                  type="button"
                  className="list-row"
                  aria-current={one.id === zone?.id ? "true" : undefined}
                  onClick={() => setChosenZone(one.id)}
                >
                  <span className="mono" style={{ minWidth: 56 }}>
                    {one.code}
                  </span>
                  <span className="grow strong cut">{one.name}</span>
                  {one.status === "closed" ? <Tag tone="grey">{text.zones.closed}</Tag> : null}
                  <Tag tone="blue">{text.zones.kinds[one.kind]}</Tag>
                </button>
              </li>
            ))}
          </ul>
        )}
      </Sheet>
      {zone === undefined ? null : (
        <Bins key={zone.id} warehouse={warehouse} zone={zone} zones={zones} may_write={may_write} />
      )}
    </div>
  );
}

function Bins({
  warehouse,
  zone,
  zones,
  may_write,
}: {
  warehouse: Warehouse;
  zone: WarehouseZone;
  zones: readonly WarehouseZone[];
  may_write: boolean;
}) {
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState<WarehouseBin | null>(null);
  const [changing, setChanging] = useState(false);
  const query = useQuery(binsQuery(warehouse.id, zone.id, page));
  const writes = may_write && zone.status === "open";
  return (
    <TableList
      label={text.bins.of({ zone: zone.name })}
      title={
        <>
          {zone.name}{" "}
          <span className="dim small">{query.data ? text.bins.total({ n: query.data.total }) : ""}</span>
        </>
      }
      actions={
        writes ? (
          <>
            <Button size="xs" variant="default" onClick={() => setChanging(true)}>
              {text.zones.change}
            </Button>
            <CreateButton label={text.bins.create} size="xs">
              {(close) => <BinForm zone={zone} zones={zones} bin={null} close={close} />}
            </CreateButton>
          </>
        ) : null
      }
      query={query}
      rows={({ bins }) => bins}
      empty={
        <Empty icon={IconBoxMultiple} title={text.bins.none}>
          {text.bins.none_about}
        </Empty>
      }
      columns={buildColumns()}
      getKey={({ id }) => id}
      getName={({ code }) => code}
      onOpen={writes ? (bin) => (bin.status === "open" ? setOpened(bin) : undefined) : undefined}
      foot={({ total }) =>
        total > BINS_PER_PAGE ? (
          <Pager page={page} per_page={BINS_PER_PAGE} total={total} onPage={setPage} noun={text.bins.count} />
        ) : null
      }
    >
      {opened === null ? null : (
        <BinForm zone={zone} zones={zones} bin={opened} close={() => setOpened(null)} />
      )}
      {changing ? <ZoneForm warehouse={warehouse} zone={zone} close={() => setChanging(false)} /> : null}
    </TableList>
  );
}

const limit = (value: number | null, show: (value: number) => string) => (value === null ? "–" : show(value));

const buildColumns = (): Column<WarehouseBin>[] => [
  {
    key: "code",
    head: text.bins.bin,
    cell: ({ code, status }) => (
      <span className="row tight nowrap">
        <span className="mono strong">{code}</span>
        {status === "closed" ? <Tag tone="grey">{text.bins.closed}</Tag> : null}
      </span>
    ),
  },
  { key: "kind", head: text.bins.kind, width: 110, cell: ({ kind }) => text.bins.kinds[kind] },
  {
    key: "units",
    head: text.bins.pieces,
    width: 90,
    align: "end",
    cell: ({ units_max }) => limit(units_max, number),
  },
  {
    key: "weight",
    head: text.bins.weight,
    width: 100,
    align: "end",
    window_width_min: 641,
    cell: ({ weight_g_max }) => limit(weight_g_max, kilograms),
  },
  {
    key: "volume",
    head: text.bins.volume,
    width: 110,
    align: "end",
    window_width_min: 641,
    cell: ({ volume_cm3_max }) => limit(volume_cm3_max, (value) => `${number(value / 1000)} l`),
  },
];

function ZoneForm({
  warehouse,
  zone,
  close,
  created,
}: {
  warehouse: Warehouse;
  zone: WarehouseZone | null;
  close: () => void;
  created?: (zone_id: number) => void;
}) {
  const { code = "", name = "", kind = "storage" } = zone ?? {};
  return (
    <FormDrawer
      rules={getRules("warehouseZoneCreate")}
      close={close}
      title={zone === null ? text.zones.create : text.zones.change_of({ code: zone.code })}
      confirm={zone === null ? text.zones.create_submit : text.save}
      refused={text.zones.not_saved}
      initial={{ code, name, kind }}
      run={({ code, name, kind }) =>
        zone === null
          ? client.warehouseZoneCreate({
              warehouse_id: warehouse.id,
              code: code.trim().toUpperCase(),
              name: name.trim(),
              kind,
            })
          : client.warehouseZoneUpdate(
              { zone_id: zone.id, name: name.trim(), kind },
              { if_match: zone.version },
            )
      }
      keys={KEYS}
      success_message={(answer) => text.zones.saved({ code: answer.zone.code })}
      done={(answer) => {
        created?.(answer.zone.id);
        close();
      }}
    >
      {({ field }) => (
        <>
          {zone === null ? (
            <TextInput data-autofocus label={text.code} description={text.code_about} {...field("code")} />
          ) : null}
          <TextInput label={text.name} {...field("name")} />
          <Select
            label={text.zones.purpose}
            data={choices(ZONE_KINDS, text.zones.kinds)}
            allowDeselect={false}
            {...field("kind")}
          />
          {zone === null ? null : (
            <CloseRow
              label={text.zones.close}
              about={text.zones.close_about}
              run={() => client.warehouseZoneClose({ zone_id: zone.id }, { if_match: zone.version })}
              past={text.zones.close_done({ code: zone.code })}
              done={close}
            />
          )}
        </>
      )}
    </FormDrawer>
  );
}

/** What the inputs show: an empty text is no limit. */
interface BinValues {
  code: string;
  kind: WarehouseBin["kind"];
  zone_id: string;
  units_max: number | string;
  /** In kilograms. */
  weight_g_max: number | string;
  /** In litres. */
  volume_cm3_max: number | string;
}

const readLimit = (value: number | string, factor: number) =>
  value === "" ? null : Math.round(Number(value) * factor);

function BinForm({
  zone,
  zones,
  bin,
  close,
}: {
  zone: WarehouseZone;
  zones: readonly WarehouseZone[];
  bin: WarehouseBin | null;
  close: () => void;
}) {
  const initial: BinValues = {
    code: bin?.code ?? "",
    kind: bin?.kind ?? "shelf",
    zone_id: String(zone.id),
    units_max: bin?.units_max ?? "",
    weight_g_max: bin?.weight_g_max == null ? "" : bin.weight_g_max / 1000,
    volume_cm3_max: bin?.volume_cm3_max == null ? "" : bin.volume_cm3_max / 1000,
  };
  return (
    <FormDrawer
      rules={getRules("warehouseBinCreate")}
      close={close}
      title={
        bin === null ? text.bins.create_in({ zone: zone.name }) : text.bins.change_of({ code: bin.code })
      }
      confirm={bin === null ? text.bins.create_submit : text.save}
      refused={text.bins.not_saved}
      initial={initial}
      run={({ code, kind, zone_id, units_max, weight_g_max, volume_cm3_max }) => {
        const limits = {
          units_max: readLimit(units_max, 1),
          weight_g_max: readLimit(weight_g_max, 1000),
          volume_cm3_max: readLimit(volume_cm3_max, 1000),
        };
        return bin === null
          ? client.warehouseBinCreate({ zone_id: zone.id, code: code.trim().toUpperCase(), kind, ...limits })
          : client.warehouseBinUpdate(
              { bin_id: bin.id, zone_id: Number(zone_id), kind, ...limits },
              { if_match: bin.version },
            );
      }}
      keys={KEYS}
      success_message={(answer) => text.bins.saved({ code: answer.bin.code })}
    >
      {({ field }) => (
        <>
          {bin === null ? (
            <TextInput data-autofocus label={text.code} description={text.code_about} {...field("code")} />
          ) : (
            <Select
              label={text.bins.zone}
              data={zones
                .filter(({ status }) => status === "open")
                .map(({ id, name }) => ({ value: String(id), label: name }))}
              allowDeselect={false}
              {...field("zone_id")}
            />
          )}
          <Select
            label={text.bins.kind}
            data={choices(BIN_KINDS, text.bins.kinds)}
            allowDeselect={false}
            {...field("kind")}
          />
          <Group grow gap={8} align="start">
            <NumberInput label={text.bins.pieces} placeholder={text.bins.no_limit} {...field("units_max")} />
            <NumberInput
              label={text.bins.kilograms}
              placeholder={text.bins.no_limit}
              {...field("weight_g_max", { factor: 1000 })}
            />
            <NumberInput
              label={text.bins.litres}
              placeholder={text.bins.no_limit}
              {...field("volume_cm3_max", { factor: 1000 })}
            />
          </Group>
          {bin === null ? null : (
            <CloseRow
              label={text.bins.close}
              about={text.bins.close_about}
              run={() => client.warehouseBinClose({ bin_id: bin.id }, { if_match: bin.version })}
              past={text.bins.close_done({ code: bin.code })}
              done={close}
            />
          )}
        </>
      )}
    </FormDrawer>
  );
}

/** Closing, at the end of a form: asks once more before it is done. */
function CloseRow({
  label,
  about,
  run,
  past,
  done,
}: {
  label: string;
  about: string;
  run: () => Promise<unknown>;
  past: string;
  done: () => void;
}) {
  const [is_asking, setAsking] = useState(false);
  const save = useSave(run, { keys: KEYS, success_message: past, done });
  return (
    <div className="stack tight" style={{ borderTop: "1px solid var(--ph-line)", paddingTop: 12 }}>
      <p className="dim small">{about}</p>
      <div className="row">
        <Button
          size="xs"
          variant={is_asking ? "filled" : "default"}
          color={is_asking ? "red.8" : undefined}
          loading={save.isPending}
          onClick={() => (is_asking ? save.mutate(undefined) : setAsking(true))}
        >
          {is_asking ? text.close_submit : label}
        </Button>
        {is_asking ? (
          <Button size="xs" variant="default" onClick={() => setAsking(false)}>
            {text.keep}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
