/** What was asked for by links to this order, newest first, with what became of it. */
import { day, type Times } from "../../../../parts/times.ts";
import type { OwnRequest } from "./queries.ts";
import { text } from "./text.ts";

export function Requests({
  requests,
  carrier,
  times,
}: {
  requests: readonly OwnRequest[];
  carrier: string;
  times: Times;
}) {
  if (requests.length === 0) return null;
  return (
    <div className="changes-asked">
      <h3>{text.asked}</h3>
      <ol aria-live="polite">
        {requests.map((request) => (
          <li key={request.id} className="changes-request">
            <div className="row apart nowrap">
              <span className="strong">{nameRequest(request, carrier)}</span>
              <span className={`changes-state ${request.state}`}>{text.states[request.state]}</span>
            </div>
            {request.text === "" ? null : <p className="changes-text">{request.text}</p>}
            {request.answer === null ? null : (
              <div className="changes-answer">
                <p className="small strong">{text.answer({ carrier })}</p>
                <p className="changes-text">{request.answer}</p>
              </div>
            )}
            <p className="dim small">{times.moment(request.created_at)}</p>
          </li>
        ))}
      </ol>
    </div>
  );
}

function nameRequest({ choice, scheduled_date }: OwnRequest, carrier: string): string {
  if (choice === "contact") return text.choices.contact.title({ carrier });
  const { title } = text.choices[choice];
  return scheduled_date === null ? title : `${title}: ${day(scheduled_date)}`;
}
