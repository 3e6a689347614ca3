/** What a write would add to the history of records, and what of its answer a dry run cannot know. */
import type { Written } from "../../../packages/client/transport.ts";
import { nameCode } from "../labels.ts";
import { nameRecord } from "./name-record.ts";
import { text } from "./text.ts";
import { words } from "./words.ts";

export function ExpectedEvents({
  would_emit = [],
  unpredicted = [],
}: Pick<Written<object>, "would_emit" | "unpredicted">) {
  // Names of events are for programs: people see of what the history gets entries.
  const subjects = Map.groupBy(would_emit, ({ subject_type, subject_id }) =>
    nameRecord(subject_type, subject_id),
  );
  const members = new Set(unpredicted.map((member) => nameCode(words.members, member)));
  return (
    <>
      <ul>
        {[...subjects].map(([name, list]) => (
          <li key={name} className="small dim">
            {text.history({ subject: name, n: list.length })}
          </li>
        ))}
      </ul>
      {members.size > 0 ? (
        <p className="small dim">{text.unpredicted({ list: [...members].join(", ") })}</p>
      ) : null}
    </>
  );
}
