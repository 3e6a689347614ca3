/** A file into a dataset: what its columns hold, what would not fit, and how far the service is. */
import { Alert, Button, Progress, Select } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { client } from "../../../api/client.ts";
import { StatusBadge } from "../../../parts/badge.tsx";
import { download } from "../../../parts/download.ts";
import { DropFile } from "../../../parts/drop-file.tsx";
import { listErrors } from "../../../parts/errors.ts";
import { number } from "../../../parts/format.ts";
import type { Tone } from "../../../parts/labels.ts";
import { List } from "../../../parts/list/list.tsx";
import { Page, Sheet } from "../../../parts/page.tsx";
import { RecordLink } from "../../../parts/record-link.tsx";
import { useSave } from "../../../parts/save.ts";
import { useTimes } from "../../../parts/times.ts";
import { notifyFailure, notifySuccess } from "../../../parts/toast.ts";
import { UnloadedPage } from "../../../parts/unloaded-page.tsx";
import { Above } from "./dataset.tsx";
import {
  type Dataset,
  type DatasetGroup,
  type DatasetImport,
  datasetKey,
  datasetQuery,
  importsQuery,
} from "./queries.ts";
import { guessMapping, type Heads, readHeads, toContent } from "./read-file.ts";
import { text } from "./text.ts";
import "./sheet.css";

export function DatasetImportPage() {
  const { dataset_id } = useParams({ strict: false }) as { dataset_id: string };
  const query = useQuery(datasetQuery(Number(dataset_id)));
  if (query.data === undefined) return <UnloadedPage query={query} above={<Above />} />;
  const { dataset, groups } = query.data;
  return (
    <Page title={text.import_into({ name: dataset.name })} above={<Back dataset={dataset} />}>
      <div className="stack">
        <ImportFile dataset={dataset} groups={groups} />
        <Imports dataset={dataset} />
      </div>
    </Page>
  );
}

export const Back = ({ dataset }: { dataset: Dataset }) => (
  <RecordLink type="dataset" id={dataset.id} className="row tight small" c="dimmed">
    ← {dataset.name}
  </RecordLink>
);

function ImportFile({ dataset, groups }: { dataset: Dataset; groups: readonly DatasetGroup[] }) {
  const [file, setFile] = useState<{ file: File; heads: Heads } | null>(null);
  const [problem, setProblem] = useState(false);
  const open = async (file: File) => {
    const heads = await readHeads(file);
    setProblem(heads === null);
    setFile(heads === null ? null : { file: file, heads });
  };
  if (file !== null)
    return (
      <Mapping key={file.file.name} dataset={dataset} groups={groups} {...file} close={() => setFile(null)} />
    );
  return (
    <DropFile
      label={text.choose_file}
      about={text.file_types}
      accept=".csv,.txt,.tsv,.xlsx,.geojson,.json"
      open={open}
      problem={problem ? text.no_table : null}
    />
  );
}

type Input = Parameters<typeof client.datasetImport>[0];

