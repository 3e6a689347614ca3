/** Dialogs that revoke assignments and, for a contractor, release one. */
import { TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type {
  ReleaseBrokerOrderAssignmentOutput,
  RevokeBrokerOrderAssignmentsOutput,
} from "../../../../packages/client/client.gen.ts";
import { client as service } from "../../../api/client.ts";
import { ActionDialog } from "../../../parts/action-dialog.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { useMemberText } from "../../../parts/member-text.ts";
import { notifySuccess, notifyWarning } from "../../../parts/toast.ts";
import { invalidatedQueries } from "./queries.ts";
import { SkippedOrders } from "./skipped-orders.tsx";
import { text } from "./text.ts";

interface DialogProps {
  opened: boolean;
  close: () => void;
  done?: () => void;
}

export function RevokeAssignments({
  order_ids,
  opened,
  close,
  done = close,
}: DialogProps & { order_ids: readonly number[] }) {
  const client = useQueryClient();
  const reason = useMemberText(getRules("revokeBrokerOrderAssignments"), "reason");
  const input = { order_ids: [...order_ids], ...(reason.text ? { reason: reason.text } : {}) };
  return (
    <ActionDialog<RevokeBrokerOrderAssignmentsOutput>
      name="revoke-assignments"
      opened={opened}
      close={close}
      title={text.revoke_title({ n: order_ids.length })}
      confirm={text.revoke}
      danger
      input={input}
      run={(options) => service.revokeBrokerOrderAssignments(input, options)}
      possible={({ result }) => result}
      outcome={(answer) => (
        <SkippedOrders
          errors={answer.errors}
          lead={answer.result ? text.revoke_outcome({ n: answer.revoked }) : text.revoke_nothing}
        />
      )}
      done={({ revoked, skipped }) => {
        for (const queryKey of invalidatedQueries) void client.invalidateQueries({ queryKey });
        if (skipped === 0) notifySuccess(text.revoked({ n: revoked }));
        else notifyWarning(text.revoked_partly({ n: String(revoked), all: String(revoked + skipped) }));
        reason.clear();
        done();
      }}
    >
      <TextInput label={text.end_reason} data-autofocus {...reason.props} />
    </ActionDialog>
  );
}

export function ReleaseAssignment({ order_id, opened, close }: DialogProps & { order_id: number }) {
  const client = useQueryClient();
  const reason = useMemberText(getRules("releaseBrokerOrderAssignment"), "reason");
  const input = { order_id, ...(reason.text ? { reason: reason.text } : {}) };
  return (
    <ActionDialog<ReleaseBrokerOrderAssignmentOutput>
      name="release-assignment"
      opened={opened}
      close={close}
      title={text.release_title}
      confirm={text.release}
      danger
      input={input}
      run={(options) => service.releaseBrokerOrderAssignment(input, options)}
      outcome={() => <p>{text.release_outcome}</p>}
      done={() => {
        for (const queryKey of invalidatedQueries) void client.invalidateQueries({ queryKey });
        notifySuccess(text.release_done);
        reason.clear();
        close();
      }}
    >
      <TextInput label={text.end_reason} data-autofocus {...reason.props} />
    </ActionDialog>
  );
}
