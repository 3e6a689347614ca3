/** Receipts: what is expected and what is being received. */
import { Select, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { IconPackageImport } from "#icons";
import { ApiError, client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { StatusBadge } from "../../../parts/badge.tsx";
import { CreateButton } from "../../../parts/create-button.tsx";
import { FindInList } from "../../../parts/find-in-list.tsx";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { number } from "../../../parts/format.ts";
import type { Column } from "../../../parts/grid/columns.ts";
import type { Tone } from "../../../parts/labels.ts";
import { getFilters } from "../../../parts/list/filters.tsx";
import { ListPage } from "../../../parts/list/list.tsx";
import { useOpenRecord } from "../../../parts/record-link.tsx";
import { Empty } from "../../../parts/states.tsx";
import { day } from "../../../parts/times.ts";
import { TwoLines } from "../../../parts/two-lines.tsx";
import { useWarehouses } from "../warehouses/queries.ts";
import { type Receipt, receiptsQuery } from "./queries.ts";
import { text } from "./text.ts";

const RULES = getRules("receiptCreate");

export function Receipts() {
  const { permissions } = useMe();
  const may_write = permissions.includes("wms:write");
  const [group, setGroup] = useState("open");
  const [written, setWritten] = useState("");
  const search_text = useDeferredValue(written.trim());
  const query = useQuery(receiptsQuery(group === "open" ? "open" : "ended", search_text));
  const open = useOpenRecord("receipt");
  return (
    <ListPage
      actions={
        may_write ? (
          <CreateButton label={text.create}>
            {(close) => <ReceiptForm close={close} created={(id) => open(id)} />}
          </CreateButton>
        ) : null
      }
      label={text.title}
      toolbar={
        <FindInList
          rule={getFilters("receipts").by_member["q"]!}
          label={text.find}
          placeholder={text.find_about}
          text={written}
          setText={setWritten}
          group_label={text.group}
          groups={[
            { value: "open", label: text.groups.open },
            { value: "ended", label: text.groups.ended },
          ]}
          group={group}
          setGroup={setGroup}
        />
      }
      query={query}
      rows={({ receipts }) => receipts}
      empty={
        <Empty icon={IconPackageImport} title={text.none}>
          {search_text.length >= 2 ? text.no_match : text.none_about}
        </Empty>
      }
      columns={buildColumns()}
      getKey={({ id }) => id}
      getName={({ code }) => code}
      onOpen={({ id }) => open(id)}
      card={(receipt) => <ReceiptCard receipt={receipt} />}
    />
  );
}

const TONES: Record<Receipt["status"], Tone> = {
  expected: "grey",
  receiving: "blue",
  closed: "good",
  cancelled: "grey",
  rolled_back: "warn",
};

export function ReceiptState({ status }: Pick<Receipt, "status">) {
  return <StatusBadge badge={{ label: text.statuses[status], tone: TONES[status] }} />;
}

const formatProgress = ({ is_announced, received_qty, expected_qty }: Receipt) =>
  is_announced
    ? text.received_of({ received: number(received_qty), expected: number(expected_qty) })
    : number(received_qty);

const buildColumns = (): Column<Receipt>[] => [
  {
    key: "code",
    head: text.code,
    cell: ({ code, ref }) => (
      <TwoLines className="mono strong" below={ref}>
        {code}
      </TwoLines>
    ),
  },
  { key: "status", head: text.status, width: 130, cell: ({ status }) => <ReceiptState status={status} /> },
  { key: "received", head: text.received, width: 130, align: "end", cell: (row) => formatProgress(row) },
  {
    key: "date",
    head: text.expected_date,
    width: 130,
    cell: ({ expected_date }) => (expected_date === null ? "–" : day(expected_date)),
  },
  {
    key: "owner",
    head: text.owner,
    window_width_min: 641,
    cell: ({ customer_name }) => customer_name ?? <span className="dim">{text.own_goods}</span>,
  },
  {
    key: "warehouse",
    head: text.warehouse,
    width: 120,
    window_width_min: 1240,
    cell: (row) => row.warehouse_code,
  },
];

function ReceiptCard({ receipt }: { receipt: Receipt }) {
  const { code, ref, status, customer_name } = receipt;
  return (
    <div className="stack tight">
      <span className="row nowrap">
        <span className="mono strong grow cut">{code}</span>
        <ReceiptState status={status} />
      </span>
      <span className="row nowrap dim small">
        <span className="grow cut">{[ref, customer_name].filter(Boolean).join(" · ")}</span>
        <span className="num">{formatProgress(receipt)}</span>
      </span>
    </div>
  );
}

interface Values {
  warehouse_id: string | null;
  customer_id: string | null;
  ref: string;
  carrier: string;
  expected_date: string;
  lines: string;
}

/** The number of pieces at the end of a line, after a space or a tab; else one. */
function parseLine(line: string): { code: string; qty: number } {
  const [, code = line, qty = "1"] = /^(.*\S)\s+(\d{1,7})$/.exec(line) ?? [];
  return { code: code.trim(), qty: Number(qty) };
}

/** A line is an article of the owner by its SKU, else a package by its code. */
async function readLines(written: string, customer_id: number | null) {
  const lines = written.split("\n").filter((line) => line.trim() !== "");
  return Promise.all(
    lines.map(async (line) => {
      const { code, qty } = parseLine(line.trim());
      const owner = customer_id === null ? ({ owner: "business" } as const) : { customer_id };
      const find = async (sku: string) => (await client.articles({ sku, ...owner })).articles[0];
      // The whole line first: a SKU may end with a number.
      const found_article = await find(line.trim());
      if (found_article !== undefined) return { article_id: found_article.id, qty: 1 };
      const article = await find(code);
      if (article !== undefined) return { article_id: article.id, qty };
      if (qty === 1) return { package_code: code };
      const message = text.unknown_line({ line });
      throw new ApiError(422, { message, errors: [{ field: "lines", message }] });
    }),
  );
}

function ReceiptForm({ close, created }: { close: () => void; created: (id: number) => void }) {
  const warehouses = useWarehouses();
  const { permissions } = useMe();
  const customers = useQuery({
    queryKey: ["customers", "choices"],
    queryFn: ({ signal }) => client.clientCustomers({ per_page: 200 }, { signal }),
    enabled: permissions.includes("settings:read"),
    retry: false,
  });
  const initial: Values = {
    warehouse_id: warehouses[0] === undefined ? null : String(warehouses[0].id),
    customer_id: null,
    ref: "",
    carrier: "",
    expected_date: "",
    lines: "",
  };
  return (
    <FormDrawer
      rules={RULES}
      close={close}
      title={text.create}
      confirm={text.create_submit}
      refused={text.not_saved}
      initial={initial}
      toPath={(path) => path.replace(/^lines\..*/, "lines")}
      run={async (values) => {
        const customer_id = values.customer_id === null ? null : Number(values.customer_id);
        const lines = await readLines(values.lines, customer_id);
        return client.receiptCreate({
          warehouse_id: Number(values.warehouse_id),
          customer_id,
          ref: values.ref.trim(),
          carrier: values.carrier.trim(),
          expected_date: values.expected_date || null,
          lines,
        });
      }}
      keys={[["receipts"]]}
      success_message={({ receipt }) => text.created({ code: receipt.code })}
      done={({ receipt_id }) => {
        close();
        created(receipt_id);
      }}
    >
      {({ field }) => (
        <>
          <Select
            label={text.warehouse}
            allowDeselect={false}
            data={warehouses.map(({ id, name }) => ({ value: String(id), label: name }))}
            {...field("warehouse_id")}
          />
          {customers.data === undefined ? null : (
            <Select
              label={text.owner}
              placeholder={text.own_goods}
              clearable
              searchable
              data={customers.data.customers.map(({ id, name }) => ({ value: String(id), label: name }))}
              {...field("customer_id")}
            />
          )}
          <TextInput label={text.ref} description={text.ref_about} {...field("ref")} />
          <TextInput label={text.carrier} {...field("carrier")} />
          <TextInput type="date" label={text.expected_date} {...field("expected_date")} />
          <Textarea
            label={text.lines}
            description={text.lines_about}
            placeholder={text.lines_example}
            autosize
            minRows={5}
            maxRows={16}
            styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
            {...field("lines")}
          />
        </>
      )}
    </FormDrawer>
  );
}
