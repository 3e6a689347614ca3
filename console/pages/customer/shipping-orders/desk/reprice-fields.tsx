/** By what an order is priced again: its measures, or lines that staff write. */
import { SegmentedControl } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { StaffLines, toStaffInput, useStaffLines } from "./staff-lines.tsx";

type Priced = Parameters<typeof useStaffLines>[0] & {
  currency?: string | null;
  price_steps?: readonly { kind: string }[] | null;
};

/** One that staff priced begins with their lines. */
export function useRepricing(order: Priced) {
  const was_quoted = order.price_steps?.some(({ kind }) => kind === "quoted") === true;
  const [by, setBy] = useState<"measures" | "staff">(was_quoted ? "staff" : "measures");
  const staff = useStaffLines(order);
  return { by, setBy, staff, lines: by === "measures" ? {} : toStaffInput(staff.values) };
}

/** `children` stand where it is priced by its measures. */
export function RepriceFields({
  repricing: { by, setBy, staff },
  currency,
  words,
  children,
}: {
  repricing: ReturnType<typeof useRepricing>;
  currency: string;
  words: { by: string; measures: string; staff: string };
  children: ReactNode;
}) {
  return (
    <>
      <SegmentedControl
        aria-label={words.by}
        data={[
          { value: "measures", label: words.measures },
          { value: "staff", label: words.staff },
        ]}
        value={by}
        onChange={(value) => setBy(value as typeof by)}
      />
      {by === "measures" ? children : <StaffLines {...staff} currency={currency} />}
    </>
  );
}
