/** The door that the code opened: it opens, it is open, it was closed, or it stays shut. Each has a next step. */
import { useEffect, useRef } from "react";
import { IconHandStop, IconLockOpen } from "#icons";
import type { ScreenState } from "../../packages/locker-protocol/screen.ts";
import { tell } from "./device.ts";
import type { Ending } from "./end-page.tsx";
import { Help } from "./help.tsx";
import { text } from "./text.ts";
import { Wall } from "./wall.tsx";

interface DoorPageProps {
  state: ScreenState;
  end: (ending: Ending, door: string) => void;
  report: () => void;
  leave: () => void;
}

export function DoorPage({ state, end, report, leave }: DoorPageProps) {
  const { visit, compartments } = state;
  const { door, contents } = compartments.find(({ code }) => code === visit?.compartment) ?? {};
  const is_closed = visit?.has_opened === true && door === "CLOSED";
  // The answer to the code may be here before the state that has the visit.
  const was_seen = useRef(false);
  if (visit !== null) was_seen.current = true;
  const expected = visit?.use === "deposit" ? "FULL" : "EMPTY";
  const ending =
    visit === null
      ? was_seen.current
        ? "over"
        : null
      : is_closed && (visit.use === "operator" || contents === expected)
        ? visit.use === "deposit"
          ? "deposited"
          : visit.use === "collect"
            ? "collected"
            : "over"
        : null;
  const code = visit?.compartment ?? "";
  useEffect(() => {
    if (ending === "over") leave();
    else if (ending !== null) end(ending, code);
  }, [ending, code, end, leave]);
  if (visit === null || ending !== null) return <main className="kiosk-page" />;
  if (is_closed) return <Question state={state} visit={visit} contents={contents ?? "UNKNOWN"} end={end} />;
  if (visit.is_opening)
    return (
      <main className="kiosk-page centred">
        <IconLockOpen className="kiosk-sign moving" aria-hidden />
        <div role="status">
          <h1>{text.opening.title({ door: code })}</h1>
        </div>
        <p className="kiosk-about">{text.opening.about}</p>
        <Wall compartments={compartments} door={code} />
      </main>
    );
  // Without a sensor for the door nobody can say that it stays shut.
  if (door === "CLOSED")
    return (
      <main className="kiosk-page centred">
        <IconHandStop className="kiosk-sign bad" aria-hidden />
        <div role="alert">
          <h1>{text.stuck.title({ door: code })}</h1>
        </div>
        <p className="kiosk-about">{visit.may_open_again ? text.stuck.about : text.stuck.over}</p>
        {visit.may_open_again ? (
          <button type="button" className="kiosk-button filled" onClick={() => void tell("open_again", {})}>
            {text.stuck.again}
          </button>
        ) : null}
        <Help state={state} door={code} />
        <button type="button" className="kiosk-button" onClick={leave}>
          {text.finish}
        </button>
      </main>
    );
  return (
    <main className="kiosk-page kiosk-door">
      <p className="kiosk-plate">{code}</p>
      <div className="kiosk-task">
        <div role="status">
          <h1>
            {visit.use === "deposit"
              ? text.open.deposit
              : visit.use === "collect"
                ? text.open.collect
                : text.open.operator}
          </h1>
        </div>
        <p className="kiosk-about">{text.open.close({ door: code })}</p>
        {visit.use === "operator" ? null : (
          <div className="kiosk-row">
            <button type="button" className="kiosk-button" onClick={report}>
              {text.open.wrong}
            </button>
            {door === "UNKNOWN" ? <Answers use={visit.use} door={code} end={end} /> : null}
          </div>
        )}
      </div>
      <Wall compartments={compartments} door={code} />
    </main>
  );
}

interface QuestionProps {
  state: ScreenState;
  visit: NonNullable<ScreenState["visit"]>;
  contents: string;
  end: DoorPageProps["end"];
}

/** The door is closed over something else than expected, or no sensor tells what is in it. */
function Question({ state, visit: { use, compartment }, contents, end }: QuestionProps) {
  const is_sensed = contents === "FULL" || contents === "EMPTY";
  const question = is_sensed
    ? text.ask[use === "deposit" ? "deposit_empty" : "collect_full"]
    : text.ask[use === "deposit" ? "deposit" : "collect"];
  return (
    <main className="kiosk-page centred">
      <p className="kiosk-plate small">{compartment}</p>
      <div role="alert">
        <h1>{question}</h1>
      </div>
      <div className="kiosk-row">
        <Answers use={use} door={compartment} end={end} differs={is_sensed} />
      </div>
      {is_sensed ? <Help state={state} door={compartment} /> : null}
    </main>
  );
}

interface AnswersProps {
  use: string;
  door: string;
  end: DoorPageProps["end"];
  /** The sensor says otherwise than somebody who confirms. */
  differs?: boolean;
}

function Answers({ use, door, end, differs = false }: AnswersProps) {
  const is_deposit = use === "deposit";
  const say = async (outcome: "confirmed" | "aborted") => {
    await tell("statement", { outcome });
    const confirmed_end = is_deposit ? "deposited" : "collected";
    const aborted_end = is_deposit ? "not_deposited" : "not_collected";
    end(outcome === "aborted" ? aborted_end : differs ? "checked" : confirmed_end, door);
  };
  return (
    <>
      <button type="button" className="kiosk-button filled" onClick={() => void say("confirmed")}>
        {is_deposit ? text.ask.in : text.ask.out}
      </button>
      <button type="button" className="kiosk-button" onClick={() => void say("aborted")}>
        {is_deposit ? text.ask.not_in : text.ask.not_out}
      </button>
    </>
  );
}
