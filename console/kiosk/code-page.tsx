/** Eight digits, from the keypad of the screen, a keyboard, a scanner that types, or the camera. */
import { useCallback, useEffect, useState } from "react";
import { IconArrowLeft, IconBackspace, IconQrcode } from "#icons";
import type { ScreenState } from "../../packages/locker-protocol/screen.ts";
import { Camera } from "../field/camera-scanner.tsx";
import { tell } from "./device.ts";
import { Help } from "./help.tsx";
import { useCountdown } from "./idle.ts";
import { text } from "./text.ts";

const DIGITS = 8;
const KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

interface CodePageProps {
  state: ScreenState;
  use: "deposit" | "collect";
  back: () => void;
  opened: () => void;
}

type Refused = Exclude<NonNullable<ScreenState["display"]>["key"], "take_or_put">;

export function CodePage({ state, use, back, opened }: CodePageProps) {
  const [digits, setDigits] = useState("");
  const [compartment, setCompartment] = useState<string | null>(null);
  const [refused, setRefused] = useState<{ key: Refused; door: string | null } | null>(null);
  const [is_scanning, setScanning] = useState(false);
  const [is_busy, setBusy] = useState(false);

  const submit = useCallback(
    async (code: string) => {
      setBusy(true);
      const answer = await tell("code", { code, ...(compartment !== null && { compartment }) });
      setBusy(false);
      setDigits("");
      const { display = null } = answer ?? {};
      if (display === null) return;
      if (display.key === "take_or_put") opened();
      else setRefused({ key: display.key, door: display.compartment });
    },
    [compartment, opened],
  );
  const type = useCallback(
    (key: string) => {
      if (is_busy) return;
      setRefused(null);
      if (key === "Backspace") setDigits((before) => before.slice(0, -1));
      else if (/^[0-9]$/.test(key)) setDigits((before) => (before + key).slice(0, DIGITS));
    },
    [is_busy],
  );
  useEffect(() => {
    if (digits.length === DIGITS && !is_busy) void submit(digits);
  }, [digits, is_busy, submit]);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (/^([0-9]|Backspace)$/.test(event.key)) type(event.key);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [type]);

  if (is_scanning)
    return (
      <main className="kiosk-page kiosk-scan">
        <h1>{text.code.scan_title}</h1>
        <Camera
          onScan={(scanned) => {
            const code = scanned.replaceAll(/[\s-]/g, "");
            if (!/^[0-9]{8}$/.test(code)) return;
            setScanning(false);
            setDigits(code);
          }}
        />
        <button type="button" className="kiosk-button" onClick={() => setScanning(false)}>
          {text.code.type_instead}
        </button>
      </main>
    );
  if (refused?.key === "code_ambiguous" && compartment === null)
    return (
      <main className="kiosk-page">
        <h1>{text.refused.code_ambiguous}</h1>
        <p className="kiosk-about">{text.refused.ambiguous_next}</p>
        <div className="kiosk-doors">
          {state.compartments.map(({ code }) => (
            <button
              key={code}
              type="button"
              className="kiosk-button"
              onClick={() => {
                setCompartment(code);
                setRefused(null);
              }}
            >
              {code}
            </button>
          ))}
        </div>
      </main>
    );
  return (
    <main className="kiosk-page kiosk-code">
      <div className="kiosk-entry">
        <h1>{text.code[use]}</h1>
        {compartment === null ? null : <p className="kiosk-about">{text.code.door({ door: compartment })}</p>}
        <output
          className={`kiosk-digits${refused === null ? "" : " bad"}`}
          aria-label={text.code.entered({ n: digits.length })}
        >
          {Array.from({ length: DIGITS }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: places of digits.
            <span key={at} className={at === digits.length ? "next" : undefined}>
              {digits[at] ?? ""}
            </span>
          ))}
        </output>
        {state.locked_ms > 0 ? (
          <LockedOut key={refused?.key} milliseconds={state.locked_ms} />
        ) : refused === null ? (
          <p className="kiosk-about">{is_busy ? text.code.checking : text.code.about}</p>
        ) : (
          <Refusal refused={refused} state={state} />
        )}
        <div className="kiosk-row">
          <button type="button" className="kiosk-button" onClick={back}>
            <IconArrowLeft className="flip" aria-hidden />
            {text.back}
          </button>
          <button type="button" className="kiosk-button" onClick={() => setScanning(true)}>
            <IconQrcode aria-hidden />
            {text.code.scan}
          </button>
        </div>
      </div>
      <fieldset className="kiosk-keypad" aria-label={text.code.keypad}>
        {KEYS.map((key) => (
          <Key key={key} name={key} type={type} />
        ))}
        <span />
        <Key name="0" type={type} />
        <button
          type="button"
          className="kiosk-key quiet"
          aria-label={text.code.delete}
          disabled={digits === ""}
          onClick={() => type("Backspace")}
        >
          <IconBackspace aria-hidden />
        </button>
      </fieldset>
    </main>
  );
}

const Key = ({ name, type }: { name: string; type: (key: string) => void }) => (
  <button type="button" className="kiosk-key" onClick={() => type(name)}>
    {name}
  </button>
);

function LockedOut({ milliseconds }: { milliseconds: number }) {
  const [seconds] = useState(Math.ceil(milliseconds / 1000));
  const left_s = useCountdown(seconds, doNothing);
  return (
    <div role="alert">
      <p className="kiosk-refused">{text.refused.code_locked_out}</p>
      <p className="kiosk-about">{text.refused.locked_next({ seconds: left_s })}</p>
    </div>
  );
}

function doNothing(): void {}

/** Why, and what the person can do. */
function Refusal({
  refused: { key, door },
  state,
}: {
  refused: { key: Refused; door: string | null };
  state: ScreenState;
}) {
  const needs_help = key === "memory_full" || key === "no_board";
  return (
    <div role="alert">
      <p className="kiosk-refused">
        {key === "code_not_allowed"
          ? text.refused.code_not_allowed
          : key === "memory_full"
            ? text.refused.memory_full
            : key === "no_board"
              ? text.refused.no_board({ door: door ?? "" })
              : text.refused.code_wrong}
      </p>
      {needs_help ? (
        <Help state={state} door={door} />
      ) : (
        <p className="kiosk-about">
          {!state.connected
            ? text.refused.offline_next
            : key === "code_not_allowed"
              ? text.refused.not_allowed_next
              : text.refused.wrong_next({ name: state.name })}
        </p>
      )}
    </div>
  );
}
