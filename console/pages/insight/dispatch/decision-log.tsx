/** What was decided about exceptions on a day, by whom, and the way back. */
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { IconHistory } from "#icons";
import { useMe } from "../../../api/session.ts";
import { DayPicker } from "../../../parts/day-picker.tsx";
import { List } from "../../../parts/list/list.tsx";
import { useSave } from "../../../parts/save.ts";
import { Empty } from "../../../parts/states.tsx";
import { useTimes } from "../../../parts/times.ts";
import { changeItems, decisionsQuery } from "./queries.ts";
import { text } from "./text.ts";

export function DecisionLog() {
  const times = useTimes();
  const me = useMe();
  const [date, setDate] = useState(times.today());
  const query = useQuery(decisionsQuery(date));
  const reopen = useSave((item_id: number) => changeItems([item_id], { activity: "reopen" }), {
    keys: [["dispatch"]],
    success_message: text.decisions.reopened,
  });
  return (
    <List
      label={text.decisions.title}
      title={text.decisions.title}
      actions={<DayPicker value={date} onChange={setDate} />}
      query={query}
      rows={({ decisions }) => decisions}
      empty={<Empty icon={IconHistory} title={text.decisions.none} />}
      item={({ id, item, reason, decided_at, decided_by, withdrawn_at }) => (
        <li key={id} className="row apart" style={{ padding: "10px 14px" }}>
          <span className="grow">
            <span className="strong">{item.title}</span>
            <br />
            <span className="small">
              {reason}{" "}
              <span className="dim">
                · {times.moment(decided_at)}
                {decided_by === me.user.id ? ` · ${text.decisions.by_you}` : ""}
                {withdrawn_at === null ? "" : ` · ${text.decisions.withdrawn}`}
              </span>
            </span>
          </span>
          {withdrawn_at === null &&
          item.state === "decided" &&
          item.cleared_at === null &&
          me.permissions.includes("dispatch:write") ? (
            <Button
              size="xs"
              variant="default"
              loading={reopen.isPending && reopen.variables === item.id}
              onClick={() => reopen.mutate(item.id)}
            >
              {text.decisions.reopen}
            </Button>
          ) : null}
        </li>
      )}
    />
  );
}
