/** Contractors of the business and what they hold; to a contractor, its own orders. */
import { Button, Switch, Tabs } from "@mantine/core";
import { IconPlus, IconUsersGroup } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { client } from "../../api/client.ts";
import { type Contractor, contractorsQuery, mayAssign, TOUCHED } from "../../api/contractors.ts";
import { isInside, useMe } from "../../api/session.ts";
import { Tag } from "../../parts/badge.tsx";
import { FormDrawer, TextField } from "../../parts/form-drawer.tsx";
import { Page } from "../../parts/page.tsx";
import { Empty, Loaded, Waiting } from "../../parts/states.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { count } from "../../parts/words.ts";
import { Assignments } from "./assignments.tsx";
import { ModuleOff } from "./module-off.tsx";
import { OwnOrders } from "./own-orders.tsx";

export function Contractors() {
  return isInside(useMe()) ? <OfTheBusiness /> : <OwnOrders />;
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
  { key: "hand", head: "In hand", align: "end", width: 90, cell: ({ orders_in_hand }) => orders_in_hand },
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
  const query = useQuery({ ...contractorsQuery, refetchInterval: 20_000 });
  const [making, setMaking] = useState(false);
  const held = query.data?.contractors.reduce((sum, { orders_in_hand }) => sum + orders_in_hand, 0);
  return (
    <Page
      title="Contractors"
      about={
        query.data ? `${count(query.data.total, "contractor")} · ${count(held ?? 0, "order")} in hand` : "…"
      }
      actions={
        me.permissions.includes("settings:write") && me.user.role === "client_admin" ? (
          <Button leftSection={<IconPlus size={16} />} onClick={() => setMaking(true)}>
            New contractor
          </Button>
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
                          {count(one.orders_in_hand, "order")} in hand · {count(one.drivers, "driver")} ·{" "}
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
      {making ? <NewContractor close={() => setMaking(false)} /> : null}
    </Page>
  );
}

function NewContractor({ close }: { close: () => void }) {
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [person, setPerson] = useState("");
  const [invites, setInvites] = useState(true);
  const navigate = useNavigate();
  return (
    <FormDrawer
      close={close}
      title="New contractor"
      confirm="Make contractor"
      run={() =>
        client.clientContractorCreate({
          name: name.trim(),
          ...(invites
            ? { sign_in: { email: email.trim(), ...(person.trim() ? { name: person.trim() } : {}) } }
            : {}),
        })
      }
      keys={TOUCHED}
      past="The contractor is made."
      done={({ contractor_id }) =>
        void navigate({
          to: "/contractors/$contractor_id",
          params: { contractor_id: String(contractor_id) },
        })
      }
    >
      {(error) => (
        <>
          <TextField data-autofocus label="Name" required value={name} set={setName} error={error("name")} />
          <Switch
            label="Invite somebody to sign in for it"
            checked={invites}
            onChange={(event) => setInvites(event.currentTarget.checked)}
          />
          {invites ? (
            <>
              <TextField
                label="E-mail"
                type="email"
                required
                value={email}
                set={setEmail}
                error={error("sign_in/email")}
              />
              <TextField
                label="Name of the person"
                value={person}
                set={setPerson}
                error={error("sign_in/name")}
              />
            </>
          ) : null}
        </>
      )}
    </FormDrawer>
  );
}
