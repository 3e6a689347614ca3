/** What each column of the file holds. */
import { Select } from "@mantine/core";
import { Sheet } from "../../../../parts/page.tsx";
import { FIELDS, type Field, type Mapping } from "./fields.ts";
import { text } from "./text.ts";

export function Columns({
  heads,
  examples,
  mapping,
  change,
}: {
  heads: readonly string[];
  examples: readonly (readonly string[])[];
  mapping: Mapping;
  change: (column: number, field: Field | null) => void;
}) {
  const name = (index: number) => heads[index] || text.columns.unnamed({ n: String(index + 1) });
  const left_out = heads.flatMap((_, index) => (mapping[index] === null ? [name(index)] : []));
  return (
    <Sheet pad={false}>
      <details open={left_out.length > 0 || !mapping.includes("line1")}>
        <summary style={{ padding: "12px 14px" }}>
          <span className="strong">{text.columns.title}</span>{" "}
          <span className="dim small">
            {left_out.length > 0 ? text.columns.left_out({ names: left_out.join(", ") }) : text.columns.about}
          </span>
        </summary>
        <div className="import-columns">
          {heads.map((head, index) => (
            <Select
              // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their places, and heads may repeat.
              key={index}
              size="xs"
              label={head || text.columns.unnamed({ n: String(index + 1) })}
              description={examples.find((cells) => cells[index])?.[index]?.slice(0, 40)}
              placeholder={text.columns.none}
              searchable
              clearable
              clearButtonProps={{ "aria-label": text.columns.none }}
              data={FIELDS.map((field) => ({ value: field, label: text.fields[field] }))}
              value={mapping[index] ?? null}
              onChange={(value) => change(index, value as Field | null)}
            />
          ))}
        </div>
      </details>
    </Sheet>
  );
}
