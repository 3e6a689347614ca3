import { ActionIcon, Button, TextInput } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { addDays, useTimes } from "./times.ts";

export function DayPicker({ value, onChange }: { value: string; onChange: (date: string) => void }) {
  const today = useTimes().today();
  return (
    <div className="row tight nowrap">
      {value === today ? null : (
        <Button variant="default" onClick={() => onChange(today)}>
          Today
        </Button>
      )}
      <ActionIcon
        variant="default"
        size={34}
        aria-label="The day before"
        onClick={() => onChange(addDays(value, -1))}
      >
        <IconChevronLeft size={16} />
      </ActionIcon>
      <TextInput
        type="date"
        aria-label="Day"
        value={value}
        onChange={(event) => event.currentTarget.value && onChange(event.currentTarget.value)}
        w={142}
      />
      <ActionIcon
        variant="default"
        size={34}
        aria-label="The day after"
        onClick={() => onChange(addDays(value, 1))}
      >
        <IconChevronRight size={16} />
      </ActionIcon>
    </div>
  );
}
