/** What a contractor holds: its orders, each handed back from here, and what its rules leave it to plan. */
import { Button, SegmentedControl } from "@mantine/core";
import { IconPackageOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import {
  type Assignment,
  assignmentsQuery,
  contractorQuery,
  mayAssign,
  poolQuery,
} from "../../api/contractors.ts";
import { useMe } from "../../api/session.ts";
import { Page, Sheet } from "../../parts/page.tsx";
import { Pager } from "../../parts/pager.tsx";
import { Empty, Loaded, Waiting } from "../../parts/states.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { useTimes } from "../../parts/times.ts";
import { count } from "../../parts/words.ts";
import { AssignmentCard, columnsOf, isOver } from "./columns.tsx";
import { ModuleOff } from "./module-off.tsx";
import { RuleList } from "./rule-list.tsx";
import { HandBack } from "./take-back.tsx";

export function OwnOrders() {
  const me = useMe();
  const times = useTimes();
  const contractor_id = me.user.contractor_id ?? 0;
  const pool = useQuery({ ...poolQuery(contractor_id, times.today()), enabled: contractor_id > 0 }).data;
  const contractor = useQuery({ ...contractorQuery(contractor_id), enabled: contractor_id > 0 }).data
    ?.contractor;
  return (
    <Page
      title="My orders"
      about={
        pool
          ? `To plan today: ${count(pool.assigned, "order")} in hand, ${pool.by_rules} more by rules`
          : "What the business handed to you"
      }
    >
      <section className="sheet" aria-label="My orders">
        {mayAssign(me) ? <Held /> : <ModuleOff />}
      </section>
      {contractor ? (
        <Sheet title="Rules" pad={false}>
          <RuleList rules={contractor.rules} pool={pool} />
        </Sheet>
      ) : null}
    </Page>
  );
}

function Held() {
  const times = useTimes();
  const navigate = useNavigate();
  const [status, setStatus] = useState<"active" | "all">("active");
  const [page, setPage] = useState(1);
  const [asked, setAsked] = useState<number | null>(null);
  const query = useQuery({
    ...assignmentsQuery({ page, ...(status === "active" ? { status } : {}) }),
    refetchInterval: 20_000,
  });
  const back: Column<Assignment> = {
    key: "back",
    head: "Actions",
    align: "end",
    width: 120,
    cell: (row) =>
      row.status === "active" && row.route_id === null && !isOver(row) ? (
        <Button
          variant="default"
          size="xs"
          onClick={(event) => {
            event.stopPropagation();
            setAsked(row.order_id);
          }}
        >
          Hand back
        </Button>
      ) : null,
  };
  return (
    <>
      <div className="filters">
        <SegmentedControl
          aria-label="Which orders"
          value={status}
          onChange={(value) => {
            setStatus(value as typeof status);
            setPage(1);
          }}
          data={[
            { value: "active", label: "In hand" },
            { value: "all", label: "All there were" },
          ]}
        />
      </div>
      <Loaded query={query} waiting={<Waiting rows={8} />}>
        {(found) =>
          found.assignments.length === 0 ? (
            <Empty icon={IconPackageOff} title="Nothing in hand">
              Orders that the business hands to you stand here.
            </Empty>
          ) : (
            <>
              <Table
                label="My orders"
                rows={found.assignments}
                keyOf={({ id }) => id}
                nameOf={({ order_id, order_ref }) => order_ref ?? `order ${order_id}`}
                columns={[...columnsOf(times, false), back]}
                onOpen={({ order_id, status: standing }) => {
                  // What was handed back is no longer in sight.
                  if (standing === "active")
                    void navigate({ to: "/orders/$order_id", params: { order_id: String(order_id) } });
                }}
                card={(row) => <AssignmentCard row={row} times={times} is_own />}
              />
              <Pager {...found} onPage={setPage} noun="assignments" />
            </>
          )
        }
      </Loaded>
      <HandBack order_id={asked ?? 0} opened={asked !== null} close={() => setAsked(null)} />
    </>
  );
}
