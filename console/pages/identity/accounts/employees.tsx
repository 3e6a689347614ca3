import { MultiSelect, Select, Switch, TextInput } from "@mantine/core";
import { IconUsersGroup } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { Employee } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { Tag } from "../../../parts/badge.tsx";
import { EditableTable } from "../../../parts/editable-table.tsx";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { humanize, ROLE } from "../../../parts/labels.ts";
import { Empty } from "../../../parts/states.tsx";
import { useTimes } from "../../../parts/times.ts";

export function Employees() {
  const times = useTimes();
  const may_write = useMe().permissions.includes("employees:write");
  const query = useQuery({
    queryKey: ["employees"],
    queryFn: ({ signal }) => client.userEmployees({ per_page: 200 }, { signal }),
  });
  return (
    <EditableTable
      label="Employees"
      heading="People"
      create="Invite"
      may_write={may_write}
      query={query}
      rowsOf={({ employees }) => employees}
      empty={<Empty icon={IconUsersGroup} title="Nobody yet" />}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
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
              {one.locked_until ? "Locked" : humanize(one.status)}
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
      form={(employee, close) => <EmployeeForm employee={employee} close={close} />}
    />
  );
}

function EmployeeForm({ employee, close }: { employee: Employee | null; close: () => void }) {
  const me = useMe();
  const own = employee?.id === me.user.id;
  return (
    <FormDrawer
      close={close}
      title={employee?.name ?? "Invite somebody"}
      confirm={employee?.locked_until ? "Save and unlock" : employee ? "Save" : "Invite"}
      initial={{
        name: employee?.name ?? "",
        email: employee?.email ?? "",
        role: employee?.role ?? "employee",
        permissions: employee?.permissions ?? [],
        is_active: employee?.status !== "disabled",
      }}
      run={({ name, email, role, permissions, is_active }) => {
        const access = {
          role,
          permissions: role === "employee" && permissions.length > 0 ? permissions : null,
        };
        if (employee === null)
          return client.userEmployeeCreate({ name: name.trim(), email: email.trim(), ...access });
        const status =
          employee.status === "invited"
            ? {}
            : { status: is_active ? ("active" as const) : ("disabled" as const) };
        return client.userEmployeeUpdate(
          {
            employee_id: employee.id,
            name: name.trim(),
            ...(own ? {} : { ...access, ...status }),
            ...(employee.locked_until ? { unlock: true as const } : {}),
          },
          { if_match: employee.version },
        );
      }}
      keys={[["employees"]]}
      past={employee ? "Saved." : "Invited by e-mail."}
    >
      {({ field, values }) => (
        <>
          <TextInput data-autofocus label="Name" required {...field("name")} />
          <TextInput label="E-mail" type="email" required disabled={employee !== null} {...field("email")} />
          <Select
            label="Role"
            disabled={own}
            data={[
              { value: "employee", label: "Dispatcher" },
              { value: "client_admin", label: "Administrator" },
            ]}
            allowDeselect={false}
            {...field("role")}
          />
          {values.role === "employee" ? (
            <MultiSelect
              label="Permissions"
              description="Empty: what dispatchers usually may."
              searchable
              disabled={own}
              data={me.permissions}
              {...field("permissions")}
            />
          ) : null}
          {employee && !own && employee.status !== "invited" ? (
            <Switch
              label="May sign in"
              description="Switched off, every sign-in and token of this person ends at once."
              {...field("is_active", { type: "checkbox" })}
            />
          ) : null}
        </>
      )}
    </FormDrawer>
  );
}
