/** Every step of a transfer, with who took it, on which device and where. */

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { findWord } from "../../../parts/labels.ts";
import { Loaded, Waiting } from "../../../parts/states.tsx";
import { useTimes } from "../../../parts/times.ts";
import { STEPS_PER_PAGE, stepsQuery, type TransferStep } from "./queries.ts";
import { text } from "./text.ts";

export function History({ transfer_id }: { transfer_id: number }) {
  const [is_shown, show] = useState(false);
  return (
    <section className="sheet" aria-label={text.history}>
      <div className="sheet-head">
        <h2>{text.history}</h2>
        {is_shown ? null : (
          <div className="sheet-actions">
            <Button variant="default" size="compact-sm" onClick={() => show(true)}>
              {text.show_history}
            </Button>
          </div>
        )}
      </div>
      {is_shown ? <Steps transfer_id={transfer_id} /> : null}
    </section>
  );
}

function Steps({ transfer_id }: { transfer_id: number }) {
  const [page, setPage] = useState(1);
  const query = useQuery(stepsQuery(transfer_id, page));
  return (
    <Loaded query={query} fallback={<Waiting rows={5} />}>
      {({ steps, total }) => (
        <>
          <ul className="list" aria-label={text.history}>
            {steps.map((step) => (
              <Step key={step.id} step={step} />
            ))}
          </ul>
          {total > STEPS_PER_PAGE ? (
            <div className="row" style={{ padding: "10px 16px" }}>
              <Button
                variant="default"
                size="compact-sm"
                disabled={page === 1}
                onClick={() => setPage(page - 1)}
              >
                {text.newer}
              </Button>
              <Button
                variant="default"
                size="compact-sm"
                disabled={page * STEPS_PER_PAGE >= total}
                onClick={() => setPage(page + 1)}
              >
                {text.older}
              </Button>
            </div>
          ) : null}
        </>
      )}
    </Loaded>
  );
}

function Step({ step }: { step: TransferStep }) {
  const { moment } = useTimes();
  const { kind, tracking_number, scanned, warehouse, detail, device_id, position, at, by } = step;
  const facts = [
    // A code of a step that was refused, or what somebody wrote.
    detail === null ? null : (findWord(text.details, detail) ?? detail),
    warehouse?.code,
    by?.name,
    device_id === null ? null : text.device({ id: device_id }),
    position === null ? null : `${text.position} ${position.lat.toFixed(4)}, ${position.lng.toFixed(4)}`,
  ];
  return (
    <li className="transfer-step">
      <span className="num dim small">{moment(at)}</span>
      <span className="stack tight" style={{ gap: 0, minWidth: 0 }}>
        <span className="row tight">
          <span className="strong">{text.steps[kind]}</span>
          <span className="mono small cut">{tracking_number ?? scanned}</span>
        </span>
        <span className="dim small">{facts.filter(Boolean).join(" · ")}</span>
      </span>
    </li>
  );
}
