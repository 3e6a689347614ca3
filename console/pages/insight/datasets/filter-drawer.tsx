/** Conditions that all hold, as rows; the address has them as a filter of the service. */
import { ActionIcon, Button, Drawer, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { IconPlus, IconX } from "#icons";
import { buildWhere, type Condition, listOperators, readConditions } from "./filters.ts";
import type { Dataset } from "./queries.ts";
import { text } from "./text.ts";

export function FilterDrawer({
  dataset,
  filter,
  close,
  apply,
}: {
  dataset: Dataset;
  filter: string | undefined;
  close: () => void;
  apply: (filter: string | undefined) => void;
}) {
  const { columns } = dataset;
  const new_condition: Condition = {
    key: columns[0]?.key ?? "",
    op: listOperators(columns[0])[0] ?? "eq",
    value: "",
  };
  const [conditions, setConditions] = useState<Condition[]>(() => {
    const read = readConditions(filter);
    return read.length === 0 ? [new_condition] : read;
  });
  const set = (index: number, part: Partial<Condition>) =>
    setConditions((was) => was.map((one, at) => (at === index ? { ...one, ...part } : one)));
  return (
    <Drawer opened onClose={close} title={text.filter}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          apply(buildWhere(conditions, columns));
          close();
        }}
      >
        {conditions.map((condition, index) => {
          const column = columns.find(({ key }) => key === condition.key);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no other identity.
            <div key={index} className="row nowrap" style={{ alignItems: "flex-end" }}>
              <Select
                className="grow"
                aria-label={text.column}
                allowDeselect={false}
                data={columns.map(({ key, name }) => ({ value: key, label: name }))}
                value={condition.key}
                onChange={(key) =>
                  set(index, {
                    key: key ?? "",
                    op: listOperators(columns.find((one) => one.key === key))[0] ?? "eq",
                  })
                }
              />
              <Select
                className="grow"
                aria-label={text.condition}
                allowDeselect={false}
                data={listOperators(column).map((value) => ({ value, label: text.operators[value] }))}
                value={condition.op}
                onChange={(op) => set(index, { op: (op ?? "eq") as Condition["op"] })}
              />
              {condition.op === "empty" || condition.op === "filled" ? null : (
                <TextInput
                  // No member of a request: one of many values in a condition, of the type of its column.
                  className="grow"
                  aria-label={text.value}
                  placeholder={column === undefined ? "" : text.placeholders[column.type]}
                  value={condition.value}
                  onChange={(event) => set(index, { value: event.currentTarget.value })}
                />
              )}
              <ActionIcon
                variant="subtle"
                size="lg"
                aria-label={text.remove_condition}
                onClick={() => setConditions((was) => was.filter((_, at) => at !== index))}
              >
                <IconX size={16} />
              </ActionIcon>
            </div>
          );
        })}
        <Button
          variant="subtle"
          style={{ alignSelf: "flex-start" }}
          leftSection={<IconPlus size={15} />}
          onClick={() => setConditions((was) => [...was, new_condition])}
        >
          {text.add_condition}
        </Button>
        <div className="row drawer-foot">
          <Button
            variant="default"
            onClick={() => {
              apply(undefined);
              close();
            }}
          >
            {text.show_all}
          </Button>
          <Button type="submit">{text.apply}</Button>
        </div>
      </form>
    </Drawer>
  );
}
