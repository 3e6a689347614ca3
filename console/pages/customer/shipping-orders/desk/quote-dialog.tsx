/** A price that staff write, line by line. */
import { client } from "../../../../api/client.ts";
import { Decide, type DialogProps } from "./decide.tsx";
import { StaffLines, toStaffInput, useStaffLines } from "./staff-lines.tsx";

export function QuoteDialog(props: DialogProps) {
  const staff = useStaffLines(props.order);
  return (
    <Decide
      decision="quote"
      {...props}
      input={toStaffInput(staff.values)}
      run={client.clientCustomerOrderQuote}
    >
      <StaffLines {...staff} currency={props.order.currency ?? "EUR"} />
    </Decide>
  );
}
