/** Contractors of the business and their assigned orders; for a contractor, its own orders. */
import { Switch, Tabs, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { IconUsersGroup } from "#icons";
import { client } from "../../../api/client.ts";
import { isStaff, useMe } from "../../../api/session.ts";
import { Tag } from "../../../parts/badge.tsx";
import { CreateButton } from "../../../parts/create-button.tsx";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import type { Column } from "../../../parts/grid/columns.ts";
import { readListSearch } from "../../../parts/grid/list-search.ts";
import { ListView } from "../../../parts/grid/list-view.tsx";
import { describeInvitation, presentInvitation } from "../../../parts/invitation/invitation.tsx";
import { Page } from "../../../parts/page.tsx";
import { useOpenRecord } from "../../../parts/record-link.tsx";
import { Empty, Loaded, Waiting } from "../../../parts/states.tsx";
import { TwoLines } from "../../../parts/two-lines.tsx";
import { Assignments } from "./assignments.tsx";
import { ModuleOff } from "./module-off.tsx";
import { OwnOrders } from "./own-orders.tsx";
import {
  type Contractor,
  contractorsQuery,
  invalidatedQueries,
  mayAssign,
  toSignInInput,
} from "./queries.ts";
import { text } from "./text.ts";

const RULES = getRules("clientContractorCreate");

const here = getRouteApi("/inside/contractors");

export function Contractors() {
  return isStaff(useMe()) ? <OfTheBusiness /> : <OwnOrders />;
}

const buildColumns = (): Column<Contractor>[] => [
  {
    key: "name",
    value: ({ name }) => name,
    head: text.contractor,
    cell: (one) => (
      <TwoLines below={one.people.map(({ name }) => name).join(", ") || text.nobody}>{one.name}</TwoLines>
    ),
  },
  {
    key: "rules",
    value: ({ rules }) => rules.length,
    head: text.rules,
    width: 110,
    cell: ({ rules }) =>
      rules.length === 0 ? <span className="dim">{text.none}</span> : text.rule_count({ n: rules.length }),
  },
  {
    key: "drivers",
    value: ({ drivers }) => drivers,
    head: text.drivers,
    align: "end",
    width: 90,
    cell: ({ drivers }) => drivers,
  },
  {
    key: "hand",
    value: ({ orders_in_hand }) => orders_in_hand,
    head: text.assigned,
    align: "end",
    width: 90,
    cell: ({ orders_in_hand }) => orders_in_hand,
  },
  {
    key: "routes",
    value: ({ orders_on_routes }) => orders_on_routes,
    head: text.on_routes,
    align: "end",
    width: 100,
    window_width_min: 900,
    cell: ({ orders_on_routes }) => orders_on_routes,
  },
  {
    key: "status",
    value: ({ status }) => text.states[status],
    head: text.state,
    width: 110,
    window_width_min: 900,
    cell: ({ status }) => <Tag tone={status === "active" ? "good" : "grey"}>{text.states[status]}</Tag>,
  },
];

const foundBy = ({ name, people }: Contractor) => [name, ...people.map((person) => person.name)];

function OfTheBusiness() {
  const me = useMe();
  const search = here.useSearch();
  const navigate = useNavigate();
  const open = useOpenRecord("contractor");
  const query = useQuery(contractorsQuery);
  const in_hand = query.data?.contractors.reduce((sum, { orders_in_hand }) => sum + orders_in_hand, 0);
  return (
    <Page
      subtitle={
        query.data
          ? `${text.count({ n: query.data.total })} · ${text.assigned_count({ n: in_hand ?? 0 })}`
          : "…"
      }
      actions={
        me.permissions.includes("settings:write") && me.user.role === "client_admin" ? (
          <CreateButton label={text.create}>{(close) => <NewContractor close={close} />}</CreateButton>
        ) : null
      }
    >
      <Tabs defaultValue="contractors" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="contractors">{text.title}</Tabs.Tab>
          <Tabs.Tab value="assignments">{text.assignments}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="contractors" pt="md">
          <Loaded query={query} fallback={<Waiting rows={6} />}>
            {({ contractors }) => (
              <ListView
                id="contractors"
                label={text.title}
                noun={text.nouns}
                all={text.all}
                rows={contractors}
                find={{ label: text.find, placeholder: text.find_about, by: foundBy }}
                getKey={({ id }) => id}
                getName={({ name }) => name}
                columns={buildColumns()}
                search={search}
                setSearch={(next) => void navigate({ to: "/contractors", search: next, replace: true })}
                read={readListSearch}
                empty={
                  <Empty icon={IconUsersGroup} title={text.empty}>
                    {text.empty_about}
                  </Empty>
                }
                onOpen={({ id }) => open(id)}
                card={(one) => (
                  <>
                    <span className="row apart nowrap">
                      <span className="strong cut">{one.name}</span>
                      <Tag tone={one.status === "active" ? "good" : "grey"}>{text.states[one.status]}</Tag>
                    </span>
                    <span className="dim small">
                      {text.assigned_count({ n: one.orders_in_hand })} ·{" "}
                      {text.driver_count({ n: one.drivers })} · {text.rule_count({ n: one.rules.length })}
                    </span>
                  </>
                )}
              />
            )}
          </Loaded>
        </Tabs.Panel>
        <Tabs.Panel value="assignments" pt="md">
          {mayAssign(me) ? (
            <Assignments />
          ) : (
            <section className="sheet">
              <ModuleOff />
            </section>
          )}
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

function NewContractor({ close }: { close: () => void }) {
  const open = useOpenRecord("contractor");
  return (
    <FormDrawer
      rules={RULES}
      close={close}
      title={text.create}
      confirm={text.create_submit}
      initial={{ name: "", invites: true, sign_in: { name: "", email: "" } }}
      run={({ name, invites, sign_in }) =>
        client.clientContractorCreate({
          name: name.trim(),
          ...(invites ? { sign_in: toSignInInput(sign_in) } : {}),
        })
      }
      keys={invalidatedQueries}
      success_message={describeInvitation(text.created)}
      done={(answer) => {
        presentInvitation(answer.contractor.people[0]?.email ?? "", answer);
        open(answer.contractor_id);
      }}
    >
      {({ field, own, values }) => (
        <>
          <TextInput data-autofocus label={text.name} {...field("name")} />
          <Switch label={text.invites} {...own("invites", { type: "checkbox" })} />
          {values.invites ? (
            <>
              <TextInput label={text.email} {...field("sign_in.email")} />
              <TextInput label={text.person} {...field("sign_in.name")} />
            </>
          ) : null}
        </>
      )}
    </FormDrawer>
  );
}
