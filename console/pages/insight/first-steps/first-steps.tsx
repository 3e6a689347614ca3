/** The first steps of a new business on its landing page, until they are done or dismissed. */
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { IconCircle, IconCircleCheckFilled } from "#icons";
import { useMe } from "../../../api/session.ts";
import { Sheet } from "../../../parts/page.tsx";
import { doneStepsQuery, STEPS } from "./steps.ts";
import { text } from "./text.ts";
import "./first-steps.css";

export function StepList({ done }: { done: readonly string[] }) {
  const next = STEPS.find(({ id }) => !done.includes(id));
  return (
    <ol className="steps">
      {STEPS.map((step) => {
        const is_done = done.includes(step.id);
        return (
          <li key={step.id} className="step" aria-current={step === next ? "step" : undefined}>
            {is_done ? (
              <IconCircleCheckFilled size={22} className="step-done" aria-label={text.done} role="img" />
            ) : (
              <IconCircle size={22} stroke={1.5} className="dim" aria-label={text.not_done} role="img" />
            )}
            <div className="grow">
              <div className={is_done ? "dim" : "strong"}>{text.steps[step.id].label}</div>
              <div className="dim small">{text.steps[step.id].about}</div>
            </div>
            <Button
              component={Link}
              to={step.to}
              // The steps name only queries that their pages have.
              search={(is_done ? {} : (step.search ?? {})) as never}
              size="xs"
              variant={step === next ? "filled" : "default"}
              aria-label={text.act({
                action: is_done ? text.open : text.start,
                step: text.steps[step.id].label,
              })}
            >
              {is_done ? text.open : text.start}
            </Button>
          </li>
        );
      })}
    </ol>
  );
}

const buildStorageKey = (account_id: number) => `packhorse.first-steps.${account_id}`;

/** Nothing for those who do not set up the business, and once everything is done. */
export function FirstSteps() {
  const { user, permissions } = useMe();
  const [hidden, setHidden] = useState(() => localStorage.getItem(buildStorageKey(user.id)) !== null);
  const may = user.role === "client_admin" && permissions.includes("settings:write");
  const { data: done_ids } = useQuery({ ...doneStepsQuery, enabled: may && !hidden });
  if (!may || hidden || done_ids === undefined || done_ids.length === STEPS.length) return null;
  const dismiss = () => {
    localStorage.setItem(buildStorageKey(user.id), "dismissed");
    setHidden(true);
  };
  return (
    <Sheet
      title={text.title({ n: String(done_ids.length), of: String(STEPS.length) })}
      actions={
        <Button variant="subtle" size="xs" color="gray" title={text.dismiss_about} onClick={dismiss}>
          {text.dismiss}
        </Button>
      }
      pad={false}
    >
      <StepList done={done_ids} />
    </Sheet>
  );
}
