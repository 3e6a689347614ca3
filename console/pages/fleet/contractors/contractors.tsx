/** Contractors of the business and their assigned orders; for a contractor, its own orders. */
import { Switch, Tabs, TextInput } from "@mantine/core";
import { IconUsersGroup } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { client } from "../../../api/client.ts";
import {
  type Contractor,
  contractorsQuery,
  invalidatedQueries,
  mayAssign,
  toSignInInput,
} from "../../../api/contractors.ts";
import { isStaff, useMe } from "../../../api/session.ts";
import { Tag } from "../../../parts/badge.tsx";
import { CreateButton } from "../../../parts/create-button.tsx";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { count } from "../../../parts/format.ts";
import { Page } from "../../../parts/page.tsx";
import { Empty, Loaded, Waiting } from "../../../parts/states.tsx";
import { type Column, Table } from "../../../parts/table.tsx";
import { Assignments } from "./assignments.tsx";
import { ModuleOff } from "./module-off.tsx";
import { OwnOrders } from "./own-orders.tsx";

export function Contractors() {
  return isStaff(useMe()) ? <OfTheBusiness /> : <OwnOrders />;
}

const COLUMNS: Column<Contractor>[] = [
  {
    key: "name",
    head: "Contractor",
    cell: (one) => (
      <span className="stack tight" style={{ gap: 0 }}>
        <span className="strong">{one.name}</span>
        <span className="dim small">
          {one.people.map(({ name }) => name).join(", ") || "Nobody signs in"}
        </span>
      </span>
    ),
  },
  {
    key: "rules",
    head: "Rules",
    width: 110,
    cell: ({ rules }) =>
      rules.length === 0 ? <span className="dim">None</span> : count(rules.length, "rule"),
  },
  { key: "drivers", head: "Drivers", align: "end", width: 90, cell: ({ drivers }) => drivers },
  { key: "hand", head: "Assigned", align: "end", width: 90, cell: ({ orders_in_hand }) => orders_in_hand },
  {
    key: "routes",
    head: "On routes",
    align: "end",
    width: 100,
    from: 900,
    cell: ({ orders_on_routes }) => orders_on_routes,
  },
  {
    key: "status",
    head: "State",
    width: 110,
    from: 900,
    cell: ({ status }) => (
      <Tag tone={status === "active" ? "good" : "grey"}>{status === "active" ? "Active" : "Disabled"}</Tag>
    ),
  },
];

function OfTheBusiness() {
  const me = useMe();
  const navigate = useNavigate();
  const query = useQuery(contractorsQuery);
  const held = query.data?.contractors.reduce((sum, { orders_in_hand }) => sum + orders_in_hand, 0);
  return (
    <Page
      about={
        query.data ? `${count(query.data.total, "contractor")} · ${count(held ?? 0, "order")} assigned` : "…"
      }
      actions={
        me.permissions.includes("settings:write") && me.user.role === "client_admin" ? (
          <CreateButton label="New contractor">{(close) => <NewContractor close={close} />}</CreateButton>
        ) : null
      }
    >
      <Tabs defaultValue="contractors" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="contractors">Contractors</Tabs.Tab>
          <Tabs.Tab value="assignments">Assignments</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="contractors" pt="md">
          <section className="sheet" aria-label="Contractors">
            <Loaded query={query} waiting={<Waiting rows={6} />}>
              {({ contractors }) =>
                contractors.length === 0 ? (
                  <Empty icon={IconUsersGroup} title="No contractors yet">
                    A contractor delivers for you with its own drivers, by rules or order by order.
                  </Empty>
                ) : (
                  <Table
                    label="Contractors"
                    rows={contractors}
                    keyOf={({ id }) => id}
                    nameOf={({ name }) => name}
                    columns={COLUMNS}
                    onOpen={({ id }) =>
                      void navigate({
                        to: "/contractors/$contractor_id",
                        params: { contractor_id: String(id) },
                      })
                    }
                    card={(one) => (
                      <>
                        <span className="row apart nowrap">
                          <span className="strong cut">{one.name}</span>
                          <Tag tone={one.status === "active" ? "good" : "grey"}>
                            {one.status === "active" ? "Active" : "Disabled"}
                          </Tag>
                        </span>
                        <span className="dim small">
                          {count(one.orders_in_hand, "order")} assigned · {count(one.drivers, "driver")} ·{" "}
                          {count(one.rules.length, "rule")}
                        </span>
                      </>
                    )}
                  />
                )
              }
            </Loaded>
          </section>
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
  const navigate = useNavigate();
  return (
    <FormDrawer
      close={close}
      title="New contractor"
      confirm="Create contractor"
      initial={{ name: "", invites: true, sign_in: { name: "", email: "" } }}
      run={({ name, invites, sign_in }) =>
        client.clientContractorCreate({
          name: name.trim(),
          ...(invites ? { sign_in: toSignInInput(sign_in) } : {}),
        })
      }
      keys={invalidatedQueries}
      past="The contractor was created."
      done={({ contractor_id }) =>
        void navigate({
          to: "/contractors/$contractor_id",
          params: { contractor_id: String(contractor_id) },
        })
      }
    >
      {({ field, values }) => (
        <>
          <TextInput data-autofocus label="Name" required {...field("name")} />
          <Switch label="Invite somebody to sign in for it" {...field("invites", { type: "checkbox" })} />
          {values.invites ? (
            <>
              <TextInput label="E-mail" type="email" required {...field("sign_in.email")} />
              <TextInput label="Name of the person" {...field("sign_in.name")} />
            </>
          ) : null}
        </>
      )}
    </FormDrawer>
  );
}
