/** From when on something is an exception, kind by kind. */
import { Button, NumberInput, Switch, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AttentionRule } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { getRules, toMemberProps } from "../../../parts/form-rules.ts";
import { Sheet } from "../../../parts/page.tsx";
import { useSave } from "../../../parts/save.ts";
import { Loaded } from "../../../parts/states.tsx";
import { rulesQuery } from "./queries.ts";
import { text } from "./text.ts";
import "./exceptions.css";

const RULES = getRules("dispatchRulesUpdate");

export function Thresholds() {
  const query = useQuery(rulesQuery);
  return (
    <Sheet pad={false} title={text.thresholds.title}>
      <Loaded query={query}>
        {({ rules }) => (
          <ul className="list">
            {rules.map((rule) => (
              <Threshold key={`${rule.kind}${rule.is_on}${rule.after}${rule.time}`} rule={rule} />
            ))}
          </ul>
        )}
      </Loaded>
    </Sheet>
  );
}

function Threshold({ rule }: { rule: AttentionRule }) {
  const me = useMe();
  const may_write = me.user.role === "client_admin" && me.permissions.includes("settings:write");
  const [after, setAfter] = useState<number | string>(rule.after ?? "");
  const [time, setTime] = useState(rule.time ?? "");
  const save = useSave(
    (change: { is_on?: boolean; after?: number; time?: string }) =>
      client.dispatchRulesUpdate({
        rules: [
          {
            kind: rule.kind,
            is_on: rule.is_on,
            ...(rule.after === null ? {} : { after: rule.after }),
            ...(rule.time === null ? {} : { time: rule.time }),
            ...change,
          },
        ],
      }),
    { keys: [["dispatch"]], success_message: text.thresholds.saved({ kind: rule.title }) },
  );
  const changed =
    (rule.after !== null && after !== "" && after !== rule.after) ||
    (rule.time !== null && time !== "" && time !== rule.time);
  return (
    <li className="switch-row">
      <div className="grow">
        <span className="strong">{rule.title}</span>
        {rule.is_default ? null : <span className="dim small"> · {text.thresholds.changed}</span>}
      </div>
      <form
        className="row tight nowrap"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(rule.time === null ? { after: Number(after) } : { time });
        }}
      >
        {rule.after === null ? null : (
          <NumberInput
            aria-label={text.thresholds.after({ kind: rule.title, unit: rule.unit ?? "" })}
            {...toMemberProps(RULES, "rules.0.after")}
            w={150}
            suffix={` ${rule.unit ?? ""}`}
            disabled={!may_write || !rule.is_on}
            value={after}
            onChange={setAfter}
          />
        )}
        {rule.time === null ? null : (
          <TextInput
            type="time"
            aria-label={text.thresholds.from({ kind: rule.title })}
            w={150}
            disabled={!may_write || !rule.is_on}
            value={time}
            onChange={(event) => setTime(event.currentTarget.value)}
          />
        )}
        {changed ? (
          <Button type="submit" size="xs" loading={save.isPending}>
            {text.thresholds.save}
          </Button>
        ) : null}
        <Switch
          aria-label={text.thresholds.is_on({ kind: rule.title })}
          disabled={!may_write}
          checked={rule.is_on}
          onChange={(event) => save.mutate({ is_on: event.currentTarget.checked })}
        />
      </form>
    </li>
  );
}
