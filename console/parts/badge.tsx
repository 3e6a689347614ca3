import { findLabel, ORDER_STATUS, type Tone } from "./labels.ts";

export function Tag({ tone, children }: { tone: Tone; children: React.ReactNode }) {
  return <span className={`tag tone-${tone}`}>{children}</span>;
}

/** A status as a dot and its label: colour is never the only indicator. */
export function StatusBadge({ badge }: { badge: { label: string; tone: Tone } }) {
  return (
    <span className={`state tone-${badge.tone}`}>
      <span className="state-dot" aria-hidden />
      {badge.label}
    </span>
  );
}

export function OrderState({ status }: { status: string }) {
  return <StatusBadge badge={findLabel(ORDER_STATUS, status)} />;
}