function Mapping({
  dataset,
  groups,
  file,
  heads,
  close,
}: {
  dataset: Dataset;
  groups: readonly DatasetGroup[];
  file: File;
  heads: Heads;
  close: () => void;
}) {
  const queries = useQueryClient();
  const columns = dataset.columns.filter(({ can_write }) => can_write);
  const [mapping, setMapping] = useState(() => guessMapping(columns, heads.names));
  const [key, setKey] = useState<string | null>(columns.find(({ unique }) => unique)?.key ?? null);
  const [group, setGroup] = useState(String(groups[0]?.id ?? ""));
  const [encoding, setEncoding] = useState<Input["encoding"] | null>(null);
  const [date_order, setDateOrder] = useState<Input["date_order"] | null>(null);
  const build = async (): Promise<Input> => ({
    dataset_id: dataset.id,
    name: file.name.slice(0, 200),
    content_type: heads.type,
    content_base64: await toContent(file),
    group_id: Number(group),
    mapping,
    ...(key === null || mapping[key] === undefined ? {} : { key }),
    ...(encoding === null ? {} : { encoding }),
    ...(date_order === null ? {} : { date_order }),
  });
  const check = useMutation({
    mutationFn: async () => client.datasetImport(await build(), { dry_run: true }),
  });
  const start = useMutation({
    mutationFn: async () => client.datasetImport(await build()),
    onSuccess: ({ import: started }) => {
      notifySuccess(
        started.state === "QUEUED"
          ? text.import_queued
          : text.imported({ created: started.created, updated: started.updated }),
      );
      close();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: datasetKey(dataset.id) }),
  });
  const error = start.error ?? check.error;
  const is_doubted = (check.data?.doubts.length ?? 0) > 0;
  /** A user who has not seen the doubts of the file is shown them before anything is saved. */
  const importChecked = () =>
    check.data === undefined
      ? check.mutate(undefined, { onSuccess: ({ doubts }) => doubts.length === 0 && start.mutate() })
      : start.mutate();
  const change = (column: string, names: string[]) => {
    check.reset();
    setMapping(({ [column]: _former, ...others }) =>
      names.length === 0 ? others : { ...others, [column]: names },
    );
  };
  return (
    <Sheet
      title={file.name}
      actions={
        <Button variant="default" onClick={close}>
          {text.another_file}
        </Button>
      }
    >
      <div className="stack">
        <p className="dim small">{text.mapping_about}</p>
        <div className="ds-mapping">
          {columns.map((column) => (
            <Select
              key={column.key}
              label={column.name}
              description={text.types[column.type]}
              placeholder={text.not_imported}
              clearable
              searchable
              required={column.required}
              data={[
                ...heads.names.map((name) => ({ value: name, label: heads.sample(name) })),
                ...(mapping[column.key]?.length === 2
                  ? [
                      {
                        value: mapping[column.key]?.join("\u0000") ?? "",
                        label: mapping[column.key]?.join(" + ") ?? "",
                      },
                    ]
                  : []),
              ]}
              value={mapping[column.key]?.join("\u0000") ?? null}
              onChange={(value) => change(column.key, value === null ? [] : value.split("\u0000"))}
            />
          ))}
        </div>
        <div className="ds-mapping">
          <Select
            label={text.match_by}
            description={text.match_about}
            clearable
            placeholder={text.always_new}
            data={columns
              .filter(({ unique }) => unique)
              .map(({ key: value, name }) => ({ value, label: name }))}
            value={key}
            onChange={setKey}
          />
          <Select
            label={text.into_group}
            description={text.into_group_about}
            allowDeselect={false}
            data={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={group}
            onChange={(value) => setGroup(value ?? "")}
          />
          {heads.type === "text/csv" ? (
            <Select
              label={text.encoding}
              description={text.encoding_about}
              clearable
              placeholder={text.found_out}
              data={["utf-8", "utf-16le", "utf-16be", "windows-1252"]}
              value={encoding ?? null}
              onChange={(value) => {
                check.reset();
                setEncoding(value as typeof encoding);
              }}
            />
          ) : null}
          {columns.some(({ key: one, type }) => type === "date" && mapping[one] !== undefined) ? (
            <Select
              label={text.date_order}
              description={text.date_order_about}
              clearable
              placeholder={text.found_out}
              data={[
                { value: "day_first", label: text.day_first },
                { value: "month_first", label: text.month_first },
              ]}
              value={date_order ?? null}
              onChange={(value) => {
                check.reset();
                setDateOrder(value as typeof date_order);
              }}
            />
          ) : null}
        </div>
        {check.data === undefined ? null : <Checked answer={check.data} />}
        {error === null ? null : (
          <Alert color="red" variant="outline" role="alert" title={text.not_imported_file}>
            {listErrors(error).map(({ full_message }) => (
              <p key={full_message}>{full_message}</p>
            ))}
          </Alert>
        )}
        <div className="row">
          <Button variant="default" loading={check.isPending} onClick={() => check.mutate()}>
            {text.check_file}
          </Button>
          <Button
            loading={start.isPending}
            disabled={Object.keys(mapping).length === 0 || check.isPending}
            onClick={importChecked}
          >
            {is_doubted ? text.import_as_read : text.import_file}
          </Button>
        </div>
      </div>
    </Sheet>
  );
}

