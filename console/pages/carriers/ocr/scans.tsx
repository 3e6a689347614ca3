/** Labels that were read, the newest first; those that wait for a person are one filter away. */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { IconPhotoScan, IconUpload } from "#icons";
import { useMe } from "../../../api/session.ts";
import { StatusBadge } from "../../../parts/badge.tsx";
import type { Column } from "../../../parts/grid/columns.ts";
import { findLabel } from "../../../parts/labels.ts";
import { ButtonLink } from "../../../parts/links.tsx";
import { bindFilters, FilterSelect, getFilters } from "../../../parts/list/filters.tsx";
import { ListPage } from "../../../parts/list/list.tsx";
import { Pager } from "../../../parts/pager.tsx";
import { useOpenRecord } from "../../../parts/record-link.tsx";
import { Empty } from "../../../parts/states.tsx";
import { useTimes } from "../../../parts/times.ts";
import { type LabelScan, PER_PAGE, scansQuery } from "./queries.ts";
import { type ScanSearch, STATUSES } from "./search.ts";
import { Sections } from "./sections.tsx";
import { SCAN_STATUS } from "./status.ts";
import { text } from "./text.ts";

const here = getRouteApi("/inside/scanned-labels");

export function Scans() {
  const search = here.useSearch();
  const navigate = useNavigate();
  const open = useOpenRecord("label_scan");
  const may_write = useMe().permissions.includes("ocr:write");
  const times = useTimes();
  const { page = 1, status } = search;
  const query = useQuery(scansQuery({ page, ...(status === undefined ? {} : { status }) }));
  const show = (next: ScanSearch) =>
    void navigate({ to: "/scanned-labels", search: next, resetScroll: false });
  const filter = bindFilters(getFilters("ocrLabels"), { status }, (part) =>
    show(part.status === undefined ? {} : { status: part.status }),
  );
  return (
    <ListPage
      above={<Sections />}
      subtitle={query.data ? text.count({ n: query.data.total }) : "…"}
      actions={
        may_write ? (
          <ButtonLink to="/scanned-labels/upload" leftSection={<IconUpload size={16} />}>
            {text.read}
          </ButtonLink>
        ) : null
      }
      label={text.title}
      toolbar={
        <div className="filters">
          <FilterSelect
            label={text.status}
            any={text.any_status}
            data={STATUSES.map((one) => ({ value: one, label: text.statuses[one] }))}
            {...filter("status")}
            w={{ base: "100%", xs: 200 }}
          />
        </div>
      }
      query={query}
      rows={({ scans }) => scans}
      empty={
        <Empty icon={IconPhotoScan} title={status === undefined ? text.none : text.no_match}>
          {status === undefined ? text.none_about : text.no_match_about}
        </Empty>
      }
      columns={buildColumns(times.moment)}
      getKey={({ id }) => id}
      getName={nameScan}
      onOpen={({ id }) => open(id)}
      card={(scan) => (
        <>
          <span className="row apart nowrap">
            <span className="strong cut mono">{nameScan(scan)}</span>
            <StatusBadge badge={findLabel(SCAN_STATUS, scan.status)} />
          </span>
          <span className="small dim cut">{describeRecipient(scan)}</span>
        </>
      )}
      foot={(output) =>
        output.total > PER_PAGE ? (
          <Pager
            {...output}
            noun={text.noun}
            onPage={(next) => show({ ...search, ...(next > 1 ? { page: next } : {}) })}
          />
        ) : null
      }
    />
  );
}

const getField = ({ fields }: LabelScan, name: string) =>
  fields.find((one) => one.name === name)?.value ?? null;

function nameScan(scan: LabelScan): string {
  return getField(scan, "tracking_number") ?? text.page_of({ name: scan.upload_name, page: scan.page });
}

function describeRecipient(scan: LabelScan): string {
  if (scan.failure !== null) return text.failures[scan.failure];
  return (
    ["recipient_name", "recipient_postal_code", "recipient_city"]
      .flatMap((name) => getField(scan, name) ?? [])
      .join(" · ") || scan.upload_name
  );
}

function describeMatches({ matched, created }: LabelScan): string {
  if (created !== null) return text.created[created.type];
  const [first, ...others] = matched;
  if (first === undefined) return "–";
  return others.length === 0 ? first.label : text.and_others({ label: first.label, n: others.length });
}

const buildColumns = (showTime: (at: string) => string): Column<LabelScan>[] => [
  {
    key: "number",
    head: text.fields.tracking_number,
    cell: (scan) => (
      <span className="stack tight" style={{ gap: 0 }}>
        <span className="mono strong cut">{nameScan(scan)}</span>
        <span className="dim small cut" style={{ maxWidth: 340 }}>
          {describeRecipient(scan)}
        </span>
      </span>
    ),
  },
  {
    key: "carrier",
    head: text.fields.carrier,
    cell: ({ carrier }) => carrier?.toUpperCase() ?? "–",
    width: 110,
  },
  {
    key: "status",
    head: text.status,
    cell: ({ status }) => <StatusBadge badge={findLabel(SCAN_STATUS, status)} />,
    width: 150,
  },
  { key: "matched", head: text.matched, cell: describeMatches, width: 190 },
  {
    key: "created_at",
    head: text.read_at,
    cell: ({ created_at }) => <span className="num">{showTime(created_at)}</span>,
    width: 150,
  },
];
