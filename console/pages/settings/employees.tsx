import { Button, MultiSelect, Select, Switch } from "@mantine/core";
import { IconPlus, IconUsersGroup } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Employee } from "../../../packages/client/client.gen.ts";
import { client } from "../../api/client.ts";
import { useMe } from "../../api/session.ts";
import { Tag } from "../../parts/badge.tsx";
import { FormDrawer, TextField } from "../../parts/form-drawer.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
import { useTimes } from "../../parts/times.ts";
import { plain, ROLE } from "../../parts/words.ts";

export default function Employees() {
  const times = useTimes();
  const may_write = useMe().permissions.includes("employees:write");
  const [open, setOpen] = useState<Employee | "new" | null>(null);
  const query = useQuery({
    queryKey: ["employees"],
    queryFn: ({ signal }) => client.userEmployees({ per_page: 200 }, { signal }),
  });
  return (
    <section className="sheet" aria-label="Employees">
      <div className="sheet-head">
        <h2>People</h2>
        {may_write ? (
          <Button size="xs" leftSection={<IconPlus size={14} />} onClick={() => setOpen("new")}>
            Invite
          </Button>
        ) : null}
      </div>
      <Loaded query={query}>
        {({ employees }) =>
          employees.length === 0 ? (
            <Empty icon={IconUsersGroup} title="Nobody yet" />
          ) : (
            <Table
              label="Employees"
              rows={employees}
              keyOf={({ id }) => id}
              nameOf={({ name }) => name}
              onOpen={may_write ? setOpen : undefined}
              columns={[
                {
                  key: "name",
                  head: "Person",
                  cell: (one) => (
                    <>
                      <span className="strong">{one.name}</span>
                      <div className="dim small">{one.email}</div>
                    </>
                  ),
                },
                {
                  key: "role",
                  head: "Role",
                  cell: ({ role, permissions }) =>
                    `${ROLE[role]}${permissions ? ` (${permissions.length} permissions)` : ""}`,
                },
                {
                  key: "status",
                  head: "State",
                  cell: (one) => (
                    <Tag
                      tone={
                        one.locked_until
                          ? "bad"
                          : one.status === "active"
                            ? "good"
                            : one.status === "invited"
                              ? "blue"
                              : "grey"
                      }
                    >
                      {one.locked_until ? "Locked" : plain(one.status)}
                    </Tag>
                  ),
                },
                {
                  key: "seen",
                  head: "Signed in",
                  align: "end",
                  from: 900,
                  cell: (one) => <span className="dim">{times.ago(one.last_sign_in_at)}</span>,
                },
              ]}
            />
          )
        }
      </Loaded>
      {open !== null ? (
        <EmployeeForm
          key={open === "new" ? "new" : open.id}
          employee={open === "new" ? null : open}
          close={() => setOpen(null)}
        />
      ) : null}
    </section>
  );
}

function EmployeeForm({ employee, close }: { employee: Employee | null; close: () => void }) {
  const me = useMe();
  const [name, setName] = useState(employee?.name ?? "");
  const [email, setEmail] = useState(employee?.email ?? "");
  const [role, setRole] = useState<Employee["role"]>(employee?.role ?? "employee");
  const [permissions, setPermissions] = useState<NonNullable<Employee["permissions"]>>(
    employee?.permissions ?? [],
  );
  const [active, setActive] = useState(employee?.status !== "disabled");
  const own = employee?.id === me.user.id;
  const save = () => {
    // Nobody gives more than what the business has.
    const given = permissions.filter((scope) => scope !== "platform:admin");
    const chosen = role === "employee" && given.length > 0 ? given : null;
    if (employee === null)
      return client.userEmployeeCreate({
        name: name.trim(),
        email: email.trim(),
        role,
        permissions: chosen,
      });
    const standing = own
      ? {}
      : {
          role,
          permissions: chosen,
          ...(employee.status === "invited"
            ? {}
            : { status: active ? ("active" as const) : ("disabled" as const) }),
        };
    const unlock = employee.locked_until ? { unlock: true as const } : {};
    return client.userEmployeeUpdate(
      { employee_id: employee.id, name: name.trim(), ...standing, ...unlock },
      { if_match: employee.version },
    );
  };
  return (
    <FormDrawer
      close={close}
      title={employee?.name ?? "Invite somebody"}
      confirm={employee?.locked_until ? "Save and unlock" : employee ? "Save" : "Invite"}
      run={save}
      keys={[["employees"]]}
      past={employee ? "Saved." : "Invited by e-mail."}
    >
      {(error) => (
        <>
          <TextField data-autofocus label="Name" required value={name} set={setName} error={error("name")} />
          <TextField
            label="E-mail"
            type="email"
            required
            disabled={employee !== null}
            value={email}
            set={setEmail}
            error={error("email")}
          />
          <Select
            label="Role"
            disabled={own}
            data={[
              { value: "employee", label: "Dispatcher" },
              { value: "client_admin", label: "Administrator" },
            ]}
            value={role}
            onChange={(value) => setRole(value as Employee["role"])}
            allowDeselect={false}
            error={error("role")}
          />
          {role === "employee" ? (
            <MultiSelect
              label="Permissions"
              description="Empty: what dispatchers usually may."
              searchable
              disabled={own}
              data={me.permissions}
              value={permissions}
              onChange={(value) => setPermissions(value as typeof permissions)}
              error={error("permissions")}
            />
          ) : null}
          {employee && !own && employee.status !== "invited" ? (
            <Switch
              label="May sign in"
              description="Switched off, every sign-in and token of this person ends at once."
              checked={active}
              onChange={(event) => setActive(event.currentTarget.checked)}
            />
          ) : null}
        </>
      )}
    </FormDrawer>
  );
}
