/** Who of the others read what of the business. */
import { ActionIcon } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { IconEye, IconRefresh } from "#icons";
import type { Column } from "../../../parts/grid/columns.ts";
import { TableList } from "../../../parts/list/list.tsx";
import { More } from "../../../parts/more.tsx";
import { Empty } from "../../../parts/states.tsx";
import { day, type Times, useTimes } from "../../../parts/times.ts";
import { TwoLines } from "../../../parts/two-lines.tsx";
import { type AccessEntry, accessQuery } from "./queries.ts";
import { text } from "./text.ts";

export function AccessLog({ alliance_id }: { alliance_id: number }) {
  const times = useTimes();
  const query = useInfiniteQuery(accessQuery(alliance_id));
  return (
    <TableList
      label={text.log}
      title={text.log}
      actions={
        <ActionIcon
          variant="default"
          aria-label={text.refresh}
          loading={query.isRefetching}
          onClick={() => void query.refetch()}
        >
          <IconRefresh size={16} />
        </ActionIcon>
      }
      query={query}
      rows={({ pages }) => pages.flatMap(({ entries }) => entries)}
      empty={<Empty icon={IconEye} title={text.log_none} />}
      columns={buildColumns(times)}
      getKey={getKey}
      getName={describeRead}
      card={(entry) => (
        <div className="stack tight">
          <span className="row nowrap">
            <span className="strong grow cut">{describeRead(entry)}</span>
            <span className="dim small nowrap">{day(entry.day)}</span>
          </span>
          <span className="dim small">
            {entry.person}, {entry.name} · {text.times({ n: entry.reads })}
          </span>
        </div>
      )}
      foot={() => <More query={query} label={text.more} />}
    />
  );
}

const getKey = ({ id }: AccessEntry) => id;

const describeRead = ({ tracking_number, records }: AccessEntry): string =>
  tracking_number ?? text.log_list({ n: records });

const buildColumns = (times: Times): Column<AccessEntry>[] => [
  { key: "day", head: text.day, width: 130, cell: (entry) => day(entry.day) },
  {
    key: "reader",
    head: text.reader,
    cell: ({ person, name }) => (
      <TwoLines className="cut" below={name}>
        {person}
      </TwoLines>
    ),
  },
  {
    key: "what",
    head: text.read,
    cell: (entry) => (
      <span className={entry.tracking_number === null ? undefined : "mono"}>{describeRead(entry)}</span>
    ),
  },
  { key: "reads", head: "", width: 110, cell: ({ reads }) => text.times({ n: reads }) },
  {
    key: "last",
    head: text.last,
    width: 150,
    window_width_min: 641,
    align: "end",
    cell: ({ last_at }) => times.moment(last_at),
  },
];
