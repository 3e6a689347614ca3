/** The points of interest of the business: a list and a map. */
import { Button, Menu, Select, Switch } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { IconDownload, IconMapPin, IconUpload } from "#icons";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { BaseMap } from "../../../map/map.tsx";
import type { MapLine, MapPin } from "../../../map/shapes.ts";
import { oneLine } from "../../../parts/address/queries.ts";
import { CreateButton } from "../../../parts/create-button.tsx";
import { download } from "../../../parts/download.ts";
import type { Column } from "../../../parts/grid/columns.ts";
import { ButtonLink } from "../../../parts/links.tsx";
import { FilterText, getFilters } from "../../../parts/list/filters.tsx";
import { TableList } from "../../../parts/list/list.tsx";
import { Page } from "../../../parts/page.tsx";
import { Pager } from "../../../parts/pager.tsx";
import { useOpenRecord } from "../../../parts/record-link.tsx";
import { Empty } from "../../../parts/states.tsx";
import { listKinds, OpenBadge } from "./kinds.tsx";
import { PoiForm } from "./poi-form.tsx";
import { PER_PAGE, type Poi, poisQuery } from "./queries.ts";
import { listLines, PLACE_COLOUR } from "./shapes.ts";
import { text } from "./text.ts";

const NONE: readonly Poi[] = [];
const FORMATS = ["geojson", "csv", "kml"] as const;

export function Pois() {
  const may_write = useMe().permissions.includes("address:write");
  const [written, setWritten] = useState("");
  const [q] = useDebouncedValue(written.trim(), 250);
  const [kind, setKind] = useState<Poi["kind"] | null>(null);
  const [open_at, setOpenAt] = useState<string>();
  const [page, setPage] = useState(1);
  const query = useQuery(
    poisQuery({
      page,
      ...(q.length < 2 ? {} : { q }),
      ...(kind === null ? {} : { kind }),
      ...(open_at === undefined ? {} : { open_at }),
    }),
  );
  const is_narrowed = q.length >= 2 || kind !== null || open_at !== undefined;
  const pois = query.data?.pois ?? NONE;
  const pins = useMemo<MapPin[]>(
    () =>
      pois.map(({ id, name, lat, lng }) => ({
        id: String(id),
        kind: "stop",
        lat,
        lng,
        text: name.slice(0, 1).toUpperCase(),
        title: name,
        colour: PLACE_COLOUR,
      })),
    [pois],
  );
  const lines = useMemo<MapLine[]>(() => pois.flatMap(listLines), [pois]);
  const open = useOpenRecord("poi");
  const narrow = (change: () => void) => {
    change();
    setPage(1);
  };
  return (
    <Page
      fill
      subtitle={query.data ? text.count({ n: query.data.total }) : "…"}
      actions={
        <>
          <ExportMenu kind={kind} />
          <ButtonLink to="/points-of-interest/holidays" variant="default">
            {text.holidays.title}
          </ButtonLink>
          {may_write ? (
            <>
              <ButtonLink
                to="/points-of-interest/import"
                variant="default"
                leftSection={<IconUpload size={16} />}
              >
                {text.import}
              </ButtonLink>
              <CreateButton label={text.create}>
                {(close) => <PoiForm poi={null} close={close} />}
              </CreateButton>
            </>
          ) : null}
        </>
      }
    >
      <div className="fill-split">
        <TableList
          scroll
          label={text.title}
          toolbar={
            <div className="filters">
              <FilterText
                label={text.find}
                placeholder={text.find}
                rule={getFilters("pois").by_member["q"]!}
                value={written}
                change={(value = "") => narrow(() => setWritten(value))}
              />
              <Select
                aria-label={text.kind}
                placeholder={text.any_kind}
                clearable
                data={listKinds()}
                value={kind}
                onChange={(value) => narrow(() => setKind(value as Poi["kind"] | null))}
                style={{ width: 140 }}
              />
              <Switch
                label={text.open_now}
                checked={open_at !== undefined}
                onChange={({ currentTarget }) =>
                  narrow(() => setOpenAt(currentTarget.checked ? new Date().toISOString() : undefined))
                }
              />
            </div>
          }
          query={query}
          rows={() => pois}
          empty={
            <Empty icon={IconMapPin} title={is_narrowed ? text.no_match : text.none}>
              {is_narrowed ? text.no_match_about : text.none_about}
            </Empty>
          }
          foot={({ total, page: at }) =>
            total > PER_PAGE ? (
              <Pager page={at} per_page={PER_PAGE} total={total} onPage={setPage} noun={text.noun} />
            ) : null
          }
          columns={buildColumns()}
          getKey={({ id }) => id}
          getName={({ name }) => name}
          onOpen={({ id }) => open(id)}
        />
        {pois.length > 0 ? (
          <BaseMap
            label={text.map}
            pins={pins}
            lines={lines}
            onPin={open}
            fit={`${q} ${kind} ${open_at} ${page} ${pois.length}`}
          />
        ) : (
          <section className="sheet" aria-label={text.map}>
            <Empty icon={IconMapPin} title={text.no_map} />
          </section>
        )}
      </div>
    </Page>
  );
}

const buildColumns = (): Column<Poi>[] => [
  {
    key: "name",
    head: text.name,
    cell: ({ name, place, ref, kind, opening }) => (
      <span className="stack tight" style={{ gap: 0 }}>
        <span className="row tight nowrap">
          <span className="strong cut">{name}</span>
          <OpenBadge opening={opening} />
        </span>
        <span className="dim small cut" style={{ maxWidth: 340 }}>
          {[text.kinds[kind], ref, oneLine(place)].filter(Boolean).join(" · ")}
        </span>
      </span>
    ),
  },
];

function ExportMenu({ kind }: { kind: Poi["kind"] | null }) {
  const save = async (format: (typeof FORMATS)[number]) =>
    download(
      await client.poiExport({ format, ...(kind === null ? {} : { kind }) }),
      `points-of-interest.${format}`,
    );
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={16} />}>
          {text.export}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {FORMATS.map((format) => (
          <Menu.Item key={format} onClick={() => void save(format)}>
            {text.formats[format]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
