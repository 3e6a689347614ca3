/** Adds compartments to a locker: columns from the left, each a list of sizes from above. */
import { ActionIcon, Button, NumberInput, SimpleGrid } from "@mantine/core";
import { useRef } from "react";
import { IconPlus, IconX } from "#icons";
import type { LockerCompartmentsCreateInput } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { LOCKERS, type Locker } from "./queries.ts";
import { MEASURES, SIZES, type Size } from "./sizes.ts";
import { text } from "./text.ts";

const RULES = getRules("lockerCompartmentsCreate");
type Measures = Record<(typeof MEASURES)[number], number | "">;
const NO_MEASURES: Measures = { width_mm: "", height_mm: "", depth_mm: "" };

interface Values {
  columns: Size[][];
  measures: Partial<Record<Size, Measures>>;
}

/** Sizes of which somebody gave measures. */
const listDimensions = ({ columns, measures }: Values) =>
  SIZES.flatMap((size) => {
    const dimensions = measures[size];
    const is_used = columns.some((column) => column.includes(size));
    if (!is_used || dimensions === undefined || MEASURES.every((name) => dimensions[name] === "")) return [];
    return [{ size, ...dimensions }];
  });

export function WallForm({ locker, close }: { locker: Locker; close: () => void }) {
  const initial: Values = { columns: [["S", "S", "M", "L"]], measures: {} };
  /** The service names a place in the list of sizes that were sent. */
  const sent_sizes = useRef<Size[]>([]);
  return (
    <FormDrawer
      rules={RULES}
      close={close}
      title={text.add_compartments}
      size="xl"
      confirm={text.wall_form.submit}
      refused={text.wall_form.not_added}
      initial={initial}
      run={(values) => {
        const dimensions = listDimensions(values) as NonNullable<LockerCompartmentsCreateInput["dimensions"]>;
        sent_sizes.current = dimensions.map(({ size }) => size);
        return client.lockerCompartmentsCreate({
          locker_id: locker.id,
          columns: values.columns.filter((column) => column.length > 0),
          dimensions,
        });
      }}
      keys={[[LOCKERS]]}
      success_message={({ compartments }) => text.wall_form.added({ n: compartments.length })}
      toPath={(path) => {
        const [, index, member] = /^dimensions\.(\d+)\.(\w+)$/.exec(path) ?? [];
        return index === undefined ? path : `measures.${sent_sizes.current[Number(index)]}.${member}`;
      }}
    >
      {({ values, set, own, getError }) => {
        const { columns, measures } = values;
        const change = (at: number, column: Size[] | null) =>
          set({
            columns: columns.flatMap((one, index) => (index === at ? (column ? [column] : []) : [one])),
          });
        const used = SIZES.filter((size) => columns.some((column) => column.includes(size)));
        const given_sizes = listDimensions(values).map(({ size }) => size);
        return (
          <>
            <p className="dim">{text.wall_form.about}</p>
            <div className="wall-form-columns">
              {columns.map((column, at) => (
                <Column
                  // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place.
                  key={at}
                  n={at + 1}
                  sizes={column}
                  change={(sizes) => change(at, sizes)}
                  copy={() => set({ columns: columns.toSpliced(at + 1, 0, column) })}
                />
              ))}
              <Button
                variant="default"
                leftSection={<IconPlus size={16} />}
                style={{ flex: "none" }}
                onClick={() => set({ columns: [...columns, []] })}
              >
                {text.wall_form.column}
              </Button>
            </div>
            {getError("columns") ? <p className="note tone-bad">{getError("columns")}</p> : null}
            <fieldset className="wall-form-measures">
              <legend className="strong">{text.wall_form.measures}</legend>
              <p className="dim small">{text.wall_form.measures_about}</p>
              {used.map((size) => (
                <SimpleGrid key={size} cols={3} spacing="xs">
                  {MEASURES.map((name) => (
                    <NumberInput
                      key={name}
                      label={text.wall_form[name]({ size })}
                      {...own(`measures.${size}.${name}`, {
                        member: `dimensions.0.${name}`,
                        // All three or none.
                        required: given_sizes.includes(size),
                      })}
                      value={measures[size]?.[name] ?? ""}
                      onChange={(value) =>
                        set({
                          measures: {
                            ...measures,
                            [size]: {
                              ...(measures[size] ?? NO_MEASURES),
                              [name]: typeof value === "number" ? value : "",
                            },
                          },
                        })
                      }
                    />
                  ))}
                </SimpleGrid>
              ))}
            </fieldset>
          </>
        );
      }}
    </FormDrawer>
  );
}

function Column({
  n,
  sizes,
  change,
  copy,
}: {
  n: number;
  sizes: readonly Size[];
  change: (sizes: Size[] | null) => void;
  copy: () => void;
}) {
  return (
    <fieldset className="wall-form-column" aria-label={text.wall_form.column_n({ n })}>
      <span className="row apart nowrap">
        <span className="strong small">{text.wall_form.column_n({ n })}</span>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={text.wall_form.remove_column({ n })}
          onClick={() => change(null)}
        >
          <IconX size={14} />
        </ActionIcon>
      </span>
      {sizes.map((size, at) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a compartment is its place.
          key={at}
          className="wall-form-compartment"
        >
          <span className="strong">{size}</span>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={text.wall_form.remove({ n, row: at + 1, size })}
            onClick={() => change(sizes.filter((_, index) => index !== at))}
          >
            <IconX size={14} />
          </ActionIcon>
        </span>
      ))}
      <span className="row tight" style={{ gap: 3 }}>
        {SIZES.map((size) => (
          <Button
            key={size}
            size="compact-xs"
            variant="default"
            aria-label={text.wall_form.add({ n, size })}
            onClick={() => change([...sizes, size])}
          >
            {size}
          </Button>
        ))}
      </span>
      <Button size="compact-xs" variant="subtle" onClick={copy}>
        {text.wall_form.copy}
      </Button>
    </fieldset>
  );
}
