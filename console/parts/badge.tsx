import type { Tone } from "./labels.ts";

export function Tag({ tone, children }: { tone: Tone; children: React.ReactNode }) {
  return <span className={`tag tone-${tone}`}>{children}</span>;
}

/** What a status is called, and how it is coloured. */
export interface Badge {
  label: string;
  tone: Tone;
}

/** A status as a dot and its label: colour is never the only indicator. */
export function StatusBadge({ badge }: { badge: Badge }) {
  return (
    <span className={`state tone-${badge.tone}`}>
      <span className="state-dot" aria-hidden />
      {badge.label}
    </span>
  );
}
