/** The week that is shown, and the ones before and after. */
import { ActionIcon, Button } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "#icons";
import { addDays, day, useTimes } from "../../../parts/times.ts";
import { findMonday } from "./shift-words.ts";
import { text } from "./text.ts";

export function WeekPicker({ monday, setDate }: { monday: string; setDate: (date: string) => void }) {
  const today = useTimes().today();
  return (
    <div className="row tight nowrap">
      <ActionIcon
        variant="default"
        size={34}
        aria-label={text.week_before}
        onClick={() => setDate(addDays(monday, -7))}
      >
        <IconChevronLeft size={16} />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={34}
        aria-label={text.week_after}
        onClick={() => setDate(addDays(monday, 7))}
      >
        <IconChevronRight size={16} />
      </ActionIcon>
      <span className="strong num" style={{ padding: "0 4px" }}>
        {day(monday)} – {day(addDays(monday, 6))}
      </span>
      {findMonday(today) === monday ? null : (
        <Button variant="default" size="xs" onClick={() => setDate(today)}>
          {text.this_week}
        </Button>
      )}
    </div>
  );
}
