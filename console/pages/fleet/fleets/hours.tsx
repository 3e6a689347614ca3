/** Hours of the drivers in a week, with what breaks the rules. */
import { IconClockHour4 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Tag } from "../../../parts/badge.tsx";
import { Bar } from "../../../parts/page.tsx";
import { Empty, Loaded, Waiting } from "../../../parts/states.tsx";
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
      <section className="sheet" aria-label={text.hours}>
        <Loaded query={query} fallback={<Waiting rows={6} />}>
          {({ drivers, week_max_min }) =>
            drivers.length === 0 ? (
              <Empty icon={IconClockHour4} title={text.no_drivers} />
            ) : (
              <ul className="list" aria-label={text.hours}>
                {drivers.map((one) => (
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
                        of={week_max_min}
                        label={text.of_week({
                          worked: formatMinutes(one.longest_week_min),
                          most: formatMinutes(week_max_min),
                        })}
                        tone={one.longest_week_min > week_max_min ? "bad" : "accent"}
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
                ))}
              </ul>
            )
          }
        </Loaded>
      </section>
    </div>
  );
}
