import { IconCircleCheck, IconInfoCircle } from "#icons";
import type { ScreenState } from "../../packages/locker-protocol/screen.ts";
import { useCountdown } from "./idle.ts";
import { text } from "./text.ts";

export type Ending = "deposited" | "collected" | "not_deposited" | "not_collected" | "checked";

/** Long enough to be read, short enough for the next person. */
const SHOWN_S = 12;

interface EndPageProps {
  ending: Ending;
  door: string;
  state: ScreenState;
  leave: () => void;
}

export function EndPage({ ending, door, state, leave }: EndPageProps) {
  const left_s = useCountdown(SHOWN_S, leave);
  const is_good = ending === "deposited" || ending === "collected";
  const Sign = is_good ? IconCircleCheck : IconInfoCircle;
  return (
    <main className="kiosk-page centred">
      <Sign className={`kiosk-sign ${is_good ? "good" : ""}`} aria-hidden />
      <div role="status">
        <h1>{text.end[ending]}</h1>
      </div>
      <p className="kiosk-about">
        {ending === "checked"
          ? text.end.checked_about({ door })
          : state.connected
            ? text.end.told
            : text.end.sent_when_online}
      </p>
      <button type="button" className="kiosk-button filled" onClick={leave}>
        {text.finish}
      </button>
      <p className="kiosk-small">{text.end.back_in({ seconds: left_s })}</p>
    </main>
  );
}
