/** The datasets that somebody sees, and a new one. */
import { Select, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconMapPin, IconTable } from "#icons";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { Tag } from "../../../parts/badge.tsx";
import { CreateButton } from "../../../parts/create-button.tsx";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { number } from "../../../parts/format.ts";
import type { Column } from "../../../parts/grid/columns.ts";
import { ListPage } from "../../../parts/list/list.tsx";
import { useOpenRecord } from "../../../parts/record-link.tsx";
import { Empty } from "../../../parts/states.tsx";
import { useTimes } from "../../../parts/times.ts";
import { TwoLines } from "../../../parts/two-lines.tsx";
import { DATASETS_KEY, datasetsQuery } from "./queries.ts";
import { text } from "./text.ts";

const RULES = getRules("datasetCreate");

type Summary = Awaited<ReturnType<typeof client.datasets>>["datasets"][number];

export function Datasets() {
  const may_write = useMe().permissions.includes("datasets:write");
  const { moment } = useTimes();
  const query = useQuery(datasetsQuery);
  const open = useOpenRecord("dataset");
  const create = may_write ? (
    <CreateButton label={text.create}>{(close) => <DatasetForm close={close} created={open} />}</CreateButton>
  ) : null;
  return (
    <ListPage
      subtitle={text.about}
      actions={create}
      label={text.title}
      query={query}
      rows={({ datasets }) => datasets}
      empty={
        <Empty icon={IconTable} title={text.none} action={create}>
          {text.none_about}
        </Empty>
      }
      columns={buildColumns(moment)}
      getKey={({ id }) => id}
      getName={({ name }) => name}
      onOpen={({ id }) => open(id)}
      card={(row) => (
        <span className="stack tight">
          <span className="row apart nowrap">
            <span className="strong cut">{row.name}</span>
            <Marks row={row} />
          </span>
          <span className="dim small">{describe(row)}</span>
        </span>
      )}
    />
  );
}

const describe = ({ records, groups, columns }: Summary) =>
  [text.records({ n: records }), text.groups_count({ n: groups }), text.columns_count({ n: columns })].join(
    " · ",
  );

function Marks({ row }: { row: Summary }) {
  return (
    <span className="row tight nowrap">
      {row.visibility === "restricted" ? <Tag tone="warn">{text.restricted}</Tag> : null}
      {row.can_write ? null : <Tag tone="grey">{text.read_only}</Tag>}
      {row.position_column === null ? null : <IconMapPin size={15} aria-label={text.has_positions} />}
    </span>
  );
}

const buildColumns = (moment: (at: string) => string): Column<Summary>[] => [
  {
    key: "name",
    head: text.name,
    cell: ({ name, description }) => <TwoLines below={description}>{name}</TwoLines>,
  },
  { key: "marks", head: "", width: 150, cell: (row) => <Marks row={row} /> },
  {
    key: "records",
    head: text.records_head,
    width: 110,
    align: "end",
    cell: ({ records }) => number(records),
  },
  {
    key: "groups",
    head: text.groups,
    width: 100,
    align: "end",
    window_width_min: 641,
    cell: ({ groups }) => number(groups),
  },
  {
    key: "columns",
    head: text.columns,
    width: 100,
    align: "end",
    window_width_min: 641,
    cell: ({ columns }) => number(columns),
  },
  {
    key: "at",
    head: text.changed,
    width: 150,
    align: "end",
    window_width_min: 641,
    cell: ({ updated_at }) => moment(updated_at),
  },
];

/** What a dataset begins with: columns that fit what it is for, to be changed at will. */
const buildTemplates = () =>
  ({
    list: [{ key: "name", name: text.template.name, type: "text" }],
    places: [
      { key: "name", name: text.template.name, type: "text" },
      { key: "address", name: text.template.address, type: "address" },
      { key: "note", name: text.template.note, type: "text" },
    ],
    points: [
      { key: "code", name: text.template.code, type: "text", unique: true, indexed: true },
      { key: "name", name: text.template.name, type: "text" },
      { key: "position", name: text.template.position, type: "geo" },
    ],
  }) as const;
const TEMPLATE_NAMES = ["list", "places", "points"] as const;
type Template = (typeof TEMPLATE_NAMES)[number];

function DatasetForm({ close, created }: { close: () => void; created: (id: number) => void }) {
  return (
    <FormDrawer
      rules={RULES}
      close={close}
      title={text.create}
      confirm={text.create_submit}
      refused={text.not_created}
      initial={{ name: "", description: "", template: "list" as Template }}
      run={({ name, description, template }) =>
        client.datasetCreate({
          name,
          description,
          columns: buildTemplates()[template].map((column) => ({ ...column })),
        })
      }
      keys={[DATASETS_KEY]}
      success_message={text.created}
      done={({ dataset_id }) => {
        close();
        created(dataset_id);
      }}
    >
      {({ field, own }) => (
        <>
          <TextInput label={text.name} data-autofocus {...field("name")} />
          <Textarea label={text.description} autosize minRows={2} {...field("description")} />
          <Select
            label={text.begin_with}
            allowDeselect={false}
            data={TEMPLATE_NAMES.map((value) => ({ value, label: text.templates[value] }))}
            {...own("template")}
          />
        </>
      )}
    </FormDrawer>
  );
}
