/** How often what was read was right, as people said when they reviewed labels. */
import { useQuery } from "@tanstack/react-query";
import { IconCheckupList } from "#icons";
import type { LabelQuality } from "../../../../packages/client/client.gen.ts";
import type { Column } from "../../../parts/grid/columns.ts";
import { ListPage } from "../../../parts/list/list.tsx";
import { Bar } from "../../../parts/page.tsx";
import { Empty } from "../../../parts/states.tsx";
import { qualityQuery } from "./queries.ts";
import { Sections } from "./sections.tsx";
import { text } from "./text.ts";

export function Quality() {
  const query = useQuery(qualityQuery);
  return (
    <ListPage
      above={<Sections />}
      subtitle={query.data ? text.quality.about({ n: query.data.labels, from: query.data.from }) : "…"}
      label={text.quality.title}
      query={query}
      rows={({ rows }) => rows}
      empty={
        <Empty icon={IconCheckupList} title={text.quality.none}>
          {text.quality.none_about}
        </Empty>
      }
      columns={buildColumns()}
      getKey={({ carrier, field, source }) => `${carrier} ${field} ${source}`}
      getName={({ field, carrier }) => [text.fields[field], carrier?.toUpperCase()].filter(Boolean).join(" ")}
    />
  );
}

const nameCarrier = ({ carrier }: LabelQuality) => carrier?.toUpperCase() ?? text.quality.any_carrier;

const buildColumns = (): Column<LabelQuality>[] => [
  { key: "field", head: text.quality.field, cell: ({ field }) => text.fields[field] },
  { key: "carrier", head: text.fields.carrier, cell: nameCarrier, width: 130 },
  {
    key: "source",
    head: text.quality.source,
    cell: ({ source }) => (source === null ? text.quality.not_read : text.sources[source]),
    width: 140,
  },
  {
    key: "reviewed",
    head: text.quality.reviewed,
    cell: ({ reviewed }) => <span className="num">{reviewed}</span>,
    width: 110,
  },
  {
    key: "accuracy",
    head: text.quality.accuracy,
    cell: ({ right, reviewed, accuracy }) => (
      <span className="row tight nowrap">
        <span className="num">{Math.round(accuracy * 100)} %</span>
        <span style={{ width: 90 }}>
          <Bar
            value={right}
            of={reviewed}
            tone={accuracy >= 0.95 ? "good" : "warn"}
            label={text.quality.right_of({ right, reviewed })}
          />
        </span>
      </span>
    ),
    width: 190,
  },
];
