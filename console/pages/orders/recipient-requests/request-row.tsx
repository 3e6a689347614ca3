/** One request of a recipient: what was asked for, what became of it, and what may be decided. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { IconCalendarEvent, IconHome, IconMessage, IconNote, IconUsers } from "#icons";
import { useMe } from "../../../api/session.ts";
import { StatusBadge } from "../../../parts/badge.tsx";
import type { Tone } from "../../../parts/labels.ts";
import { RecordLink } from "../../../parts/record-link.tsx";
import { day, useTimes } from "../../../parts/times.ts";
import { DecideDialog, type Decision } from "./decide-dialog.tsx";
import { nameRequest } from "./name-request.ts";
import type { RecipientRequest } from "./queries.ts";
import { text } from "./text.ts";
import "./recipient-requests.css";

const ICONS = {
  note: IconNote,
  day: IconCalendarEvent,
  safe_place: IconHome,
  neighbour: IconUsers,
  contact: IconMessage,
} as const;

const TONES: Record<RecipientRequest["state"], Tone> = {
  open: "warn",
  applied: "good",
  accepted: "good",
  declined: "bad",
  answered: "good",
  replaced: "grey",
};

/** `with_order`: where the list is of several orders. */
export function RequestRow({ request, with_order }: { request: RecipientRequest; with_order: boolean }) {
  const times = useTimes();
  const may_decide = useMe().permissions.includes("orders:write");
  const [decision, setDecision] = useState<Decision | null>(null);
  const Icon = ICONS[request.choice];
  return (
    <div className="request">
      <span className="request-icon" aria-hidden>
        <Icon size={18} stroke={1.6} />
      </span>
      <div className="stack tight grow">
        <div className="row apart">
          <span className="strong">{nameRequest(request)}</span>
          <StatusBadge badge={{ label: text.states[request.state], tone: TONES[request.state] }} />
        </div>
        <p className="dim small">
          {with_order ? (
            <>
              <RecordLink type="order" id={request.order_id} inherit>
                {request.name || request.tracking_number}
              </RecordLink>{" "}
              ·{" "}
            </>
          ) : null}
          <span title={times.exact(request.created_at)}>{times.ago(request.created_at)}</span>
        </p>
        {request.day_change === null ? null : (
          <p className="small">
            {[
              text.day_changed({ day: day(request.day_change.scheduled_date) }),
              request.day_change.changed_by?.name,
              times.moment(request.day_change.changed_at),
            ]
              .filter(Boolean)
              .join(", ")}
          </p>
        )}
        {request.text === "" ? null : <p className="request-text">{request.text}</p>}
        {request.answer === null ? null : (
          <div className="request-answer">
            <p className="dim small">
              {text.answered_by({
                name: request.decided_by?.name ?? "",
                moment: times.moment(request.decided_at),
              })}
            </p>
            <p className="request-text">{request.answer}</p>
          </div>
        )}
        {may_decide && (request.can_decide || request.can_answer) ? (
          <div className="row tight">
            {request.can_decide ? (
              <>
                <Button size="xs" onClick={() => setDecision("accept")}>
                  {text.accept}
                </Button>
                <Button size="xs" variant="default" onClick={() => setDecision("decline")}>
                  {text.decline}
                </Button>
              </>
            ) : null}
            {request.can_answer ? (
              <Button
                size="xs"
                variant={request.state === "open" ? "filled" : "default"}
                onClick={() => setDecision("answer")}
              >
                {text.answer}
              </Button>
            ) : null}
          </div>
        ) : null}
      </div>
      {decision === null ? null : (
        <DecideDialog request={request} decision={decision} close={() => setDecision(null)} />
      )}
    </div>
  );
}
