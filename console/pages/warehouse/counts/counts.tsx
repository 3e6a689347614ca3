/** Counts of stock: what is open, and a new one. */
import { Select, Switch, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconClipboardList } from "#icons";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { StatusBadge } from "../../../parts/badge.tsx";
import { CreateButton } from "../../../parts/create-button.tsx";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import type { Column } from "../../../parts/grid/columns.ts";
import type { Tone } from "../../../parts/labels.ts";
import { ListPage } from "../../../parts/list/list.tsx";
import { useOpenRecord } from "../../../parts/record-link.tsx";
import { Empty } from "../../../parts/states.tsx";
import { useTimes } from "../../../parts/times.ts";
import { TwoLines } from "../../../parts/two-lines.tsx";
import { useWarehouses, warehouseQuery } from "../warehouses/queries.ts";
import { countsQuery, type StockCount } from "./queries.ts";
import { text } from "./text.ts";

const RULES = getRules("stockCountCreate");

export function Counts() {
  const may_write = useMe().permissions.includes("wms:write");
  const { moment } = useTimes();
  const query = useQuery(countsQuery);
  const open = useOpenRecord("stock_count");
  return (
    <ListPage
      actions={
        may_write ? (
          <CreateButton label={text.create}>
            {(close) => <CountForm close={close} created={open} />}
          </CreateButton>
        ) : null
      }
      label={text.title}
      query={query}
      rows={({ counts }) => counts}
      empty={
        <Empty icon={IconClipboardList} title={text.none}>
          {text.none_about}
        </Empty>
      }
      columns={buildColumns(moment)}
      getKey={({ id }) => id}
      getName={nameCount}
      onOpen={({ id }) => open(id)}
      card={(count) => (
        <div className="stack tight">
          <span className="row nowrap">
            <span className="strong grow cut">{nameCount(count)}</span>
            <CountState status={count.status} />
          </span>
          <span className="dim small">{describeProgress(count)}</span>
        </div>
      )}
    />
  );
}

const TONES: Record<StockCount["status"], Tone> = { open: "blue", closed: "good", cancelled: "grey" };

export function CountState({ status }: Pick<StockCount, "status">) {
  return <StatusBadge badge={{ label: text.statuses[status], tone: TONES[status] }} />;
}

export function nameCount({ kind, zone_code, sku, bins }: StockCount): string {
  if (kind === "zone") return text.kinds.zone({ code: zone_code ?? "" });
  return kind === "article" ? text.kinds.article({ sku: sku ?? "" }) : text.kinds.bin({ n: bins });
}

export function describeProgress({ status, bins_open, bins_different, note }: StockCount): string {
  const open_work = [
    bins_open > 0 ? text.to_count({ n: bins_open }) : "",
    bins_different > 0 ? text.to_approve({ n: bins_different }) : "",
  ].filter(Boolean);
  const progress = status !== "open" ? [] : open_work.length === 0 ? [text.all_decided] : open_work;
  return [...progress, note].filter(Boolean).join(" · ");
}

const buildColumns = (moment: (at: string) => string): Column<StockCount>[] => [
  {
    key: "what",
    head: text.what,
    cell: (count) => <TwoLines below={describeProgress(count)}>{nameCount(count)}</TwoLines>,
  },
  { key: "status", head: text.status, width: 130, cell: ({ status }) => <CountState status={status} /> },
  {
    key: "warehouse",
    head: text.warehouse,
    width: 130,
    window_width_min: 641,
    cell: (row) => row.warehouse_code,
  },
  {
    key: "at",
    head: "",
    width: 150,
    align: "end",
    window_width_min: 641,
    cell: ({ created_at }) => moment(created_at),
  },
];

function CountForm({ close, created }: { close: () => void; created: (id: number) => void }) {
  const warehouses = useWarehouses();
  const first = warehouses[0];
  return (
    <FormDrawer
      rules={RULES}
      close={close}
      title={text.create}
      confirm={text.create_submit}
      refused={text.not_saved}
      initial={{
        warehouse_id: (first === undefined ? null : String(first.id)) as string | null,
        zone_id: null as string | null,
        is_blind: true,
        two: false,
        note: "",
      }}
      run={({ warehouse_id, zone_id, is_blind, two, note }) =>
        client.stockCountCreate({
          warehouse_id: Number(warehouse_id),
          ...(zone_id === null ? {} : { zone_id: Number(zone_id) }),
          is_blind,
          counters: two ? 2 : 1,
          note: note.trim(),
        })
      }
      keys={[["counts"]]}
      success_message={text.created}
      done={({ count_id }) => {
        close();
        created(count_id);
      }}
    >
      {({ field, own, values }) => (
        <>
          <Select
            label={text.warehouse}
            allowDeselect={false}
            data={warehouses.map(({ id, name }) => ({ value: String(id), label: name }))}
            {...field("warehouse_id")}
          />
          <ZoneSelect warehouse_id={Number(values.warehouse_id)} {...field("zone_id", { required: true })} />
          <Switch
            label={text.blind}
            description={text.blind_about}
            {...field("is_blind", { type: "checkbox" })}
          />
          <Switch label={text.two} {...own("two", { type: "checkbox" })} />
          <TextInput label={text.note} {...field("note")} />
        </>
      )}
    </FormDrawer>
  );
}

function ZoneSelect({ warehouse_id, ...field }: { warehouse_id: number } & Record<string, unknown>) {
  const { data } = useQuery({ ...warehouseQuery(warehouse_id), enabled: warehouse_id > 0 });
  const zones = (data?.zones ?? []).filter(({ status }) => status === "open");
  return (
    <Select
      label={text.zone}
      data={zones.map(({ id, code, name }) => ({ value: String(id), label: `${code} · ${name}` }))}
      {...field}
    />
  );
}
