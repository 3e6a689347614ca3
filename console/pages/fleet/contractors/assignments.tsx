/** Current and past assignments of orders to contractors, with actions to reassign and to revoke them. */
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { IconPackageOff } from "#icons";
import { useMe } from "../../../api/session.ts";
import { bindFilters, FilterSearch, FilterSelect, getFilters } from "../../../parts/list/filters.tsx";
import { TableList } from "../../../parts/list/list.tsx";
import { Pager } from "../../../parts/pager.tsx";
import { useOpenRecord } from "../../../parts/record-link.tsx";
import { Empty } from "../../../parts/states.tsx";
import { useTimes } from "../../../parts/times.ts";
import { AssignOrders } from "./assign-orders.tsx";
import { AssignmentCard, buildAssignmentColumns } from "./assignment-columns.tsx";
import { RevokeAssignments } from "./end-assignments.tsx";
import { type Assignment, type AssignmentFilters, assignmentsQuery, contractorsQuery } from "./queries.ts";
import { text } from "./text.ts";

export function Assignments() {
  const times = useTimes();
  const openOrder = useOpenRecord("order");
  const may_change = useMe().user.role === "client_admin";
  const [filters, setFilters] = useState<AssignmentFilters>({ status: "active" });
  const [chosen_ids, setChosenIds] = useState<ReadonlySet<number>>(new Set());
  const [action, setAction] = useState<"move" | "take" | null>(null);
  const query = useQuery(assignmentsQuery(filters));
  const contractors = useQuery(contractorsQuery).data?.contractors ?? [];
  const change = (part: AssignmentFilters) => {
    setChosenIds(new Set());
    setFilters((old) => ({ ...old, page: 1, ...part }));
  };
  const filter = bindFilters(getFilters("brokerOrderAssignments"), filters, change);
  const people = contractors.flatMap(({ name, people: ones }) =>
    ones.map((person) => ({
      value: String(person.broker_id),
      label: person.name === name ? name : `${name}: ${person.name}`,
    })),
  );
  const rows = query.data?.assignments ?? [];
  const order_ids = rows.filter(({ id }) => chosen_ids.has(id)).map(({ order_id }) => order_id);
  const finish = () => {
    setAction(null);
    setChosenIds(new Set());
  };
  return (
    <TableList
      label={text.assignments}
      toolbar={
        <>
          <div className="filters">
            <FilterSearch label={text.search} {...filter("order_id")} />
            <FilterSelect
              label={text.contractor}
              any={text.any_contractor}
              searchable
              data={people}
              {...filter("broker_id")}
              w={220}
            />
            <FilterSelect
              label={text.state}
              any={text.any_state}
              names={text.status}
              {...filter("status")}
              w={150}
            />
          </div>
          {chosen_ids.size > 0 ? (
            <div
              className="filters"
              style={{ background: "var(--ph-accent-soft)", alignItems: "center" }}
              role="status"
            >
              <span className="strong grow">{text.selected({ n: order_ids.length })}</span>
              <Button variant="default" size="xs" onClick={() => setAction("move")}>
                {text.move}
              </Button>
              <Button variant="default" size="xs" onClick={() => setAction("take")}>
                {text.revoke}
              </Button>
              <Button variant="subtle" size="xs" color="gray" onClick={() => setChosenIds(new Set())}>
                {text.deselect}
              </Button>
            </div>
          ) : null}
        </>
      }
      query={query}
      rows={(output) => output.assignments}
      empty={
        <Empty icon={IconPackageOff} title={text.no_order}>
          {text.no_order_about}
        </Empty>
      }
      getKey={({ id }) => id}
      getName={({ order_id, order_ref }) => order_ref ?? text.order_id({ id: String(order_id) })}
      columns={buildAssignmentColumns(times, true)}
      onOpen={({ order_id }) => openOrder(order_id)}
      selection={
        may_change && filters.status === "active" ? { chosen: chosen_ids, change: setChosenIds } : undefined
      }
      card={(row: Assignment) => <AssignmentCard row={row} times={times} />}
      foot={(output) => (
        <Pager
          {...output}
          noun={text.assignment_count}
          onPage={(page) => setFilters((old) => ({ ...old, page }))}
        />
      )}
    >
      <AssignOrders
        order_ids={order_ids}
        opened={action === "move"}
        close={() => setAction(null)}
        done={finish}
      />
      <RevokeAssignments
        order_ids={order_ids}
        opened={action === "take"}
        close={() => setAction(null)}
        done={finish}
      />
    </TableList>
  );
}
