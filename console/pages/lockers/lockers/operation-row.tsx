/** One entry of the log of a locker: what happened, who did it, and what is wrong with the entry. */
import { Tag } from "../../../parts/badge.tsx";
import { findWord, readFreeCode } from "../../../parts/labels.ts";
import type { Times } from "../../../parts/times.ts";
import { describeActor, describeDetails, listMarks } from "./describe-operation.ts";
import type { DeviceOperation } from "./queries.ts";
import { text } from "./text.ts";

/** The word of an action; makers of lockers have some of their own. */
export const nameAction = (action: string): string => findWord(text.actions, action) ?? readFreeCode(action);

export function OperationMarks({ operation }: { operation: DeviceOperation }) {
  return listMarks(operation).map(({ mark, tone }) => (
    <Tag key={mark} tone={tone}>
      {text.marks[mark]}
    </Tag>
  ));
}

export function OperationRow({ operation, times }: { operation: DeviceOperation; times: Times }) {
  const details = describeDetails(operation, times);
  return (
    <div className="operation">
      <time
        className="dim small num"
        dateTime={operation.occurred_at}
        title={times.exact(operation.occurred_at)}
      >
        {times.moment(operation.occurred_at)}
      </time>
      <span className="stack two-lines">
        <span className="row tight">
          {nameAction(operation.action)} <OperationMarks operation={operation} />
        </span>
        <span className="dim small">{[describeActor(operation), details].filter(Boolean).join(" · ")}</span>
      </span>
    </div>
  );
}
