/** Fleets: who is in each, what is open. */
import { Select, TagsInput, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconUsersGroup } from "#icons";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { StatusBadge, Tag } from "../../../parts/badge.tsx";
import { CreateButton } from "../../../parts/create-button.tsx";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import type { Column } from "../../../parts/grid/columns.ts";
import { ListPage } from "../../../parts/list/list.tsx";
import { useOpenRecord } from "../../../parts/record-link.tsx";
import { Empty } from "../../../parts/states.tsx";
import { TwoLines } from "../../../parts/two-lines.tsx";
import { FLEET_KEYS, type Fleet, fleetsQuery } from "./queries.ts";
import { text } from "./text.ts";

const RULES = getRules("fleetCreate");

export function Fleets() {
  const { permissions, user } = useMe();
  const may_create = permissions.includes("fleets:write") && user.role !== "driver";
  const query = useQuery(fleetsQuery);
  const open = useOpenRecord("fleet");
  return (
    <ListPage
      actions={
        may_create ? (
          <CreateButton label={text.create}>
            {(close) => <FleetForm close={close} created={open} />}
          </CreateButton>
        ) : null
      }
      label={text.title}
      query={query}
      rows={({ fleets }) => fleets}
      empty={
        <Empty icon={IconUsersGroup} title={text.none}>
          {user.role === "driver" ? text.none_driver : text.none_about}
        </Empty>
      }
      columns={COLUMNS()}
      getKey={({ id }) => id}
      getName={({ name }) => name}
      onOpen={({ id }) => open(id)}
      card={(fleet) => (
        <div className="stack tight">
          <span className="row nowrap">
            <span className="strong grow cut">{fleet.name}</span>
            <OpenShifts fleet={fleet} />
          </span>
          <span className="dim small">{describeMembers(fleet)}</span>
        </div>
      )}
    />
  );
}

function OpenShifts({ fleet }: { fleet: Fleet }) {
  if (fleet.status === "closed") return <StatusBadge badge={{ label: text.closed, tone: "grey" }} />;
  return (
    <span className="row tight nowrap">
      {fleet.open_shifts > 0 ? <Tag tone="warn">{text.open_shifts({ n: fleet.open_shifts })}</Tag> : null}
      {fleet.draft_shifts > 0 ? <Tag tone="grey">{text.drafts({ n: fleet.draft_shifts })}</Tag> : null}
    </span>
  );
}

const describeMembers = ({ drivers, vehicles }: Fleet) =>
  [text.drivers_count({ n: drivers }), text.vehicles_count({ n: vehicles })].join(" · ");

const COLUMNS = (): Column<Fleet>[] => [
  {
    key: "name",
    head: text.name,
    cell: (fleet) => (
      <TwoLines below={[fleet.contractor_name, fleet.areas.join(", ")].filter(Boolean).join(" · ")}>
        {fleet.name}
      </TwoLines>
    ),
  },
  { key: "open", head: "", width: 210, cell: (fleet) => <OpenShifts fleet={fleet} /> },
  {
    key: "captains",
    head: text.captains,
    window_width_min: 641,
    cell: ({ captains }) =>
      captains.map(({ name }) => name).join(", ") || <span className="dim">{text.no_captain}</span>,
  },
  { key: "drivers", head: text.drivers, width: 90, align: "end", cell: ({ drivers }) => drivers },
  {
    key: "vehicles",
    head: text.vehicles,
    width: 90,
    align: "end",
    window_width_min: 641,
    cell: ({ vehicles }) => vehicles,
  },
];

function FleetForm({ close, created }: { close: () => void; created: (id: number) => void }) {
  const { user, permissions } = useMe();
  const picks_owner = user.role !== "broker_employee" && permissions.includes("drivers:read");
  const contractors = useQuery({
    queryKey: ["contractors", "names"],
    queryFn: ({ signal }) => client.clientContractors({ per_page: 200 }, { signal }),
    enabled: picks_owner,
    retry: false,
  });
  return (
    <FormDrawer
      rules={RULES}
      close={close}
      title={text.create}
      confirm={text.create_submit}
      initial={{ name: "", contractor_id: null as string | null, areas: [] as string[] }}
      run={({ name, contractor_id, areas }) =>
        client.fleetCreate({
          name: name.trim(),
          areas,
          ...(contractor_id === null ? {} : { contractor_id: Number(contractor_id) }),
        })
      }
      keys={FLEET_KEYS}
      success_message={text.created}
      done={({ fleet_id }) => {
        close();
        created(fleet_id);
      }}
    >
      {({ field }) => (
        <>
          <TextInput data-autofocus label={text.name} {...field("name")} />
          {picks_owner ? (
            <Select
              label={text.owner}
              description={text.owner_about}
              placeholder={text.owner_business}
              clearable
              data={(contractors.data?.contractors ?? []).map(({ id, name }) => ({
                value: String(id),
                label: name,
              }))}
              {...field("contractor_id")}
            />
          ) : null}
          <TagsInput label={text.areas} description={text.areas_about} {...field("areas")} />
        </>
      )}
    </FormDrawer>
  );
}
