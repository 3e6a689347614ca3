import { IconPhone } from "#icons";
import type { ScreenState } from "../../packages/locker-protocol/screen.ts";
import { text } from "./text.ts";

/** Whom to call, and what to say: the same words on the screen and in the log of the locker. */
export function Help({ state, door }: { state: ScreenState; door: string | null }) {
  const { serial, support_phone: phone } = state;
  return (
    <p className="kiosk-help">
      <IconPhone aria-hidden />
      <span>
        <strong>{phone === null ? text.help.ask : text.help.call({ phone })}</strong>
        <br />
        {door === null ? text.help.say({ serial }) : text.help.say_door({ serial, door })}
      </span>
    </p>
  );
}
