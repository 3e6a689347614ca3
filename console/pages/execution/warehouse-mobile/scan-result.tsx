/** What the last scan did, readable from two metres away. */
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import type { Tone } from "../../../parts/labels.ts";
import "../../warehouse/receiving/receiving.css";

export interface ScanOutcome {
  state: string;
  tone: Tone;
  title: string;
  about?: ReactNode;
  /** A lane, a bin, a count: what the person needs next. */
  big?: string;
  /** Which of several orders with the code. */
  choices?: readonly { label: string; pick: () => void }[];
}

export function ScanResult({ result, children }: { result: ScanOutcome; children?: ReactNode }) {
  const { state, tone, title, about, big, choices = [] } = result;
  return (
    <div className={`scan-result tone-${tone}`} role="status" aria-live="assertive" data-result={state}>
      <div className="row nowrap" style={{ alignItems: "flex-start" }}>
        <div className="stack tight grow">
          <h2>{title}</h2>
          <div>{about}</div>
        </div>
        {big === undefined ? null : <span className="scan-count">{big}</span>}
      </div>
      {choices.length === 0 ? null : (
        <div className="floor-actions">
          {choices.map(({ label, pick }) => (
            <Button key={label} size="md" onClick={pick}>
              {label}
            </Button>
          ))}
        </div>
      )}
      {children}
    </div>
  );
}
