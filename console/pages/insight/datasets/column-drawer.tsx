/** A new column, or the settings of one with a look at what would not fit. */
import { Alert, Button, Checkbox, Drawer, Select, TagsInput, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../../api/client.ts";
import { listErrors } from "../../../parts/errors.ts";
import { OtherErrors, useSaveForm } from "../../../parts/form.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { toKey } from "./keys.ts";
import { DATASETS_KEY, type Dataset, type DatasetColumn, datasetsQuery } from "./queries.ts";
import { text } from "./text.ts";

const RULES = getRules("datasetUpdate");
const TYPES = ["text", "number", "date", "bool", "select", "address", "geo", "ref"] as const;

type Draft = Pick<
  DatasetColumn,
  "key" | "name" | "type" | "required" | "unique" | "indexed" | "options" | "ref_dataset_id"
>;

const NEW: Draft = {
  key: "",
  name: "",
  type: "text",
  required: false,
  unique: false,
  indexed: false,
  options: [],
  ref_dataset_id: null,
};

const allowed = (type: Draft["type"]) => ({
  unique: type !== "bool" && type !== "geo" && type !== "address",
  indexed: type !== "geo" && type !== "address",
});

export function ColumnDrawer({
  dataset,
  column,
  close,
}: {
  dataset: Dataset;
  column: DatasetColumn | null;
  close: () => void;
}) {
  const [removing, setRemoving] = useState(false);
  const form = useSaveForm<Draft, unknown, NonNullable<typeof RULES.member>>({
    rules: RULES,
    initial: column ?? NEW,
    run: (): Promise<unknown> => client.datasetUpdate(misfits > 0 ? { ...input, misfits: "clear" } : input),
    keys: [DATASETS_KEY],
    success_message:
      column === null ? text.column_added : removing ? text.column_removed : text.column_changed,
    done: close,
    toPath: (path) => path.replace(/^(add|change)_columns\.0\.(new_)?/, ""),
  });
  const { values: draft, own } = form;
  const key = draft.key || toKey(draft.name);
  const may = allowed(draft.type);
  const settings = {
    name: draft.name.trim(),
    type: draft.type,
    required: draft.required,
    unique: draft.unique && may.unique,
    indexed: draft.indexed && may.indexed,
    options: draft.type === "select" ? draft.options : [],
    ref_dataset_id: draft.type === "ref" ? draft.ref_dataset_id : null,
  };
  const input =
    column === null
      ? { dataset_id: dataset.id, add_columns: [{ key, ...settings }] }
      : removing
        ? { dataset_id: dataset.id, remove_columns: [column.key] }
        : {
            dataset_id: dataset.id,
            change_columns: [
              { key: column.key, ...(key === column.key ? {} : { new_key: key }), ...settings },
            ],
          };
  const is_ready =
    draft.name.trim() !== "" &&
    (draft.type !== "select" || draft.options.length > 0) &&
    (draft.type !== "ref" || draft.ref_dataset_id !== null);
  const preview = usePreview(input, is_ready && column !== null);
  const misfits = preview.data?.conversion.misfits ?? 0;
  return (
    <Drawer
      opened
      onClose={close}
      title={column === null ? text.add_column : text.column_settings({ name: column.name })}
    >
      <form className="stack" {...form.props}>
        <OtherErrors errors={form.others} />
        <TextInput
          label={text.name}
          data-autofocus
          {...own("name", { member: "add_columns.0.name", required: true })}
        />
        <TextInput
          label={text.key}
          description={text.key_about}
          placeholder={toKey(draft.name)}
          {...own("key", { member: "add_columns.0.key", required: false })}
        />
        <Select
          label={text.type}
          allowDeselect={false}
          data={TYPES.map((value) => ({ value, label: text.types[value] }))}
          {...own("type")}
        />
        {draft.type === "select" ? (
          <TagsInput
            label={text.options}
            description={text.options_about}
            {...own("options", { member: "add_columns.0.options", required: true })}
          />
        ) : null}
        {draft.type === "ref" ? <RefSelect {...own("ref_dataset_id", { required: true })} /> : null}
        <Checkbox label={text.required} {...own("required", { type: "checkbox" })} />
        {may.unique ? (
          <Checkbox
            label={text.unique}
            description={text.unique_about}
            {...own("unique", { type: "checkbox" })}
          />
        ) : null}
        {may.indexed ? (
          <Checkbox
            label={text.indexed}
            description={text.indexed_about}
            {...own("indexed", { type: "checkbox" })}
          />
        ) : null}
        {removing ? (
          <Alert color="yellow" variant="outline" role="alert">
            {text.removes({ name: column?.name ?? "" })}
          </Alert>
        ) : null}
        {misfits > 0 && preview.data !== undefined ? <Misfits conversion={preview.data.conversion} /> : null}
        {preview.error === null ? null : (
          <OtherErrors errors={listErrors(preview.error).map(({ full_message }) => full_message)} />
        )}
        <div className="row drawer-foot">
          {column === null || removing ? null : (
            <Button variant="subtle" color="red" onClick={() => setRemoving(true)}>
              {text.remove_column}
            </Button>
          )}
          <Button variant="default" onClick={removing ? () => setRemoving(false) : close}>
            {text.cancel}
          </Button>
          <Button type="submit" color={removing || misfits > 0 ? "red" : undefined} loading={form.is_saving}>
            {column === null
              ? text.add
              : removing
                ? text.remove_column
                : misfits > 0
                  ? text.change_and_clear({ n: misfits })
                  : text.save}
          </Button>
        </div>
      </form>
    </Drawer>
  );
}

type Change = Parameters<typeof client.datasetUpdate>[0];

/** A dry run that empties what does not fit says what that would be. */
function usePreview(input: Change, is_ready: boolean) {
  const key = JSON.stringify(input);
  const [settled] = useDebouncedValue(key, 350);
  return useQuery({
    queryKey: ["preview", "datasetUpdate", settled],
    queryFn: ({ signal }) => client.datasetUpdate({ ...input, misfits: "clear" }, { dry_run: true, signal }),
    enabled: is_ready && settled === key,
    retry: false,
    gcTime: 0,
    staleTime: 0,
  });
}

type Conversion = Awaited<ReturnType<typeof client.datasetUpdate>>["conversion"];

function Misfits({ conversion }: { conversion: Pick<Conversion, "misfits" | "examples"> }) {
  return (
    <Alert color="yellow" variant="outline" title={text.misfits({ n: conversion.misfits })}>
      <ul className="list small" aria-label={text.misfits({ n: conversion.misfits })}>
        {conversion.examples.slice(0, 12).map(({ record_id, column, value, message }) => (
          <li key={`${record_id}/${column}`} className="row nowrap">
            <span className="strong cut">{value === "" ? "–" : value}</span>
            <span className="dim">{message}</span>
          </li>
        ))}
      </ul>
    </Alert>
  );
}

function RefSelect({
  value,
  onChange,
  ...field
}: {
  value?: number | null;
  onChange?: (id: number | null) => void;
}) {
  const datasets = useQuery(datasetsQuery).data?.datasets ?? [];
  return (
    <Select
      label={text.ref_dataset}
      {...field}
      data={datasets.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value == null ? null : String(value)}
      onChange={(id) => onChange?.(id === null ? null : Number(id))}
    />
  );
}
