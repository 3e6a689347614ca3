/** Accepts, declines or answers a request, with a preview of what it does to the order. */
import { Textarea } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { client } from "../../../api/client.ts";
import { ActionDialog } from "../../../parts/action-dialog.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { useMemberText } from "../../../parts/member-text.ts";
import { day, useTimes } from "../../../parts/times.ts";
import { notifySuccess } from "../../../parts/toast.ts";
import { nameRequest } from "./name-request.ts";
import type { RecipientRequest } from "./queries.ts";
import { text } from "./text.ts";

const RULES = getRules("clientRecipientRequestDecide");

export type Decision = "accept" | "decline" | "answer";

export function DecideDialog({
  request,
  decision,
  close,
}: {
  request: RecipientRequest;
  decision: Decision;
  close: () => void;
}) {
  const queries = useQueryClient();
  const answer = useMemberText(RULES, "answer", { required: decision === "answer" });
  const written = answer.text;
  const times = useTimes();
  const moved = decision === "accept" ? request.day_change : null;
  return (
    <ActionDialog<object>
      opened
      close={close}
      name={`request ${request.id} ${request.version} ${decision}`}
      title={nameRequest(request)}
      confirm={text[decision]}
      danger={decision === "decline"}
      input={decision === "answer" && written === "" ? null : { decision, written }}
      run={(options) =>
        client.clientRecipientRequestDecide(
          {
            request_id: request.id,
            decision,
            ...(written === "" ? {} : { answer: written }),
            ...(moved === null ? {} : { replaces_day: moved.scheduled_date }),
          },
          { ...options, if_match: request.version },
        )
      }
      done={() => {
        for (const queryKey of [["recipient-requests"], ["dispatch"], ["orders"]])
          void queries.invalidateQueries({ queryKey });
        notifySuccess(text.done[decision]);
        close();
      }}
    >
      {moved === null ? null : (
        <p className="strong">
          {[
            text.day_changed({ day: day(moved.scheduled_date) }),
            moved.changed_by?.name,
            times.moment(moved.changed_at),
          ]
            .filter(Boolean)
            .join(", ")}
        </p>
      )}
      {request.text === "" ? null : <blockquote className="request-quote">{request.text}</blockquote>}
      <Textarea
        data-autofocus
        label={decision === "answer" ? text.answer : text.answer_optional}
        description={text.answer_about}
        autosize
        minRows={2}
        {...answer.props}
      />
    </ActionDialog>
  );
}
