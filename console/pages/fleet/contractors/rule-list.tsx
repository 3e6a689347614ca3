/** A contractor's rules in plain text, with the orders that each has planned and could plan on a day. */
import { Button } from "@mantine/core";
import { IconFilterOff } from "#icons";
import type { ClientContractorPoolOutput } from "../../../../packages/client/client.gen.ts";
import { getLocale } from "../../../language/language.ts";
import { Empty } from "../../../parts/states.tsx";
import { nameOrderType } from "../../orders/orders/status.ts";
import type { ContractorRule } from "./queries.ts";
import { text } from "./text.ts";

/** Short names of the days, Monday first. */
export function listWeekdays(): string[] {
  const names = new Intl.DateTimeFormat(getLocale(), { weekday: "short", timeZone: "UTC" });
  // The first of January 2024 was a Monday.
  return Array.from({ length: 7 }, (_, day) => names.format(Date.UTC(2024, 0, 1 + day)));
}

/** How many postal codes are listed; the rest is only counted. */
const LISTED_CODES_MAX = 6;

function describeRule(rule: ContractorRule): string {
  const { postcode_prefixes: codes, polygon, types, weekdays, capacity_per_day } = rule;
  const listed = codes?.slice(0, LISTED_CODES_MAX).join(", ");
  return [
    codes
      ? codes.length > LISTED_CODES_MAX
        ? text.rule.listed_more({ codes: listed ?? "", n: String(codes.length - LISTED_CODES_MAX) })
        : text.rule.listed({ codes: listed ?? "" })
      : polygon
        ? text.rule.inside({ n: polygon.length })
        : text.rule.areas.anywhere,
    types ? types.map((type) => nameOrderType(type).toLowerCase()).join(", ") : null,
    weekdays
      ? [...weekdays]
          .sort()
          .map((at) => listWeekdays()[at - 1])
          .join(" ")
      : null,
    capacity_per_day === undefined ? null : text.rule.at_most({ n: String(capacity_per_day) }),
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
      <Empty icon={IconFilterOff} title={text.rule.none}>
        {text.rule.none_about}
      </Empty>
    );
  }
  return (
    <ol className="list">
      {rules.map((rule, index) => {
        const counted = pool?.rules[index];
        const name = rule.name || text.rule.number({ n: String(index + 1) });
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rules are identified by their index.
          <li key={index} className="row apart" style={{ padding: "10px 14px" }}>
            <div style={{ flex: "1 1 240px", minWidth: 0 }}>
              <div className="strong">{name}</div>
              <div className="dim small">{describeRule(rule)}</div>
            </div>
            {counted ? (
              <span className="small dim num nowrap">
                {text.rule.counted({ planned: String(counted.planned), open: String(counted.open) })}
              </span>
            ) : null}
            {change ? (
              <span className="row tight nowrap">
                <Button
                  variant="default"
                  size="xs"
                  aria-label={text.rule.change_name({ name })}
                  onClick={() => change.open(index)}
                >
                  {text.rule.change}
                </Button>
                <Button
                  variant="subtle"
                  size="xs"
                  color="gray"
                  loading={change.busy}
                  aria-label={text.remove_name({ name })}
                  onClick={() => change.remove(index)}
                >
                  {text.remove}
                </Button>
              </span>
            ) : null}
          </li>
        );
      })}
    </ol>
  );
}
