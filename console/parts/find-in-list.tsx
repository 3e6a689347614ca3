/** Above a list that is read whole: a search, and a choice of which of its records are shown. */
import { SegmentedControl, TextInput } from "@mantine/core";
import { IconSearch } from "#icons";

interface FindInListProps {
  /** Such as "Find a driver". */
  label: string;
  /** What can be found by, such as "Name or plate". */
  placeholder: string;
  text: string;
  setText: (text: string) => void;
  /** Such as "Which drivers". */
  group_label: string;
  groups: { value: string; label: string }[];
  group: string;
  setGroup: (group: string) => void;
}

export function FindInList({
  label,
  placeholder,
  text,
  setText,
  group_label,
  groups,
  group,
  setGroup,
}: FindInListProps) {
  return (
    <div className="filters">
      <TextInput
        className="grow"
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={100}
        leftSection={<IconSearch size={16} />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <SegmentedControl aria-label={group_label} value={group} onChange={setGroup} data={groups} />
    </div>
  );
}
