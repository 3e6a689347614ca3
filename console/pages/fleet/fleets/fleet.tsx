/** One fleet: its calendar, hours and members. */
import { Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { Tag } from "../../../parts/badge.tsx";
import { BackLink } from "../../../parts/links.tsx";
import { Page } from "../../../parts/page.tsx";
import { useTimes } from "../../../parts/times.ts";
import { UnloadedPage } from "../../../parts/unloaded-page.tsx";
import { FleetCalendar } from "./calendar.tsx";
import type { FleetTab } from "./fleet-search.ts";
import { Hours } from "./hours.tsx";
import { Members } from "./members.tsx";
import { type FleetDetail, fleetQuery } from "./queries.ts";
import { findMonday } from "./shift-words.ts";
import { text } from "./text.ts";

const Above = () => <BackLink to="/fleets">{text.title}</BackLink>;

export function FleetPage() {
  const { fleet_id } = useParams({ strict: false }) as { fleet_id: string };
  const query = useQuery(fleetQuery(Number(fleet_id)));
  if (query.data === undefined) return <UnloadedPage query={query} above={<Above />} />;
  return <Fleet detail={query.data} />;
}

function Fleet({ detail }: { detail: FleetDetail }) {
  const { fleet } = detail;
  const { today } = useTimes();
  const { date = today(), tab = "calendar" } = useSearch({ from: "/inside/fleets/$fleet_id" });
  const navigate = useNavigate();
  const show = (search: { date?: string; tab?: FleetTab }) =>
    void navigate({
      to: "/fleets/$fleet_id",
      params: { fleet_id: String(fleet.id) },
      search: { date, tab, ...search },
      replace: true,
    });
  const monday = findMonday(date);
  return (
    <Page
      title={fleet.name}
      above={<Above />}
      subtitle={
        <span className="row">
          {fleet.contractor_name === null ? null : <Tag tone="violet">{fleet.contractor_name}</Tag>}
          {fleet.status === "closed" ? <Tag tone="grey">{text.closed}</Tag> : null}
          <span>
            {[
              text.drivers_count({ n: fleet.drivers }),
              text.vehicles_count({ n: fleet.vehicles }),
              fleet.captains.map(({ name }) => name).join(", "),
            ]
              .filter(Boolean)
              .join(" · ")}
          </span>
        </span>
      }
    >
      <Tabs
        value={tab}
        onChange={(value) => show({ tab: (value ?? "calendar") as FleetTab })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="calendar">{text.calendar}</Tabs.Tab>
          {fleet.can_plan ? <Tabs.Tab value="hours">{text.hours}</Tabs.Tab> : null}
          <Tabs.Tab value="members">{text.members}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="calendar">
          <FleetCalendar detail={detail} monday={monday} setDate={(next) => show({ date: next })} />
        </Tabs.Panel>
        <Tabs.Panel value="hours">
          <Hours fleet_id={fleet.id} monday={monday} setDate={(next) => show({ date: next })} />
        </Tabs.Panel>
        <Tabs.Panel value="members">
          <Members detail={detail} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
