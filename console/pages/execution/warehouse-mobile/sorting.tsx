/** Route sorting: each parcel to the lane of its route, and how far each lane is. */
import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { IconLayoutList } from "#icons";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { DayPicker } from "../../../parts/day-picker.tsx";
import { number } from "../../../parts/format.ts";
import { ButtonLink } from "../../../parts/links.tsx";
import { List } from "../../../parts/list/list.tsx";
import { Bar, Page } from "../../../parts/page.tsx";
import { RecordLink } from "../../../parts/record-link.tsx";
import { useSave } from "../../../parts/save.ts";
import { ScanInput } from "../../../parts/scan-input.tsx";
import { Empty } from "../../../parts/states.tsx";
import { useTimes } from "../../../parts/times.ts";
import { CurrentWarehouseSelect, useCurrentWarehouse } from "./current-warehouse.tsx";
import { lanesQuery, type SortLane } from "./queries.ts";
import { ScanResult } from "./scan-result.tsx";
import type { SortSearch } from "./sort-search.ts";
import { text } from "./text.ts";
import { useLine } from "./use-line.ts";
import "./warehouse-mobile.css";

export function Sorting() {
  const may_write = useMe().permissions.includes("wms:write");
  const { date } = useSearch({ strict: false }) as SortSearch;
  const navigate = useNavigate();
  const { today } = useTimes();
  const { here, choose } = useCurrentWarehouse();
  const query = useQuery(lanesQuery(here, date));
  const { shown, run } = useLine([["lanes"]], () => ({
    state: "ready",
    tone: "grey",
    title: text.ready,
    about: text.sort.ready,
  }));
  const scan = (code: string) =>
    run(code, async (choice) => {
      const { lane, route_number, parcels } = await client.wmsSortScan({
        code,
        warehouse_id: here,
        ...choice,
      });
      return {
        state: "sorted",
        tone: "good",
        title: text.sort.lane({ n: lane }),
        about: [route_number, ...parcels.map(({ tracking_number }) => tracking_number)].join(" · "),
        big: String(lane),
      };
    });
  return (
    <Page
      actions={
        <>
          <CurrentWarehouseSelect here={here} choose={choose} />
          <DayPicker
            value={date ?? today()}
            onChange={(day) =>
              void navigate({ to: "/sorting", search: day === today() ? {} : { date: day } })
            }
          />
        </>
      }
    >
      <div className="stack" style={{ gap: 12 }}>
        {may_write ? (
          <>
            <ScanInput label={text.scan_parcel} placeholder={text.scan_parcel_about} onScan={scan} />
            <ScanResult result={shown} />
          </>
        ) : null}
        <List
          label={text.sort.lanes}
          query={query}
          rows={({ lanes }) => lanes}
          empty={
            <Empty
              icon={IconLayoutList}
              title={text.sort.none}
              action={
                <ButtonLink to="/routes" variant="default">
                  {text.sort.routes}
                </ButtonLink>
              }
            >
              {text.sort.none_about}
            </Empty>
          }
          item={(lane) => (
            <Lane key={lane.route_id} lane={lane} of={query.data?.lanes.length ?? 0} may_write={may_write} />
          )}
        />
      </div>
    </Page>
  );
}

function Lane({ lane, of, may_write }: { lane: SortLane; of: number; may_write: boolean }) {
  const { time } = useTimes();
  const change = useSave((to: number) => client.wmsSortLane({ route_id: lane.route_id, lane: to }), {
    keys: [["lanes"]],
    success_message: text.sort.changed,
  });
  const most = Math.max(of, lane.lane ?? 0);
  const about = [
    lane.driver_name,
    lane.planned_start_at === null ? null : text.sort.leaves({ at: time(lane.planned_start_at) }),
    lane.loaded > 0 ? text.sort.loaded({ n: lane.loaded }) : null,
  ];
  const label = text.sort.sorted_of({ done: number(lane.sorted), of: number(lane.expected) });
  return (
    <li className="lane-row">
      {may_write ? (
        <Select
          aria-label={text.sort.lane_of({ route: lane.route_number })}
          w={74}
          size="md"
          allowDeselect={false}
          placeholder="–"
          data={Array.from({ length: most }, (_, index) => String(index + 1))}
          value={lane.lane === null ? null : String(lane.lane)}
          onChange={(value) => value !== null && Number(value) !== lane.lane && change.mutate(Number(value))}
        />
      ) : (
        <span className="lane-number">{lane.lane ?? "–"}</span>
      )}
      <span className="stack tight lane-words">
        <RecordLink type="route" id={lane.route_id} className="strong cut">
          {lane.route_number}
        </RecordLink>
        <span className="dim small cut">{about.filter(Boolean).join(" · ")}</span>
      </span>
      <span className="stack tight lane-progress">
        <span className="num small">
          {label}
          {lane.here < lane.expected
            ? ` · ${text.sort.not_here({ n: lane.expected - lane.here - lane.loaded })}`
            : ""}
        </span>
        <Bar value={lane.sorted} of={lane.expected} label={label} tone="good" />
      </span>
      <ButtonLink
        variant="default"
        to="/sorting/$route_id"
        params={{ route_id: String(lane.route_id) }}
        aria-label={text.load.check_of({ route: lane.route_number })}
      >
        {text.load.check}
      </ButtonLink>
    </li>
  );
}
