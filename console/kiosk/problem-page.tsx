/** What is wrong with what is behind the door, or with the door; what was said is reported, and has a next step. */
import { useState } from "react";
import { IconCircleCheck } from "#icons";
import type { ScreenState } from "../../packages/locker-protocol/screen.ts";
import { tell } from "./device.ts";
import type { Ending } from "./end-page.tsx";
import { Help } from "./help.tsx";
import { text } from "./text.ts";

const PROBLEMS = {
  deposit: ["wrong_size", "not_closed", "wrong_door", "damaged"],
  collect: ["empty", "damaged", "wrong_door", "not_closed"],
} as const;
type Problem = (typeof PROBLEMS)["deposit" | "collect"][number];

interface ProblemPageProps {
  state: ScreenState;
  back: () => void;
  end: (ending: Ending, door: string) => void;
}

export function ProblemPage({ state, back, end }: ProblemPageProps) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [door] = useState(state.visit?.compartment ?? "");
  const [use] = useState<"deposit" | "collect">(state.visit?.use === "deposit" ? "deposit" : "collect");
  const report = async (selection: Problem) => {
    // What does not fit is not in it.
    await tell("statement", {
      problem: selection,
      ...(selection === "wrong_size" && { outcome: "aborted" }),
    });
    setProblem(selection);
  };
  const is_open = state.compartments.some((one) => one.code === door && one.door === "OPEN");
  if (problem !== null)
    return (
      <main className="kiosk-page centred">
        <IconCircleCheck className="kiosk-sign good" aria-hidden />
        <div role="status">
          <h1>{text.problem.noted}</h1>
        </div>
        <p className="kiosk-about">{text.problem.next[problem]}</p>
        {problem === "wrong_door" || problem === "not_closed" ? <Help state={state} door={door} /> : null}
        {is_open && problem !== "not_closed" ? (
          <button type="button" className="kiosk-button filled" onClick={back}>
            {text.problem.back({ door })}
          </button>
        ) : (
          <button type="button" className="kiosk-button filled" onClick={() => end("checked", door)}>
            {text.finish}
          </button>
        )}
      </main>
    );
  return (
    <main className="kiosk-page">
      <h1>{text.problem.title}</h1>
      <div className="kiosk-list">
        {PROBLEMS[use].map((one) => (
          <button key={one} type="button" className="kiosk-button" onClick={() => void report(one)}>
            {text.problem[one]}
          </button>
        ))}
      </div>
      <button type="button" className="kiosk-button" onClick={back}>
        {text.back}
      </button>
    </main>
  );
}
