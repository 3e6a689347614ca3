/** Hours of the drivers in a week, with what breaks the rules. */

import { useQuery } from "@tanstack/react-query";
import { IconClockHour4 } from "#icons";
import { Tag } from "../../../parts/badge.tsx";
import { List } from "../../../parts/list/list.tsx";
import { Bar } from "../../../parts/page.tsx";
import { Empty } from "../../../parts/states.tsx";
import { addDays } from "../../../parts/times.ts";
import { hoursQuery } from "./queries.ts";
import { formatMinutes } from "./shift-words.ts";
import { text } from "./text.ts";
import { WeekPicker } from "./week-picker.tsx";

export function Hours({
  fleet_id,
  monday,
  setDate,
}: {
  fleet_id: number;
  monday: string;
  setDate: (date: string) => void;
}) {
  const query = useQuery(hoursQuery(fleet_id, monday, addDays(monday, 6)));
  return (
    <div className="stack">
      <WeekPicker monday={monday} setDate={setDate} />
      <List
        label={text.hours}
        query={query}
        rows={({ drivers, week_max_min }) => drivers.map((one) => ({ ...one, week_max_min }))}
        empty={<Empty icon={IconClockHour4} title={text.no_drivers} />}
        item={(one) => (
          <li key={one.driver_id} className="list-row" style={{ flexWrap: "wrap" }}>
            <span className="strong cut" style={{ minWidth: 140, flex: "1 1 140px" }}>
              {one.name}
            </span>
            <span className="dim small" style={{ minWidth: 80 }}>
              {text.shifts_count({ n: one.shifts })}
            </span>
            <span className="num small" style={{ minWidth: 150 }}>
              {text.planned_worked({
                planned: formatMinutes(one.planned_min),
                worked: formatMinutes(one.worked_min),
              })}
            </span>
            <span style={{ width: 120 }}>
              <Bar
                value={one.longest_week_min}
                of={one.week_max_min}
                label={text.of_week({
                  worked: formatMinutes(one.longest_week_min),
                  most: formatMinutes(one.week_max_min),
                })}
                tone={one.longest_week_min > one.week_max_min ? "bad" : "accent"}
              />
            </span>
            {one.no_shows > 0 ? <Tag tone="bad">{text.no_shows({ n: one.no_shows })}</Tag> : null}
            {one.warnings.length === 0 ? null : (
              <ul className="stack tight small" style={{ flexBasis: "100%" }}>
                {one.warnings.map((warning) => (
                  <li key={`${warning.shift_id}/${warning.rule}`} className="row nowrap">
                    <Tag tone="warn">{text.rules[warning.rule]}</Tag>
                    <span>{warning.message}</span>
                  </li>
                ))}
              </ul>
            )}
          </li>
        )}
      />
    </div>
  );
}
