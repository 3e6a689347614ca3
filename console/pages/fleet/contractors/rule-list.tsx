/** A contractor's rules in plain text, with the orders that each has planned and could plan on a day. */
import { Button } from "@mantine/core";
import { IconFilterOff } from "@tabler/icons-react";
import type { ClientContractorPoolOutput } from "../../../../packages/client/client.gen.ts";
import type { ContractorRule } from "../../../api/contractors.ts";
import { count } from "../../../parts/format.ts";
import { ORDER_TYPE } from "../../../parts/labels.ts";
import { Empty } from "../../../parts/states.tsx";

export const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as const;

/** How many postal codes are listed; the rest is only counted. */
const LISTED_CODES_MAX = 6;

function describeRule(rule: ContractorRule): string {
  const { postcode_prefixes: codes, polygon, types, weekdays, capacity_per_day } = rule;
  const listed = codes?.slice(0, LISTED_CODES_MAX).join(", ");
  return [
    codes
      ? `Postal codes ${listed}${codes.length > LISTED_CODES_MAX ? ` and ${codes.length - LISTED_CODES_MAX} more` : ""}`
      : polygon
        ? `Inside an area of ${count(polygon.length, "corner")}`
        : "Anywhere",
    types ? types.map((type) => (ORDER_TYPE[type] ?? type).toLowerCase()).join(", ") : null,
    weekdays
      ? [...weekdays]
          .sort()
          .map((at) => WEEKDAYS[at - 1])
          .join(" ")
      : null,
    capacity_per_day === undefined ? null : `at most ${capacity_per_day} a day`,
  ]
    .filter((part) => part !== null)
    .join(" · ");
}

export function RuleList({
  rules,
  pool,
  change,
}: {
  rules: readonly ContractorRule[];
  pool: ClientContractorPoolOutput | undefined;
  /** Opens or removes a rule; absent for read-only accounts. */
  change?: { open: (index: number) => void; remove: (index: number) => void; busy: boolean };
}) {
  if (rules.length === 0) {
    return (
      <Empty icon={IconFilterOff} title="No rules">
        Without rules only orders that are assigned one by one can be planned.
      </Empty>
    );
  }
  return (
    <ol className="list">
      {rules.map((rule, index) => {
        const counted = pool?.rules[index];
        const name = rule.name || `Rule ${index + 1}`;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rules are identified by their index.
          <li key={index} className="row apart" style={{ padding: "10px 14px" }}>
            <div style={{ flex: "1 1 240px", minWidth: 0 }}>
              <div className="strong">{name}</div>
              <div className="dim small">{describeRule(rule)}</div>
            </div>
            {counted ? (
              <span className="small dim num nowrap">
                {counted.planned} planned, {counted.open} open
              </span>
            ) : null}
            {change ? (
              <span className="row tight nowrap">
                <Button
                  variant="default"
                  size="xs"
                  aria-label={`Change ${name}`}
                  onClick={() => change.open(index)}
                >
                  Change
                </Button>
                <Button
                  variant="subtle"
                  size="xs"
                  color="gray"
                  loading={change.busy}
                  aria-label={`Remove ${name}`}
                  onClick={() => change.remove(index)}
                >
                  Remove
                </Button>
              </span>
            ) : null}
          </li>
        );
      })}
    </ol>
  );
}
