/**
 * Orders from a file: what its columns hold, then a grid of its rows, each checked by the service as it is edited. Good rows
 * become orders; the others stay, and can be saved as a file.
 */
import { Alert, Button, Progress } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { IconCircleCheck } from "#icons";
import { toCsv } from "../../../../../packages/spreadsheet/csv.ts";
import { findColumnOrder, getDecimalMark } from "../../../../../packages/spreadsheet/read-cell.ts";
import { client } from "../../../../api/client.ts";
import { useMe } from "../../../../api/session.ts";
import { download } from "../../../../parts/download.ts";
import { DropFile } from "../../../../parts/drop-file.tsx";
import { UnsavedChanges } from "../../../../parts/form.tsx";
import { number } from "../../../../parts/format.ts";
import { toFileName } from "../../../../parts/grid/export.ts";
import { BackLink, ButtonLink } from "../../../../parts/links.tsx";
import { Page, Sheet } from "../../../../parts/page.tsx";
import { Empty } from "../../../../parts/states.tsx";
import { useTimes } from "../../../../parts/times.ts";
import { notifySuccess } from "../../../../parts/toast.ts";
import { useKnownSkills } from "../../../fleet/skills/queries.ts";
import { Columns } from "./columns.tsx";
import { Doubts, groupDoubts } from "./doubts.tsx";
import { FIELDS, type Field, guessMapping, type Mapping, toRemembered } from "./fields.ts";
import { type FileProblem, type FileTable, readFile } from "./read-table.ts";
import { Rows } from "./rows.tsx";
import { text } from "./text.ts";
import { type Row, useImport } from "./use-import.ts";
import "./import.css";

export function ImportOrders() {
  const [file, setFile] = useState<{ name: string; table: FileTable } | null>(null);
  const [problem, setProblem] = useState<FileProblem | null>(null);
  const { business } = useMe();
  const open = async (file: File) => {
    const table = await readFile(file, getDecimalMark(business?.country ?? ""));
    setProblem(typeof table === "string" ? table : null);
    setFile(typeof table === "string" ? null : { name: file.name, table });
  };
  return (
    <Page
      subtitle={file?.name ?? text.about}
      above={<BackLink to="/orders">{text.back}</BackLink>}
      actions={
        file === null ? null : (
          <Button variant="default" onClick={() => setFile(null)}>
            {text.another}
          </Button>
        )
      }
    >
      {file === null ? (
        <ChooseFile open={open} problem={problem} />
      ) : (
        <Import key={file.name} table={file.table} restart={() => setFile(null)} />
      )}
    </Page>
  );
}

function ChooseFile({ open, problem }: { open: (file: File) => Promise<void>; problem: FileProblem | null }) {
  return (
    <DropFile
      label={text.choose}
      about={text.drop}
      accept=".csv,.txt,.tsv,.json,.xlsx"
      open={open}
      problem={problem && text.problems[problem]}
    >
      <Button variant="subtle" style={{ alignSelf: "flex-start" }} onClick={downloadTemplate}>
        {text.template}
      </Button>
    </DropFile>
  );
}

const saveCsv = (content: string, name: string) => download(new Blob([content], { type: "text/csv" }), name);

const downloadTemplate = () => saveCsv(toCsv({ heads: FIELDS, rows: [] }), text.template_name);

const memoryKey = (account: number) => `packhorse.import.${account}`;

function readMemory(account: number): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(memoryKey(account)) ?? "{}") as Record<string, string>;
  } catch {
    return {};
  }
}

function remember(account: number, heads: readonly string[], mapping: Mapping): void {
  try {
    const all = { ...readMemory(account), ...toRemembered(heads, mapping) };
    localStorage.setItem(memoryKey(account), JSON.stringify(all));
  } catch {
    // A browser that stores nothing guesses again.
  }
}

/** Customers by code, name and id. */
function useCustomers(is_needed: boolean) {
  const may_see = useMe().permissions.includes("settings:read");
  const enabled = is_needed && may_see;
  const query = useQuery({
    queryKey: ["customers", "import"],
    queryFn: async ({ signal }) => {
      const ids_by_name = new Map<string, number>();
      for (let page = 1, total = 1; (page - 1) * 200 < total; page += 1) {
        const answer = await client.clientCustomers({ page, per_page: 200 }, { signal });
        total = answer.total;
        for (const { id, code, name } of answer.customers)
          for (const word of [name, code, String(id)]) ids_by_name.set(word.trim().toLowerCase(), id);
      }
      return ids_by_name;
    },
    enabled,
    staleTime: 60_000,
  });
  return {
    is_ready: !enabled || !query.isPending,
    find: (words: string) => query.data?.get(words.trim().toLowerCase()),
  };
}

