/** What sharing the work evenly costs: the plan beside one without balance. */
import { Table } from "@mantine/core";
import { useMe } from "../../../api/session.ts";
import { duration, kilometres, money, number } from "../../../parts/format.ts";
import type { PlanRun } from "./queries.ts";
import { text } from "./text.ts";

type Compared = NonNullable<NonNullable<PlanRun["totals"]>["compared_to_unbalanced"]>;

export function CostOfBalance({ compared }: { compared: Compared }) {
  const currency = useMe().business?.currency;
  const { balanced, unbalanced } = compared;
  if (balanced === undefined || unbalanced === undefined)
    return (
      <p className="dim small">
        {text.run.even_shares({
          distance: signed(compared.distance_m, kilometres),
          vehicles: signed(compared.vehicles, (n) => text.run.vehicle_count({ n })),
        })}
      </p>
    );
  const rows = [
    { name: text.run.spread, field: "spread", format: (value: number) => number(value, HUNDREDTHS) },
    { name: text.run.cost, field: "cost_minor", format: (minor: number) => money(minor, currency) },
    { name: text.run.distance, field: "distance_m", format: kilometres },
    { name: text.run.duration, field: "duration_s", format: duration },
    { name: text.run.vehicles, field: "vehicles", format: number },
    { name: text.run.left_out, field: "unassigned", format: number },
  ] as const;
  return (
    <div>
      <Table
        aria-label={text.run.balance_cost}
        className="num"
        fz="xs"
        verticalSpacing={4}
        horizontalSpacing={4}
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th />
            <Table.Th ta="right" style={{ whiteSpace: "nowrap" }}>
              {text.run.balanced}
            </Table.Th>
            <Table.Th ta="right" style={{ whiteSpace: "nowrap" }}>
              {text.run.unbalanced}
            </Table.Th>
            <Table.Th ta="right" style={{ whiteSpace: "nowrap" }}>
              {text.run.difference}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ name, field, format }) => (
            <Table.Tr key={field}>
              <Table.Th scope="row" fw={400}>
                {name}
              </Table.Th>
              <Table.Td ta="right" style={{ whiteSpace: "nowrap" }}>
                {format(balanced[field])}
              </Table.Td>
              <Table.Td ta="right" style={{ whiteSpace: "nowrap" }}>
                {format(unbalanced[field])}
              </Table.Td>
              <Table.Td ta="right" style={{ whiteSpace: "nowrap" }}>
                {signed(balanced[field] - unbalanced[field], format)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <p className="dim small">{text.run.spread_about}</p>
    </div>
  );
}

const HUNDREDTHS = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

function signed(value: number, format: (value: number) => string): string {
  return value === 0 ? text.run.no_difference : `${value > 0 ? "+" : "−"}${format(Math.abs(value))}`;
}
