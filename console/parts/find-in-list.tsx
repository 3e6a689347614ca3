/** Above a list: a search while it is typed, and a choice of which of its records are shown. */
import { SegmentedControl } from "@mantine/core";
import type { Filter } from "../../packages/client/rule.ts";
import { FilterText } from "./list/filters.tsx";

interface FindInListProps {
  /** Such as "Find a driver". */
  label: string;
  /** What can be found by, such as "Name or plate". */
  placeholder: string;
  /** Of the member that it is sent as: null where the list is read whole, and looked through here. */
  rule: Filter | null;
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
  rule,
  text,
  setText,
  group_label,
  groups,
  group,
  setGroup,
}: FindInListProps) {
  return (
    <div className="filters">
      <FilterText
        label={label}
        placeholder={placeholder}
        rule={rule}
        value={text}
        change={(value = "") => setText(value)}
      />
      <SegmentedControl aria-label={group_label} value={group} onChange={setGroup} data={groups} />
    </div>
  );
}
