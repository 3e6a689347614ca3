import { useQuery } from "@tanstack/react-query";
import { IconUsersGroup } from "#icons";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { Tag } from "../../../parts/badge.tsx";
import { EditableTable } from "../../../parts/editable-table.tsx";
import { nameCode } from "../../../parts/labels.ts";
import { Empty } from "../../../parts/states.tsx";
import { useTimes } from "../../../parts/times.ts";
import { EmployeeForm } from "./employee-form.tsx";
import { describeAccess, permissionsQuery } from "./queries.ts";
import { text } from "./text.ts";

export function Employees() {
  const times = useTimes();
  const may_write = useMe().permissions.includes("employees:write");
  const query = useQuery({
    queryKey: ["employees"],
    meta: { live: ["account"] },
    queryFn: async ({ signal, client: queries }) => {
      const [{ employees }, catalogue] = await Promise.all([
        client.userEmployees({ per_page: 200 }, { signal }),
        queries.ensureQueryData(permissionsQuery),
      ]);
      return employees.map((employee) => ({ ...employee, access: describeAccess(employee, catalogue) }));
    },
  });
  return (
    <EditableTable
      label={text.people.label}
      title={text.people.title}
      create={text.people.invite}
      may_write={may_write}
      query={query}
      rows={(employees) => employees}
      empty={<Empty icon={IconUsersGroup} title={text.people.none} />}
      getKey={({ id }) => id}
      getName={({ name }) => name}
      columns={[
        {
          key: "name",
          head: text.people.person,
          cell: (one) => (
            <>
              <span className="strong">{one.name}</span>
              <div className="dim small">{one.email}</div>
            </>
          ),
        },
        {
          key: "access",
          head: text.people.role,
          cell: ({ access }) => access,
        },
        {
          key: "status",
          head: text.people.state,
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
              {one.locked_until ? text.people.locked : nameCode(text.people.states, one.status)}
            </Tag>
          ),
        },
        {
          key: "seen",
          head: text.people.signed_in,
          align: "end",
          window_width_min: 641,
          cell: (one) => <span className="dim">{times.ago(one.last_sign_in_at)}</span>,
        },
      ]}
      form={(employee, close) => <EmployeeForm employee={employee} close={close} />}
    />
  );
}
