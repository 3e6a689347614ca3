/** The dialog that asks before a route is taken from a phone that still holds what was done on it. */
import { Button, Modal } from "@mantine/core";
import { useEffect, useSyncExternalStore } from "react";
import { useTimes } from "../times.ts";
import { getQuestion, setQuestion, subscribe } from "./ask.ts";
import { text } from "./text.ts";

/** On pages that take routes from drivers, once. */
export function UnsentCommandsDialog() {
  const times = useTimes();
  const one = useSyncExternalStore(subscribe, getQuestion);
  const answer = (go_on: boolean) => {
    setQuestion(null);
    one?.answer(go_on);
  };
  // A user who leaves the page waits.
  useEffect(
    () => () => {
      getQuestion()?.answer(false);
      setQuestion(null);
    },
    [],
  );
  return (
    <Modal opened={one !== null} onClose={() => answer(false)} title={text.title} zIndex={400}>
      {one === null ? null : (
        <div className="stack">
          <p>{text.about({ commands: one.commands, moment: times.moment(one.reported_at) })}</p>
          <p className="dim small">{text.advice}</p>
          <div className="row" style={{ justifyContent: "flex-end" }}>
            <Button variant="default" onClick={() => answer(true)}>
              {text.go_on}
            </Button>
            <Button data-autofocus onClick={() => answer(false)}>
              {text.wait}
            </Button>
          </div>
        </div>
      )}
    </Modal>
  );
}
