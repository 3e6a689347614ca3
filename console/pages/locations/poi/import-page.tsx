/** Imports a file of points of interest, and shows what became of each row. */
import { Select } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { IconMapPin } from "#icons";
import { ApiError, client } from "../../../api/client.ts";
import { StatusBadge } from "../../../parts/badge.tsx";
import { DropFile } from "../../../parts/drop-file.tsx";
import type { Column } from "../../../parts/grid/columns.ts";
import type { Tone } from "../../../parts/labels.ts";
import { BackLink } from "../../../parts/links.tsx";
import { TableList } from "../../../parts/list/list.tsx";
import { Bar, Page, Sheet } from "../../../parts/page.tsx";
import { RecordLink } from "../../../parts/record-link.tsx";
import { Empty } from "../../../parts/states.tsx";
import { toBase64 } from "../../../parts/to-base64.ts";
import { importQuery, POIS_KEY, type PoiImportRow } from "./queries.ts";
import { text } from "./text.ts";

const TYPES = {
  csv: "text/csv",
  geojson: "application/geo+json",
  json: "application/geo+json",
  kml: "application/vnd.google-earth.kml+xml",
  kmz: "application/vnd.google-earth.kmz",
} as const;
const RULES = ["skip", "update", "create"] as const;
const TONES: Record<PoiImportRow["outcome"], Tone> = {
  created: "good",
  updated: "blue",
  duplicate: "grey",
  failed: "bad",
};

export function ImportPage() {
  const queries = useQueryClient();
  const [duplicates, setDuplicates] = useState<(typeof RULES)[number]>("skip");
  const [import_id, setImportId] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const send = async (file: File) => {
    setProblem(null);
    const ending = file.name.split(".").at(-1)?.toLowerCase() ?? "";
    if (!Object.hasOwn(TYPES, ending)) return setProblem(text.import_page.unknown_type);
    try {
      const answer = await client.poiImport({
        content_base64: await toBase64(file),
        content_type: TYPES[ending as keyof typeof TYPES],
        name: file.name.slice(0, 200),
        duplicates,
      });
      setImportId(answer.import_id);
      await queries.invalidateQueries({ queryKey: POIS_KEY });
    } catch (error) {
      setProblem(
        error instanceof ApiError
          ? [error.message, ...error.errors.map(({ message }) => message)].join(" ")
          : text.import_page.not_read,
      );
    }
  };
  return (
    <Page
      above={<BackLink to="/points-of-interest">{text.title}</BackLink>}
      subtitle={text.import_page.about}
    >
      <DropFile
        label={text.import_page.drop}
        about={text.import_page.types}
        accept=".csv,.geojson,.json,.kml,.kmz"
        open={send}
        problem={problem}
      >
        <Select
          label={text.import_page.duplicates}
          description={text.import_page.duplicates_about}
          allowDeselect={false}
          data={RULES.map((rule) => ({ value: rule, label: text.import_page.rules[rule] }))}
          value={duplicates}
          onChange={(rule) => setDuplicates((rule ?? "skip") as typeof duplicates)}
        />
      </DropFile>
      {import_id === null ? null : <Results import_id={import_id} />}
    </Page>
  );
}

function Results({ import_id }: { import_id: string }) {
  const query = useQuery(importQuery(import_id));
  const { done = 0, failed = 0, total = 0, state } = query.data ?? {};
  return (
    <>
      <Sheet title={text.import_page.result}>
        <div className="stack" role="status">
          <Bar value={done + failed} of={total} label={text.import_page.result} />
          <span>
            {state === "FAILED"
              ? text.import_page.stopped
              : text.import_page.progress({ done, failed, total })}
          </span>
        </div>
      </Sheet>
      <TableList
        label={text.import_page.rows}
        query={query}
        rows={({ rows }) =>
          rows
            .toSorted((one, other) => Number(other.outcome === "failed") - Number(one.outcome === "failed"))
            .slice(0, 500)
        }
        empty={<Empty icon={IconMapPin} title={text.import_page.waiting} />}
        columns={buildColumns()}
        getKey={({ row }) => row}
        getName={({ name, row }) => name || String(row)}
      />
    </>
  );
}

const buildColumns = (): Column<PoiImportRow>[] => [
  {
    key: "row",
    head: text.import_page.row,
    width: 70,
    cell: ({ row }) => <span className="num">{row}</span>,
  },
  {
    key: "name",
    head: text.name,
    cell: ({ name, poi_id }) =>
      poi_id === null ? (
        name
      ) : (
        <RecordLink type="poi" id={poi_id}>
          {name}
        </RecordLink>
      ),
  },
  {
    key: "outcome",
    head: text.import_page.outcome,
    cell: ({ outcome, errors }) => (
      <span className="stack tight" style={{ gap: 2 }}>
        <StatusBadge badge={{ label: text.import_page.outcomes[outcome], tone: TONES[outcome] }} />
        {errors.map(({ field, message }) => (
          <span key={field} className="small tone-bad">
            {field} {message}
          </span>
        ))}
      </span>
    ),
  },
];
