/** One dataset: its groups as tabs, its records as a sheet, and what is done with all of them. */
import { ActionIcon, Button, Menu, SegmentedControl, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import {
  IconArrowBackUp,
  IconDotsVertical,
  IconDownload,
  IconFileUpload,
  IconFilter,
  IconFolderPlus,
  IconLock,
  IconMap,
  IconPencil,
  IconSearch,
  IconTrash,
} from "#icons";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { ActionDialog } from "../../../parts/action-dialog.tsx";
import { download } from "../../../parts/download.ts";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules, toMemberProps } from "../../../parts/form-rules.ts";
import { BackLink, ButtonLink } from "../../../parts/links.tsx";
import { Page } from "../../../parts/page.tsx";
import { notifyFailure, notifySuccess } from "../../../parts/toast.ts";
import { UnloadedPage } from "../../../parts/unloaded-page.tsx";
import { ColumnDrawer } from "./column-drawer.tsx";
import { FilterDrawer } from "./filter-drawer.tsx";
import {
  type Dataset,
  type DatasetColumn,
  type DatasetGroup,
  type DatasetRecord,
  datasetKey,
  datasetQuery,
} from "./queries.ts";
import type { DatasetSearch } from "./search.ts";
import { Sheet } from "./sheet.tsx";
import { text } from "./text.ts";
import { useEdits } from "./use-rows.ts";

const RULES = getRules("datasetGroupCreate");

export const Above = () => <BackLink to="/datasets">{text.title}</BackLink>;

export function DatasetPage() {
  const { dataset_id } = useParams({ strict: false }) as { dataset_id: string };
  const query = useQuery(datasetQuery(Number(dataset_id)));
  if (query.data === undefined) return <UnloadedPage query={query} above={<Above />} />;
  return <One dataset={query.data.dataset} groups={query.data.groups} />;
}

type Open =
  | { kind: "column"; column: DatasetColumn | null }
  /** Null: a new group. */
  | { kind: "group"; group: DatasetGroup | null }
  | { kind: "filter" | "delete" | "drop" }
  | null;

function One({ dataset, groups }: { dataset: Dataset; groups: readonly DatasetGroup[] }) {
  const search = useSearch({ strict: false }) as DatasetSearch;
  const navigate = useNavigate();
  const [open, setOpen] = useState<Open>(null);
  const [chosen_records, setChosenRecords] = useState<DatasetRecord[]>([]);
  const edits = useEdits(dataset.id, search.group);
  const params = { dataset_id: String(dataset.id) };
  const go = (part: DatasetSearch) => {
    setChosenRecords([]);
    const next = Object.entries({ ...search, ...part }).filter(
      ([, value]) => value !== undefined && value !== "",
    );
    void navigate({ to: "/datasets/$dataset_id", params, search: Object.fromEntries(next), replace: true });
  };
  const close = () => setOpen(null);
  const chosen_group = groups.find(({ id }) => id === search.group);
  const is_filtered = search.q !== undefined || search.where !== undefined;
  return (
    <Page
      title={dataset.name}
      subtitle={dataset.description || undefined}
      above={<Above />}
      actions={<Actions dataset={dataset} search={search} open={setOpen} />}
    >
      <section className="sheet" aria-label={dataset.name}>
        <div className="ds-groups">
          <SegmentedControl
            size="xs"
            aria-label={text.groups}
            value={String(search.group ?? "")}
            onChange={(value) => go({ group: value === "" ? undefined : Number(value) })}
            data={[
              { value: "", label: text.all_groups },
              ...groups.map(({ id, name, records }) => ({
                value: String(id),
                label: text.group_tab({ name, n: records }),
              })),
            ]}
          />
          {dataset.can_design ? (
            <ActionIcon
              variant="subtle"
              aria-label={text.add_group}
              onClick={() => setOpen({ kind: "group", group: null })}
            >
              <IconFolderPlus size={17} />
            </ActionIcon>
          ) : null}
          {dataset.can_design && chosen_group !== undefined ? (
            <ActionIcon
              variant="subtle"
              aria-label={text.rename_group({ name: chosen_group.name })}
              onClick={() => setOpen({ kind: "group", group: chosen_group })}
            >
              <IconPencil size={17} />
            </ActionIcon>
          ) : null}
        </div>
        <div className="ds-bar">
          <Words key={search.q ?? ""} q={search.q} onSearch={(q) => go({ q })} />
          <Button
            size="xs"
            variant={search.where === undefined ? "default" : "light"}
            leftSection={<IconFilter size={15} />}
            onClick={() => setOpen({ kind: "filter" })}
          >
            {search.where === undefined ? text.filter : text.filtered}
          </Button>
          {is_filtered ? (
            <Button size="xs" variant="subtle" onClick={() => go({ q: undefined, where: undefined })}>
              {text.show_all}
            </Button>
          ) : null}
          {dataset.can_write ? (
            <Button
              size="xs"
              variant="subtle"
              disabled={edits.undoable === 0}
              leftSection={<IconArrowBackUp size={15} />}
              onClick={() => void edits.undo()}
            >
              {text.undo}
            </Button>
          ) : null}
          {chosen_records.length > 0 && dataset.can_write ? (
            <Button
              size="xs"
              variant="subtle"
              color="red"
              leftSection={<IconTrash size={15} />}
              onClick={() => setOpen({ kind: "delete" })}
            >
              {text.delete_rows({ n: chosen_records.length })}
            </Button>
          ) : null}
          <span className="grow" />
          <span className="dim small" role="status">
            {edits.is_saving
              ? text.saving
              : edits.rejected.size > 0
                ? text.rejected({ n: edits.rejected.size })
                : ""}
          </span>
        </div>
        <Sheet
          key={`${search.group}/${search.q}/${search.where}/${search.sort}`}
          dataset={dataset}
          search={search}
          edits={edits}
          onSort={(sort) => go({ sort })}
          onColumn={dataset.can_design ? (column) => setOpen({ kind: "column", column }) : null}
          onChosen={setChosenRecords}
        />
      </section>
      {open?.kind === "column" ? <ColumnDrawer dataset={dataset} column={open.column} close={close} /> : null}
      {open?.kind === "filter" ? (
        <FilterDrawer
          dataset={dataset}
          filter={search.where}
          close={close}
          apply={(where) => go({ where })}
        />
      ) : null}
      {open?.kind === "group" ? <GroupForm dataset={dataset} group={open.group} close={close} /> : null}
      <ActionDialog
        opened={open?.kind === "delete"}
        close={close}
        title={text.delete_rows({ n: chosen_records.length })}
        confirm={text.delete}
        danger
        name="datasetRecordsDelete"
        input={chosen_records}
        run={(options) =>
          client.datasetRecordsDelete(
            { dataset_id: dataset.id, record_ids: chosen_records.map(({ id }) => id).slice(0, 500) },
            options,
          )
        }
        possible={({ done }) => done > 0}
        outcome={({ done, failed: kept_count }) =>
          kept_count === 0 ? text.deletes({ n: done }) : text.deletes_some({ n: done, kept: kept_count })
        }
        done={({ done }) => {
          notifySuccess(text.deleted({ n: done }));
          setChosenRecords([]);
          close();
        }}
      />
      <ActionDialog
        opened={open?.kind === "drop"}
        close={close}
        title={text.drop({ name: dataset.name })}
        confirm={text.delete}
        danger
        name="datasetDelete"
        input={{ dataset_id: dataset.id }}
        run={(options) => client.datasetDelete({ dataset_id: dataset.id }, options)}
        outcome={() => text.drop_about({ n: dataset.records })}
        done={() => {
          notifySuccess(text.dropped);
          void navigate({ to: "/datasets" });
        }}
      />
    </Page>
  );
}

