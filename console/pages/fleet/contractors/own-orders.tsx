/**
 * Orders assigned to the signed-in contractor, each of which it can release, and the orders that its rules
 * allow it to plan.
 */
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { IconPackageOff } from "#icons";
import { useMe } from "../../../api/session.ts";
import type { Column } from "../../../parts/grid/columns.ts";
import { bindFilters, FilterSelect, getFilters } from "../../../parts/list/filters.tsx";
import { TableList } from "../../../parts/list/list.tsx";
import { Page, Sheet } from "../../../parts/page.tsx";
import { Pager } from "../../../parts/pager.tsx";
import { useOpenRecord } from "../../../parts/record-link.tsx";
import { Empty } from "../../../parts/states.tsx";
import { useTimes } from "../../../parts/times.ts";
import { AssignmentCard, buildAssignmentColumns, isFinal } from "./assignment-columns.tsx";
import { ReleaseAssignment } from "./end-assignments.tsx";
import { ModuleOff } from "./module-off.tsx";
import {
  type Assignment,
  type AssignmentFilters,
  assignmentsQuery,
  contractorQuery,
  mayAssign,
  poolQuery,
} from "./queries.ts";
import { RuleList } from "./rule-list.tsx";
import { text } from "./text.ts";

export function OwnOrders() {
  const me = useMe();
  const times = useTimes();
  const contractor_id = me.user.contractor_id ?? 0;
  const pool = useQuery({ ...poolQuery(contractor_id, times.today()), enabled: contractor_id > 0 }).data;
  const contractor = useQuery({ ...contractorQuery(contractor_id), enabled: contractor_id > 0 }).data
    ?.contractor;
  return (
    <Page
      title={text.mine.title}
      subtitle={
        pool
          ? text.mine.pool({
              assigned: text.assigned_count({ n: pool.assigned }),
              more: String(pool.by_rules),
            })
          : text.mine.about
      }
    >
      {mayAssign(me) ? (
        <AssignedOrders />
      ) : (
        <Sheet label={text.mine.title} pad={false}>
          <ModuleOff />
        </Sheet>
      )}
      {contractor ? (
        <Sheet title={text.rules} pad={false}>
          <RuleList rules={contractor.rules} pool={pool} />
        </Sheet>
      ) : null}
    </Page>
  );
}

function AssignedOrders() {
  const times = useTimes();
  const openOrder = useOpenRecord("order");
  const [filters, setFilters] = useState<AssignmentFilters>({ status: "active" });
  const [asked_id, setAskedId] = useState<number | null>(null);
  const query = useQuery(assignmentsQuery(filters));
  const filter = bindFilters(getFilters("brokerOrderAssignments"), filters, (part: AssignmentFilters) =>
    setFilters(part),
  );
  const back: Column<Assignment> = {
    key: "back",
    head: text.mine.actions,
    align: "end",
    width: 120,
    cell: (row) =>
      row.status === "active" && row.route_id === null && !isFinal(row) ? (
        <Button
          variant="default"
          size="xs"
          onClick={(event) => {
            event.stopPropagation();
            setAskedId(row.order_id);
          }}
        >
          {text.release}
        </Button>
      ) : null,
  };
  return (
    <TableList
      label={text.mine.title}
      toolbar={
        <div className="filters">
          <FilterSelect
            label={text.state}
            any={text.any_state}
            names={text.status}
            {...filter("status")}
            w={150}
          />
        </div>
      }
      query={query}
      rows={({ assignments }) => assignments}
      empty={
        <Empty icon={IconPackageOff} title={text.mine.none}>
          {text.mine.none_about}
        </Empty>
      }
      getKey={({ id }) => id}
      getName={({ order_id, order_ref }) => order_ref ?? text.order_id({ id: String(order_id) })}
      columns={[...buildAssignmentColumns(times, false), back]}
      onOpen={({ order_id, status: standing }) => {
        // The released order is no longer visible to the contractor.
        if (standing === "active") openOrder(order_id);
      }}
      card={(row) => <AssignmentCard row={row} times={times} is_own />}
      foot={(page_of) => (
        <Pager
          {...page_of}
          onPage={(page) => setFilters((old) => ({ ...old, page }))}
          noun={text.assignment_count}
        />
      )}
    >
      <ReleaseAssignment order_id={asked_id ?? 0} opened={asked_id !== null} close={() => setAskedId(null)} />
    </TableList>
  );
}
