import { ORDER_STATUS, type Tone, wordOf } from "./words.ts";

export function Tag({ tone, children }: { tone: Tone; children: React.ReactNode }) {
  return <span className={`tag tone-${tone}`}>{children}</span>;
}

/** A state, as a dot and its words: colour is never the only sign. */
export function State({ word }: { word: { label: string; tone: Tone } }) {
  return (
    <span className={`state tone-${word.tone}`}>
      <span className="state-dot" aria-hidden />
      {word.label}
    </span>
  );
}

export function OrderState({ status }: { status: string }) {
  return <State word={wordOf(ORDER_STATUS, status)} />;
}