function Words({ q = "", onSearch }: { q: string | undefined; onSearch: (q: string | undefined) => void }) {
  const [value, setValue] = useState(q);
  return (
    <TextInput
      size="xs"
      type="search"
      {...toMemberProps(getRules("datasetRecords"), "q")}
      aria-label={text.search}
      placeholder={text.search}
      leftSection={<IconSearch size={15} />}
      value={value}
      onChange={(event) => setValue(event.currentTarget.value)}
      onBlur={() => (value.trim() === q ? undefined : onSearch(value.trim() || undefined))}
      onKeyDown={({ key }) => (key === "Enter" ? onSearch(value.trim() || undefined) : undefined)}
    />
  );
}

function Actions({
  dataset,
  search,
  open,
}: {
  dataset: Dataset;
  search: DatasetSearch;
  open: (open: Open) => void;
}) {
  const navigate = useNavigate();
  const is_admin = useMe().user.role === "client_admin";
  const params = { dataset_id: String(dataset.id) };
  const save = async (format: "csv" | "xlsx" | "geojson") => {
    const { group, q, where } = search;
    try {
      const file = await client.datasetExport({
        dataset_id: dataset.id,
        format,
        ...(group === undefined ? {} : { group_id: group }),
        ...(q === undefined ? {} : { q }),
        ...(where === undefined ? {} : { where }),
      });
      download(file, `${dataset.name}.${format}`);
    } catch (error) {
      notifyFailure(error, text.not_exported);
    }
  };
  return (
    <>
      {dataset.position_column === null ? null : (
        <ButtonLink
          to="/datasets/$dataset_id/map"
          params={params}
          variant="default"
          leftSection={<IconMap size={16} />}
        >
          {text.map}
        </ButtonLink>
      )}
      {dataset.can_write ? (
        <ButtonLink
          to="/datasets/$dataset_id/import"
          params={params}
          variant="default"
          leftSection={<IconFileUpload size={16} />}
        >
          {text.import}
        </ButtonLink>
      ) : null}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size="lg" aria-label={text.more}>
            <IconDotsVertical size={17} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{text.export}</Menu.Label>
          {(["csv", "xlsx", "geojson"] as const).map((format) => (
            <Menu.Item
              key={format}
              leftSection={<IconDownload size={15} />}
              onClick={() => void save(format)}
            >
              {text.formats[format]}
            </Menu.Item>
          ))}
          {is_admin ? (
            <>
              <Menu.Divider />
              <Menu.Item
                leftSection={<IconLock size={15} />}
                onClick={() => void navigate({ to: "/datasets/$dataset_id/permissions", params })}
              >
                {text.permissions}
              </Menu.Item>
            </>
          ) : null}
          {dataset.can_design ? (
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={15} />}
              onClick={() => open({ kind: "drop" })}
            >
              {text.delete_dataset}
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

function GroupForm({
  dataset,
  group,
  close,
}: {
  dataset: Dataset;
  group: DatasetGroup | null;
  close: () => void;
}) {
  const dataset_id = dataset.id;
  return (
    <FormDrawer
      rules={RULES}
      close={close}
      title={group === null ? text.add_group : text.rename_group({ name: group.name })}
      confirm={group === null ? text.add : text.save}
      refused={text.not_saved}
      initial={{ name: group?.name ?? "" }}
      run={({ name }) =>
        group === null
          ? client.datasetGroupCreate({ dataset_id, name })
          : client.datasetGroupUpdate({ dataset_id, group_id: group.id, name }, { if_match: group.version })
      }
      keys={[datasetKey(dataset_id)]}
      success_message={group === null ? text.group_added : text.group_renamed}
    >
      {({ field }) => <TextInput label={text.name} data-autofocus {...field("name")} />}
    </FormDrawer>
  );
}
