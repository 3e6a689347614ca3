/**
 * The pages of a visit: start, code, door, problem, end. Which one the door shows follows from the state that the firmware tells;
 * the page itself keeps only where the person is.
 */
import { useCallback, useEffect, useState } from "react";
import { IconAlertTriangle, IconLanguage, IconWifiOff } from "#icons";
import type { ScreenState } from "../../packages/locker-protocol/screen.ts";
import { getLanguage, listLanguages, nameLanguage, setLocale } from "../language/language.ts";
import { useLocale } from "../language/use-language.ts";
import { CodePage } from "./code-page.tsx";
import { tell, useDevice } from "./device.ts";
import { DoorPage } from "./door-page.tsx";
import { type Ending, EndPage } from "./end-page.tsx";
import { useIdle } from "./idle.ts";
import { ProblemPage } from "./problem-page.tsx";
import { StartPage } from "./start-page.tsx";
import { text } from "./text.ts";

type Place =
  | { page: "start" }
  | { page: "door" }
  | { page: "problem" }
  | { page: "language" }
  | { page: "code"; use: "deposit" | "collect" }
  | { page: "end"; ending: Ending; door: string };

/** Without a touch, seconds. A person who carries something in takes longer. */
const IDLE_S = 60;
const IDLE_AT_DOOR_S = 150;

export function Kiosk() {
  const state = useDevice();
  const locale = useLocale();
  useEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);
  return state === undefined ? <OutOfOrder /> : <Visit state={state} />;
}

function OutOfOrder() {
  return (
    <main className="kiosk-page centred">
      <IconAlertTriangle className="kiosk-sign bad" aria-hidden />
      <h1>{text.out.title}</h1>
      <p className="kiosk-about">{text.out.about}</p>
      <p className="kiosk-small">{text.out.retrying}</p>
    </main>
  );
}

function Visit({ state }: { state: ScreenState }) {
  const [place, setPlace] = useState<Place>(() => ({
    // The page was loaded again, or had lost the device: the person is still there.
    page: state.visit === null ? "start" : "door",
  }));
  const { locale, visit } = state;
  const reset = useCallback(() => {
    setPlace({ page: "start" });
    void tell("leave", {});
    void setLocale(locale);
  }, [locale]);
  useEffect(() => void setLocale(locale), [locale]);
  const remaining_s = useIdle(
    place.page === "start" ? null : place.page === "door" ? IDLE_AT_DOOR_S : IDLE_S,
    reset,
  );
  const end = useCallback((ending: Ending, door: string) => setPlace({ page: "end", ending, door }), []);
  const open_doors = state.compartments.filter(({ door }) => door === "OPEN").map(({ code }) => code);
  return (
    <div className="kiosk">
      <header className="kiosk-head">
        <span className="kiosk-name">{state.name}</span>
        {state.connected ? null : (
          <span className="kiosk-offline" role="status">
            <IconWifiOff aria-hidden />
            {text.offline.short}
          </span>
        )}
        {place.page === "start" || place.page === "code" ? (
          <button type="button" className="kiosk-quiet" onClick={() => setPlace({ page: "language" })}>
            <IconLanguage aria-hidden />
            <span lang={getLanguage()}>{nameLanguage(getLanguage())}</span>
          </button>
        ) : null}
      </header>
      {place.page === "start" ? (
        <StartPage state={state} open_doors={open_doors} choose={(use) => setPlace({ page: "code", use })} />
      ) : place.page === "language" ? (
        <LanguagePage close={() => setPlace({ page: "start" })} />
      ) : place.page === "code" ? (
        <CodePage state={state} use={place.use} back={reset} opened={() => setPlace({ page: "door" })} />
      ) : place.page === "door" ? (
        <DoorPage state={state} end={end} report={() => setPlace({ page: "problem" })} leave={reset} />
      ) : place.page === "problem" ? (
        <ProblemPage state={state} back={() => setPlace({ page: "door" })} end={end} />
      ) : (
        <EndPage ending={place.ending} door={place.door} state={state} leave={reset} />
      )}
      {remaining_s === null || place.page === "end" ? null : (
        <div className="kiosk-veil" role="alertdialog" aria-labelledby="idle-title">
          <div className="kiosk-dialog">
            <h1 id="idle-title">
              {visit !== null && open_doors.includes(visit.compartment)
                ? text.idle.close_door({ door: visit.compartment })
                : text.idle.title}
            </h1>
            <p className="kiosk-about">{text.idle.about({ seconds: remaining_s })}</p>
            <button type="button" className="kiosk-button filled">
              {text.idle.stay}
            </button>
          </div>
        </div>
      )}
    </div>
  );
}

function LanguagePage({ close }: { close: () => void }) {
  const choose = async (language: string) => {
    await setLocale(language);
    close();
  };
  return (
    <main className="kiosk-page">
      <h1>{text.language}</h1>
      <div className="kiosk-languages">
        {listLanguages().map((language) => (
          <button
            key={language}
            type="button"
            lang={language}
            className="kiosk-button"
            aria-pressed={language === getLanguage()}
            onClick={() => void choose(language)}
          >
            {nameLanguage(language)}
          </button>
        ))}
      </div>
    </main>
  );
}
