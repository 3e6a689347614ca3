/** The day and the time window of the next attempt of orders. */
import { Button, Group, Select, TextInput } from "@mantine/core";
import type { ClientOrdersBulkActivityInput } from "../../../../packages/client/client.gen.ts";
import { getRules, toMemberProps } from "../../../parts/form-rules.ts";
import { addDays, type Times, useTimes } from "../../../parts/times.ts";
import { text } from "./text.ts";

const RULES = getRules("clientOrdersBulkActivity");

export interface NextAttempt {
  /** Empty: to be decided later. */
  date: string;
  window: "as_before" | "any" | "between";
  from: string;
  until: string;
}

export const NO_ATTEMPT: NextAttempt = { date: "", window: "as_before", from: "09:00", until: "12:00" };

/** Members of the request; null while what is filled in cannot be sent. */
export function toAttemptMembers(
  { date, window, from, until }: NextAttempt,
  times: Times,
): Pick<ClientOrdersBulkActivityInput, "scheduled_date" | "window"> | null {
  if (date === "") return {};
  if (window === "any") return { scheduled_date: date, window: null };
  if (window === "as_before") return { scheduled_date: date };
  if (from === "" || until === "") return null;
  // A window that ends before it starts ends on the next day.
  const end_date = until <= from ? addDays(date, 1) : date;
  return { scheduled_date: date, window: { start: times.at(date, from), end: times.at(end_date, until) } };
}

export function NextAttemptFields({
  value,
  change,
  optional = false,
}: {
  value: NextAttempt;
  change: (next: NextAttempt) => void;
  /** The day may be left open. */
  optional?: boolean;
}) {
  const times = useTimes();
  const today = times.today();
  const tomorrow = addDays(today, 1);
  const set = (part: Partial<NextAttempt>) => change({ ...value, ...part });
  return (
    <>
      <Group gap={8} align="end">
        <TextInput
          type="date"
          label={optional ? text.attempt.day_if_known : text.attempt.day}
          {...toMemberProps(RULES, "scheduled_date", { required: !optional })}
          min={today}
          data-autofocus
          value={value.date}
          onChange={(event) => set({ date: event.currentTarget.value })}
          style={{ flexGrow: 1 }}
        />
        <Button
          variant={value.date === today ? "light" : "default"}
          aria-pressed={value.date === today}
          onClick={() => set({ date: today })}
        >
          {text.attempt.today}
        </Button>
        <Button
          variant={value.date === tomorrow ? "light" : "default"}
          aria-pressed={value.date === tomorrow}
          onClick={() => set({ date: tomorrow })}
        >
          {text.attempt.tomorrow}
        </Button>
      </Group>
      {value.date === "" ? null : (
        <Group gap={8} align="end" grow>
          <Select
            label={text.attempt.window}
            data={[
              { value: "as_before", label: text.attempt.as_before },
              { value: "any", label: text.attempt.any },
              { value: "between", label: text.attempt.between },
            ]}
            allowDeselect={false}
            value={value.window}
            onChange={(window) => window && set({ window: window as NextAttempt["window"] })}
          />
          {value.window === "between" ? (
            <>
              <TextInput
                type="time"
                label={text.attempt.from}
                {...toMemberProps(RULES, "window.start")}
                value={value.from}
                onChange={(event) => set({ from: event.currentTarget.value })}
              />
              <TextInput
                type="time"
                label={text.attempt.until}
                {...toMemberProps(RULES, "window.end")}
                value={value.until}
                onChange={(event) => set({ until: event.currentTarget.value })}
              />
            </>
          ) : null}
        </Group>
      )}
    </>
  );
}