function Checked({ answer }: { answer: Awaited<ReturnType<typeof client.datasetImport>> }) {
  const { created, updated, failed: wrong, rows_total } = answer.import;
  const { failures, doubts, unmapped_columns, sheet } = answer;
  const is_plain = wrong === 0 && doubts.length === 0 && unmapped_columns.length === 0;
  return (
    <Alert color={is_plain ? "green" : "yellow"} variant="outline" title={text.checked({ n: rows_total })}>
      <p>{text.would_import({ created, updated, wrong })}</p>
      {sheet === null || sheet.hidden.length === 0 ? null : (
        <p>{text.hidden_sheets({ name: sheet.name, hidden: sheet.hidden.join(", ") })}</p>
      )}
      {unmapped_columns.length === 0 ? null : <p>{text.unmapped({ names: unmapped_columns.join(", ") })}</p>}
      <Failures failures={failures.slice(0, 10)} />
      {doubts.length === 0 ? null : (
        <>
          <p className="strong">{text.doubts}</p>
          <ul className="list small">
            {doubts.slice(0, 10).map(({ line, field, text: value, read, choices }) => (
              <li key={`${line} ${field}`}>
                {describeDoubt({
                  line,
                  field,
                  value,
                  read,
                  other: choices.filter((choice) => choice !== read).join(", "),
                })}
              </li>
            ))}
          </ul>
        </>
      )}
    </Alert>
  );
}

function Failures({
  failures,
}: {
  failures: readonly { line: number; errors: readonly { field: string; message: string }[] }[];
}) {
  return (
    <ul className="list small">
      {failures.map(({ line, errors }) => (
        <li key={line}>
          {text.failure({
            row: line,
            reason: errors.map(({ field, message }) => `${field} ${message}`).join("; "),
          })}
        </li>
      ))}
    </ul>
  );
}

const TONES: Record<DatasetImport["state"], Tone> = {
  QUEUED: "blue",
  RUNNING: "blue",
  COMPLETED: "good",
  COMPLETED_WITH_ERRORS: "warn",
  FAILED: "bad",
  CANCELLED: "grey",
};

function Imports({ dataset }: { dataset: Dataset }) {
  const { moment } = useTimes();
  const query = useQuery(importsQuery(dataset.id));
  const cancel = useSave(
    (id: number) => client.datasetImportCancel({ dataset_id: dataset.id, dataset_import_id: id }),
    { keys: [datasetKey(dataset.id)], success_message: text.import_cancelled },
  );
  const save = async (id: number) => {
    try {
      const file = await client.datasetImportFailures({ dataset_id: dataset.id, dataset_import_id: id });
      download(file, `failed-${id}.csv`);
    } catch (error) {
      notifyFailure(error, text.not_exported);
    }
  };
  return (
    <List
      label={text.imports}
      title={text.imports}
      query={query}
      rows={(imports) => imports}
      empty={
        <p className="dim small" style={{ padding: 16 }}>
          {text.no_imports}
        </p>
      }
      item={(one) => (
        <li key={one.id} className="list-row" style={{ flexWrap: "wrap" }}>
          <span className="stack tight grow" style={{ gap: 0, minWidth: 200 }}>
            <span className="strong cut">{one.file_name}</span>
            <span className="dim small">
              {[one.created_by?.name, moment(one.created_at)].filter(Boolean).join(" · ")}
            </span>
            {one.failure === null ? null : <span className="small">{one.failure}</span>}
          </span>
          <span className="small num">
            {text.progress({ read: number(one.rows_read), total: number(one.rows_total) })}
          </span>
          <span className="small">
            {text.would_import({ created: one.created, updated: one.updated, wrong: one.failed })}
          </span>
          <StatusBadge badge={{ label: text.import_states[one.state], tone: TONES[one.state] }} />
          {one.failed > 0 ? (
            <Button size="xs" variant="default" onClick={() => void save(one.id)}>
              {text.failed_rows}
            </Button>
          ) : null}
          {one.can_cancel ? (
            <>
              <Button
                size="xs"
                variant="subtle"
                loading={cancel.isPending}
                onClick={() => cancel.mutate(one.id)}
              >
                {text.cancel}
              </Button>
              <Progress
                value={(one.rows_read / Math.max(1, one.rows_total)) * 100}
                style={{ flexBasis: "100%" }}
                aria-label={text.import_states[one.state]}
              />
            </>
          ) : null}
        </li>
      )}
    />
  );
}

function describeDoubt(doubt: {
  line: number;
  field: string;
  value: string;
  read: string;
  /** What else it may mean; "" for nothing. */
  other: string;
}): string {
  return doubt.other === "" ? text.doubt.read(doubt) : text.doubt.other(doubt);
}
