import { ActionIcon, Button, TextInput } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "#icons";
import { text } from "./text.ts";
import { addDays, useTimes } from "./times.ts";

export function DayPicker({ value, onChange }: { value: string; onChange: (date: string) => void }) {
  const today = useTimes().today();
  return (
    <div className="row tight nowrap">
      {value === today ? null : (
        <Button variant="default" onClick={() => onChange(today)}>
          {text.day.today}
        </Button>
      )}
      <ActionIcon
        variant="default"
        size={34}
        aria-label={text.day.before}
        onClick={() => onChange(addDays(value, -1))}
      >
        <IconChevronLeft size={16} />
      </ActionIcon>
      <TextInput
        type="date"
        aria-label={text.day.day}
        value={value}
        onChange={(event) => event.currentTarget.value && onChange(event.currentTarget.value)}
        w={142}
      />
      <ActionIcon
        variant="default"
        size={34}
        aria-label={text.day.after}
        onClick={() => onChange(addDays(value, 1))}
      >
        <IconChevronRight size={16} />
      </ActionIcon>
    </div>
  );
}
