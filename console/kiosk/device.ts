/**
 * The firmware of the locker that this screen belongs to, below the address of the page. Nothing else is called: what a code
 * opens is decided by the device, with or without a network. Source: packages/locker-protocol/README.md, "Screen".
 */
import { useEffect, useState } from "react";
import type { ScreenBody, ScreenInput, ScreenState } from "../../packages/locker-protocol/screen.ts";

const ADDRESSES = {
  code: "screen/code",
  open_again: "screen/open-again",
  statement: "screen/statement",
  leave: "screen/leave",
} as const satisfies Record<ScreenInput, string>;

/** Undefined where the device does not answer: the events will say so too. */
export async function tell<Kind extends ScreenInput>(
  kind: Kind,
  body: ScreenBody<Kind>,
): Promise<ScreenState | undefined> {
  try {
    const answer = await fetch(ADDRESSES[kind], {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return answer.ok ? ((await answer.json()) as ScreenState) : undefined;
  } catch {
    return undefined;
  }
}

/** Its state; undefined while it does not answer. The browser connects again by itself, and after an end we do. */
export function useDevice(): ScreenState | undefined {
  const [state, setState] = useState<ScreenState>();
  useEffect(() => {
    let events: EventSource;
    let again: ReturnType<typeof setTimeout>;
    const connect = () => {
      events = new EventSource("screen/events");
      events.onmessage = ({ data }) => setState(JSON.parse(data as string) as ScreenState);
      events.onerror = () => {
        setState(undefined);
        if (events.readyState !== EventSource.CLOSED) return;
        again = setTimeout(connect, 2000);
      };
    };
    connect();
    return () => {
      events.close();
      clearTimeout(again);
    };
  }, []);
  return state;
}
