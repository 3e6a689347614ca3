/** The custom maps of the business, and a new one. */
import { Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { IconMap2 } from "#icons";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { Tag } from "../../../parts/badge.tsx";
import { CreateButton } from "../../../parts/create-button.tsx";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import type { Column } from "../../../parts/grid/columns.ts";
import { ListPage } from "../../../parts/list/list.tsx";
import { Pager } from "../../../parts/pager.tsx";
import { useOpenRecord } from "../../../parts/record-link.tsx";
import { Empty } from "../../../parts/states.tsx";
import { type Times, useTimes } from "../../../parts/times.ts";
import { listAccesses } from "./access.ts";
import { type CustomMap, MAPS, mapsQuery } from "./queries.ts";
import { text } from "./text.ts";

const RULES = getRules("mapCreate");

export function Maps() {
  const may_write = useMe().permissions.includes("maps:write");
  const times = useTimes();
  const [page, setPage] = useState(1);
  const query = useQuery(mapsQuery(page));
  const open = useOpenRecord("custom_map");
  const create = may_write ? (
    <CreateButton label={text.create}>{(close) => <MapForm close={close} />}</CreateButton>
  ) : null;
  return (
    <ListPage
      subtitle={query.data ? text.count({ n: query.data.total }) : "…"}
      actions={create}
      label={text.title}
      query={query}
      rows={({ maps }) => maps}
      empty={
        <Empty icon={IconMap2} title={text.none}>
          {text.none_about}
        </Empty>
      }
      columns={buildColumns(times)}
      getKey={({ id }) => id}
      getName={({ title }) => title}
      onOpen={({ id }) => open(id)}
      card={(map) => (
        <>
          <span className="row apart nowrap">
            <span className="strong cut">{map.title}</span>
            <PublicationTag map={map} />
          </span>
          <span className="dim small">{text.accesses[map.access]}</span>
        </>
      )}
      foot={(listed) => <Pager {...listed} noun={text.noun} onPage={setPage} />}
    />
  );
}

/** Whether readers see it, and whether they see all of it. */
export function PublicationTag({ map: { published_number, has_changes } }: { map: CustomMap }) {
  if (published_number === null) return <Tag tone="grey">{text.draft}</Tag>;
  return has_changes ? (
    <Tag tone="warn">{text.changed_since({ number: published_number })}</Tag>
  ) : (
    <Tag tone="good">{text.published_version({ number: published_number })}</Tag>
  );
}

const buildColumns = (times: Times): Column<CustomMap>[] => [
  {
    key: "title",
    head: text.map_title,
    cell: ({ title }) => <span className="strong">{title}</span>,
  },
  { key: "access", head: text.access, width: 190, cell: ({ access }) => text.accesses[access] },
  {
    key: "layers",
    head: text.layers.title,
    align: "end",
    width: 90,
    cell: ({ layers }) => <span className="num">{layers}</span>,
  },
  { key: "state", head: text.state, width: 220, cell: (map) => <PublicationTag map={map} /> },
  {
    key: "updated",
    head: text.updated,
    width: 160,
    cell: ({ updated_at }) => times.moment(updated_at),
  },
];

function MapForm({ close }: { close: () => void }) {
  const open = useOpenRecord("custom_map");
  return (
    <FormDrawer
      rules={RULES}
      close={close}
      title={text.create}
      confirm={text.create_submit}
      initial={{ title: "", access: "public" as CustomMap["access"] }}
      run={({ title, access }) => client.mapCreate({ title: title.trim(), access })}
      keys={[[MAPS]]}
      success_message={(answer) => text.saved({ name: answer.custom_map.title })}
      done={(answer) => {
        close();
        open(answer.map_id, { is_saved: true });
      }}
    >
      {({ field }) => (
        <>
          <TextInput data-autofocus label={text.map_title} {...field("title")} />
          <Select
            label={text.access}
            description={text.access_about}
            allowDeselect={false}
            data={listAccesses()}
            {...field("access")}
          />
        </>
      )}
    </FormDrawer>
  );
}
