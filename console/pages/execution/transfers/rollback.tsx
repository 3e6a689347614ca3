/** Rolling a transfer back, after its preview: what goes back where, and what has moved on and stays. */
import { TextInput } from "@mantine/core";
import { client } from "../../../api/client.ts";
import { ActionDialog } from "../../../parts/action-dialog.tsx";
import { Tag } from "../../../parts/badge.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { useMemberText } from "../../../parts/member-text.ts";
import { notifySuccess } from "../../../parts/toast.ts";
import type { Transfer, TransferRollbackItem } from "./queries.ts";
import { text } from "./text.ts";

export function RollBack({
  transfer,
  opened,
  close,
}: {
  transfer: Transfer;
  opened: boolean;
  close: () => void;
}) {
  const reason = useMemberText(getRules("transferRollback"), "reason");
  const input = {
    transfer_id: transfer.id,
    ...(reason.text === "" ? {} : { reason: reason.text }),
  };
  return (
    <ActionDialog
      opened={opened}
      close={close}
      name="transferRollback"
      title={text.roll_back_title}
      confirm={text.roll_back}
      danger
      input={input}
      run={(options) => client.transferRollback(input, options)}
      outcome={({ items, restored, left }) => (
        <div className="stack tight">
          <span className="row">
            <Tag tone="good">{text.would_restore({ n: restored })}</Tag>
            {left > 0 ? <Tag tone="warn">{text.would_leave({ n: left })}</Tag> : null}
          </span>
          <ul className="list" aria-label={text.items} style={{ maxHeight: 240, overflow: "auto" }}>
            {items.map((item) => (
              <li key={item.parcel_id} className="stack tight" style={{ gap: 0, padding: "4px 0" }}>
                <span className="mono small">{item.tracking_number}</span>
                <span className={item.outcome === "left" ? "strong small" : "dim small"}>
                  {describeOutcome(item)}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
      done={({ restored }) => {
        notifySuccess(text.rolled_back({ n: restored }));
        close();
      }}
    >
      <p>{text.roll_back_about}</p>
      <TextInput label={text.roll_back_reason} {...reason.props} />
    </ActionDialog>
  );
}

function describeOutcome({ outcome, why_left, warehouse, bin_code }: TransferRollbackItem): string {
  if (outcome === "left") return text.left[why_left ?? "moved_on"];
  if (outcome === "taken_off") return text.outcomes.taken_off;
  return text.outcomes.restored({ place: [warehouse?.code, bin_code].filter(Boolean).join(" · ") });
}
