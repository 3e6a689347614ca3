/** Values of the file that may mean something else: one entry for each column and kind of doubt; an answer settles all its rows. */

import { Button } from "@mantine/core";
import { fillText } from "../../../../language/texts.ts";
import { Sheet } from "../../../../parts/page.tsx";
import type { CellDoubt } from "./build-draft.ts";
import { FIELDS } from "./fields.ts";
import { listChoices } from "./list-choices.ts";
import { text } from "./text.ts";
import type { Row, Settled } from "./use-import.ts";

interface Group {
  key: string;
  /** The first, as an example. */
  doubt: CellDoubt;
  rows: { id: number; line: number; doubt: CellDoubt }[];
}

export function groupDoubts(rows: readonly Row[], listDoubts: (row: Row) => readonly CellDoubt[]): Group[] {
  const groups = new Map<string, Group>();
  for (const row of rows)
    for (const doubt of listDoubts(row)) {
      const key = `${doubt.field} ${doubt.code}`;
      const group = groups.get(key) ?? { key, doubt, rows: [] };
      group.rows.push({ id: row.id, line: row.line, doubt });
      groups.set(key, group);
    }
  return [...groups.values()].toSorted(
    (one, other) => FIELDS.indexOf(one.doubt.field) - FIELDS.indexOf(other.doubt.field),
  );
}

export function Doubts({
  groups,
  settle,
  skip,
  markUpdates,
}: {
  groups: readonly Group[];
  settle: (settled: Settled) => void;
  skip: (ids: ReadonlySet<number>) => void;
  markUpdates: (orders: ReadonlyMap<number, number>) => void;
}) {
  if (groups.length === 0) return null;
  /** `choose`: the text of the choice for a row, null to keep its value. */
  const settleAll = ({ rows }: Group, choose: (doubt: CellDoubt) => string | null) =>
    settle(new Map(rows.map(({ id, doubt }) => [id, { doubt, text: choose(doubt) }])));
  return (
    <Sheet title={text.doubts.title} pad={false}>
      <p className="dim small import-about">{text.doubts.about}</p>
      <ul className="list" aria-label={text.doubts.title}>
        {groups.map((group) => {
          const { key, doubt, rows } = group;
          const { field, code, value, choices } = doubt;
          return (
            <li key={key} className="list-row import-doubt">
              <span className="stack tight grow" style={{ gap: 0 }}>
                <span className="strong">
                  {text.doubts.head({ field: text.fields[field], n: rows.length })}
                </span>
                <span className="small">
                  {fillText(text.doubts.codes[code], { value, choices: listChoices(choices) })}
                </span>
                <span className="dim small">
                  {text.doubts.lines({
                    lines:
                      rows
                        .slice(0, 8)
                        .map(({ line }) => line)
                        .join(", ") + (rows.length > 8 ? " …" : ""),
                  })}
                </span>
              </span>
              <span className="row tight import-choices">
                {code === "ref_exists" ? (
                  <>
                    <Button
                      size="xs"
                      variant="default"
                      onClick={() => skip(new Set(rows.map(({ id }) => id)))}
                    >
                      {text.doubts.skip}
                    </Button>
                    <Button
                      size="xs"
                      variant="default"
                      onClick={() =>
                        markUpdates(new Map(rows.map(({ id, doubt: { order_id = 0 } }) => [id, order_id])))
                      }
                    >
                      {text.doubts.update}
                    </Button>
                    <Button size="xs" variant="default" onClick={() => settleAll(group, () => null)}>
                      {text.doubts.again}
                    </Button>
                  </>
                ) : (
                  <>
                    {choices.map((choice, index) => (
                      <Button
                        key={choice}
                        size="xs"
                        variant="default"
                        onClick={() =>
                          settleAll(group, (row_doubt) => row_doubt.choices[index] ?? row_doubt.value)
                        }
                      >
                        {choice === "" ? text.doubts.empty : text.doubts.read_as({ choice })}
                      </Button>
                    ))}
                    {choices.length > 0 && choices[0] !== "" ? null : (
                      <Button size="xs" variant="default" onClick={() => settleAll(group, () => null)}>
                        {text.doubts.keep}
                      </Button>
                    )}
                    {choices.length === 0 && value !== "" && field !== "line1" ? (
                      <Button size="xs" variant="default" onClick={() => settleAll(group, () => "")}>
                        {text.doubts.empty}
                      </Button>
                    ) : null}
                  </>
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </Sheet>
  );
}