function Import({ table, restart }: { table: FileTable; restart: () => void }) {
  const times = useTimes();
  const queries = useQueryClient();
  const { business, user } = useMe();
  const [mapping, setMapping] = useState<Mapping>(() => guessMapping(table.heads, readMemory(user.id)));
  const customers = useCustomers(mapping.includes("customer"));
  const skills = useKnownSkills(mapping.includes("skills"));
  const date_column = mapping.indexOf("scheduled_date");
  const date_order = useMemo(
    () => findColumnOrder(table.rows.map(({ cells }) => cells[date_column] ?? "")),
    [table, date_column],
  );
  const work = useImport(
    table,
    mapping,
    {
      times,
      currency: business?.currency ?? "EUR",
      country: business?.country || undefined,
      findCustomer: customers.find,
      // A user who may not see the skills of the business cannot say that one is unknown.
      findSkill:
        skills === undefined
          ? null
          : (words) =>
              skills.find(({ code, name }) =>
                [code, name].some((one) => one.toLowerCase() === words.toLowerCase()),
              )?.code,
      date_order,
      say: (word, value) => text.faults[word]({ value }),
    },
    customers.is_ready,
  );
  const { rows, listFaults, listDoubts, creating, created, updated, skipped, error } = work;
  const change = (column: number, field: Field | null) => {
    const next = mapping.map((one, index) => (index === column ? field : one === field ? null : one));
    // The field moves: the column that had it is not imported any more.
    for (const [index, one] of mapping.entries())
      if (index !== column && one !== null && one === field) work.remap(index, one, null);
    work.remap(column, mapping[column] ?? null, field);
    setMapping(next);
    remember(user.id, table.heads, next);
  };
  const checked = rows.filter(({ is_checked }) => is_checked);
  const bad = checked.filter((row) => listFaults(row).length > 0);
  const doubtful = checked.filter((row) => listFaults(row).length === 0 && listDoubts(row).length > 0);
  const good = checked.length - bad.length - doubtful.length;
  const groups = checked.length < rows.length ? [] : groupDoubts(rows, listDoubts);
  const create = async () => {
    remember(user.id, table.heads, mapping);
    const n = await work.create();
    void queries.invalidateQueries({ queryKey: ["orders"] });
    if (n > 0) notifySuccess(text.created({ n }));
  };
  if (rows.length === 0) {
    return (
      <Sheet>
        <Empty
          icon={IconCircleCheck}
          title={text.all_done({ created, updated, skipped })}
          action={
            <span className="row">
              <ButtonLink to="/orders">{text.to_orders}</ButtonLink>
              <Button variant="default" onClick={restart}>
                {text.another}
              </Button>
            </span>
          }
        >
          {text.all_done_about}
        </Empty>
      </Sheet>
    );
  }
  return (
    <div className="stack" style={{ gap: 12 }}>
      <UnsavedChanges form={{ isDirty: () => rows.length > 0, is_saving: false }} />
      {table.sheet === null || table.sheet.hidden.length === 0 ? null : (
        <Alert color="yellow" variant="outline">
          {text.hidden_sheets({ name: table.sheet.name, hidden: table.sheet.hidden.join(", ") })}
        </Alert>
      )}
      <Columns
        heads={table.heads}
        examples={table.rows.slice(0, 50).map(({ cells }) => cells)}
        mapping={mapping}
        change={change}
      />
      {error === null ? null : (
        <Alert
          color="red"
          variant="outline"
          role="alert"
          title={checked.length < rows.length ? text.not_checked : text.not_created}
        >
          <div className="row">
            <span className="grow">{error.message}</span>
            <Button size="xs" variant="default" onClick={work.retry}>
              {text.again}
            </Button>
          </div>
        </Alert>
      )}
      <Doubts groups={groups} settle={work.settle} skip={work.skip} markUpdates={work.markUpdates} />
      <div className="sheet">
        <div className="sheet-head">
          <span role="status" className="dim">
            {created > 0 ? `${text.created({ n: created })} ` : ""}
            {creating !== null
              ? text.creating({ done: number(creating.done), of: number(creating.of) })
              : checked.length < rows.length
                ? text.rows.checking({ done: number(checked.length), of: number(rows.length) })
                : created > 0
                  ? text.left({ n: rows.length })
                  : text.rows.checked({ n: rows.length })}
          </span>
          <div className="sheet-actions import-actions">
            {bad.length > 0 ? (
              <Button
                variant="default"
                onClick={() =>
                  saveCsv(
                    toCsv(buildFaultySheet(table.heads, mapping, bad, listFaults)),
                    toFileName(text.saved_name, times.today(), "csv"),
                  )
                }
              >
                {text.save({ n: bad.length })}
              </Button>
            ) : null}
            <Button
              disabled={good === 0 || checked.length < rows.length}
              loading={creating !== null}
              onClick={() => void create()}
            >
              {rows.some(({ update_order_id }) => update_order_id !== null)
                ? text.create_or_update({ n: good })
                : text.create({ n: good })}
            </Button>
          </div>
        </div>
        {checked.length < rows.length || creating !== null ? (
          <Progress
            radius={0}
            size="xs"
            aria-label={text.rows.title}
            value={
              creating === null
                ? (100 * checked.length) / rows.length
                : (100 * creating.done) / Math.max(1, creating.of)
            }
          />
        ) : null}
        <Rows
          rows={rows}
          mapping={mapping}
          listFaults={listFaults}
          listDoubts={listDoubts}
          edit={work.edit}
          settle={work.settle}
          good={good}
          bad={bad.length}
          doubtful={doubtful.length}
        />
      </div>
    </div>
  );
}

/** The columns of the file as it was, with what was edited; then fields that it had no column for, and the problems. */
function buildFaultySheet(
  heads: readonly string[],
  mapping: Mapping,
  rows: readonly Row[],
  listFaults: (row: Row) => readonly { field: Field | null; message: string }[],
) {
  const added = FIELDS.filter(
    (field) => !mapping.includes(field) && rows.some(({ values }) => (values[field] ?? "") !== ""),
  );
  return {
    heads: [...heads, ...added, text.problem_head],
    rows: rows.map((row) => [
      ...heads.map((_, index) => {
        const field = mapping[index] ?? null;
        return field === null ? (row.cells[index] ?? "") : (row.values[field] ?? "");
      }),
      ...added.map((field) => row.values[field] ?? ""),
      listFaults(row)
        .map(({ field, message }) => (field === null ? message : `${text.fields[field]}: ${message}`))
        .join(" "),
    ]),
  };
}
