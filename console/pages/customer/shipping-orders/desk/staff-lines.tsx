/** Lines of a price that staff write, with a note for the customer. */
import { ActionIcon, Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { IconPlus, IconTrash } from "#icons";
import { getRules, toMemberProps } from "../../../../parts/form-rules.ts";
import { minorUnits, money } from "../../../../parts/format.ts";
import { AmountInput } from "../../../money/price-lists/inputs.tsx";
import type { CustomerOrder } from "../queries.ts";
import { text } from "../text.ts";

const RULES = getRules("clientCustomerOrderQuote");

interface Line {
  key: number;
  label: string;
  amount_minor: number | undefined;
}

interface Values {
  lines: readonly Line[];
  note: string;
}

/** Starts with the lines that staff wrote before. */
export function useStaffLines({ price_details }: Pick<CustomerOrder, "price_details">) {
  const [values, setValues] = useState<Values>(() => {
    const existing_lines = (price_details ?? []).map(({ label, amount_minor }, index) => ({
      key: index,
      label,
      amount_minor: amount_minor as number | undefined,
    }));
    return {
      lines: existing_lines.length > 0 ? existing_lines : [{ key: 0, label: "", amount_minor: undefined }],
      note: "",
    };
  });
  return { values, setValues };
}

/** Null while a line has no text or no amount. */
export function toStaffInput({ lines, note }: Values) {
  const written = lines.map(({ label, amount_minor }) => ({ label: label.trim(), amount_minor }));
  const is_whole = (line: (typeof written)[number]): line is { label: string; amount_minor: number } =>
    line.label !== "" && line.amount_minor !== undefined;
  if (!written.every(is_whole)) return null;
  return {
    lines: written as { label: string; amount_minor: number }[],
    ...(note.trim() === "" ? {} : { note: note.trim() }),
  };
}

export function StaffLines({
  values,
  setValues,
  currency,
}: ReturnType<typeof useStaffLines> & { currency: string }) {
  const { lines, note } = values;
  const edit = (line: Line, part: Partial<Line>) =>
    setValues({ ...values, lines: lines.map((one) => (one === line ? { ...one, ...part } : one)) });
  const total = lines.reduce((sum, { amount_minor = 0 }) => sum + amount_minor, 0);
  return (
    <div className="stack">
      <ol className="stack tight" aria-label={text.desk.lines}>
        {lines.map((line, index) => (
          <li key={line.key} className="row nowrap" style={{ alignItems: "flex-end" }}>
            <TextInput
              className="grow"
              label={index === 0 ? text.desk.line : undefined}
              aria-label={text.desk.line_n({ n: index + 1 })}
              data-autofocus={index === 0 || undefined}
              {...toMemberProps(RULES, "lines.0.label", { required: false })}
              value={line.label}
              onChange={(event) => edit(line, { label: event.currentTarget.value })}
            />
            <AmountInput
              w={120}
              label={index === 0 ? text.desk.amount({ currency }) : undefined}
              aria-label={text.desk.amount_n({ n: index + 1 })}
              {...toMemberProps(RULES, "lines.0.amount_minor", {
                required: false,
                scale: minorUnits(currency),
              })}
              value={line.amount_minor}
              onChange={(amount_minor) => edit(line, { amount_minor })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={text.desk.remove_line({ n: index + 1 })}
              disabled={lines.length === 1}
              onClick={() => setValues({ ...values, lines: lines.filter((one) => one !== line) })}
            >
              <IconTrash size={15} />
            </ActionIcon>
          </li>
        ))}
      </ol>
      <div className="row apart">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} />}
          disabled={lines.length >= RULES.by_path["lines"]!.maxItems!}
          onClick={() =>
            setValues({
              ...values,
              lines: [
                ...lines,
                { key: Math.max(...lines.map(({ key }) => key)) + 1, label: "", amount_minor: undefined },
              ],
            })
          }
        >
          {text.desk.add_line}
        </Button>
        <span className="strong num">
          {text.total}: {money(total, currency)}
        </span>
      </div>
      <TextInput
        label={text.note}
        description={text.desk.for_customer}
        {...toMemberProps(RULES, "note")}
        value={note}
        onChange={(event) => setValues({ ...values, note: event.currentTarget.value })}
      />
    </div>
  );
}
