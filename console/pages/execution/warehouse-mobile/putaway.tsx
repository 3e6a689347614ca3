/** Put-away with a scanner: scan the goods, then the bin. Another bin than the suggested one needs a reason. */
import { Button, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { IconPackages } from "#icons";
import { ApiError, client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { Tag } from "../../../parts/badge.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { number } from "../../../parts/format.ts";
import { ButtonLink } from "../../../parts/links.tsx";
import { useMemberText } from "../../../parts/member-text.ts";
import { Page } from "../../../parts/page.tsx";
import { ScanInput } from "../../../parts/scan-input.tsx";
import { Empty, Loaded, Waiting } from "../../../parts/states.tsx";
import { useTimes } from "../../../parts/times.ts";
import { CurrentWarehouseSelect, useCurrentWarehouse } from "./current-warehouse.tsx";
import { type Putaway, putawaysQuery } from "./queries.ts";
import { type ScanOutcome, ScanResult } from "./scan-result.tsx";
import { text } from "./text.ts";
import { useLine } from "./use-line.ts";
import "./warehouse-mobile.css";

export function PutAway() {
  const may_write = useMe().permissions.includes("wms:write");
  const { here, choose } = useCurrentWarehouse();
  const query = useQuery(putawaysQuery(here));
  return (
    <Page actions={<CurrentWarehouseSelect here={here} choose={choose} />}>
      <Loaded query={query} fallback={<Waiting rows={6} />}>
        {({ putaways, total }) => (
          <Tasks key={here} here={here} tasks={putaways} total={total} may_write={may_write} />
        )}
      </Loaded>
    </Page>
  );
}

const getName = ({ article, package: box }: Putaway) => article?.name ?? box?.code ?? "";

const RULES = getRules("putawayConfirm");

interface PutawayQuestion {
  task: Putaway;
  bin_code: string;
}

function Tasks({
  here,
  tasks,
  total,
  may_write,
}: {
  here: number;
  tasks: readonly Putaway[];
  total: number;
  may_write: boolean;
}) {
  const [task, setTask] = useState<Putaway | null>(null);
  const [question, setQuestion] = useState<PutawayQuestion | null>(null);
  const reason = useMemberText(RULES, "override_reason", { required: true });
  const { shown, run, show } = useLine([["putaways"], ["stock"]], () => ({
    state: "ready",
    tone: "grey",
    title: text.ready,
    about: text.putaway.ready,
  }));
  const begin = (next_task: Putaway): ScanOutcome => {
    setTask(next_task);
    setQuestion(null);
    return {
      state: "goods",
      tone: "blue",
      title: getName(next_task),
      about: [
        text.putaway.from({ bin: next_task.bin_code, qty: number(next_task.qty) }),
        next_task.suggestion === null ? text.putaway.no_suggestion : text.putaway.scan_bin,
      ].join(" · "),
      ...(next_task.suggestion === null ? {} : { big: next_task.suggestion.bin_code }),
    };
  };
  const confirm = async (
    next_task: Putaway,
    bin_code: string,
    override_reason?: string,
  ): Promise<ScanOutcome> => {
    try {
      const { left } = await client.putawayConfirm({
        line_id: next_task.line_id,
        bin_code,
        ...(next_task.suggestion === null ? {} : { suggested_bin_id: next_task.suggestion.bin_id }),
        ...(override_reason === undefined ? {} : { override_reason }),
      });
      setTask(null);
      setQuestion(null);
      reason.clear();
      return {
        state: "put_away",
        tone: "good",
        title: text.putaway.done({ what: getName(next_task) }),
        about: left > 0 ? text.putaway.left({ qty: number(left) }) : "",
        big: bin_code,
      };
    } catch (error) {
      if (!(error instanceof ApiError) || error.error_code !== "REASON_REQUIRED") throw error;
      setQuestion({ task: next_task, bin_code });
      return {
        state: "reason",
        tone: "warn",
        title: text.putaway.other_bin({ bin: bin_code }),
        about: text.putaway.other_bin_about({ bin: next_task.suggestion?.bin_code ?? "" }),
      };
    }
  };
  const scan = (code: string) =>
    run(code, async () => {
      if (task !== null) return confirm(task, code);
      const { putaways } = await client.putaways({ warehouse_id: here, code });
      const [putaway] = putaways;
      if (putaway === undefined) throw new Error(text.putaway.not_here({ code }));
      return begin(putaway);
    });
  const leave = () => {
    setTask(null);
    setQuestion(null);
    show(null);
  };
  return (
    <div className="scan-columns">
      {may_write ? (
        <div className="stack" style={{ gap: 12 }}>
          <ScanInput
            label={task === null ? text.putaway.scan_goods : text.putaway.scan_bin}
            placeholder={task === null ? text.putaway.scan_goods : text.putaway.scan_bin}
            onScan={scan}
            onEscape={leave}
          />
          <ScanResult result={shown}>
            {question === null ? null : (
              <form
                className="row"
                style={{ marginTop: 12, alignItems: "flex-end" }}
                onSubmit={(event) => {
                  event.preventDefault();
                  run(question.bin_code, () => confirm(question.task, question.bin_code, reason.text));
                }}
              >
                <TextInput label={text.putaway.reason} {...reason.props} />
                <Button type="submit" size="md" disabled={reason.text === ""}>
                  {text.putaway.put_there}
                </Button>
              </form>
            )}
            {task === null ? null : (
              <Button mt="sm" size="md" variant="default" onClick={leave}>
                {text.leave}
              </Button>
            )}
          </ScanResult>
        </div>
      ) : null}
      <section className="sheet" aria-label={text.putaway.tasks}>
        <div className="sheet-head">
          <h2>{text.putaway.tasks}</h2>
          <span className="dim num">{number(total)}</span>
        </div>
        {tasks.length === 0 ? (
          <Empty
            icon={IconPackages}
            title={text.putaway.none}
            action={
              <ButtonLink to="/receiving" variant="default">
                {text.putaway.receive}
              </ButtonLink>
            }
          >
            {text.putaway.none_about}
          </Empty>
        ) : (
          <ul className="list" aria-label={text.putaway.tasks}>
            {tasks.map((one) => (
              <Task
                key={one.line_id}
                task={one}
                choose={may_write ? () => run(getName(one), async () => begin(one)) : null}
              />
            ))}
          </ul>
        )}
        {total > tasks.length ? (
          <p className="dim small lane-more">{text.putaway.first({ n: tasks.length })}</p>
        ) : null}
      </section>
    </div>
  );
}

function Task({ task, choose }: { task: Putaway; choose: (() => void) | null }) {
  const { moment } = useTimes();
  const { qty, lot, customer_name, bin_code, since, suggestion } = task;
  return (
    <li className="task-row">
      <span className="stack tight grow" style={{ gap: 0, minWidth: 0 }}>
        <span className="strong cut">{getName(task)}</span>
        <span className="dim small cut">
          {[text.putaway.from({ bin: bin_code, qty: number(qty) }), lot, customer_name, moment(since)]
            .filter(Boolean)
            .join(" · ")}
        </span>
      </span>
      {suggestion === null ? (
        <Tag tone="warn">{text.putaway.no_suggestion}</Tag>
      ) : (
        <span className="stack tight" style={{ gap: 0, textAlign: "end" }}>
          <span className="mono strong">{suggestion.bin_code}</span>
          <span className="dim small">{text.putaway.rules[suggestion.rule]}</span>
        </span>
      )}
      {choose === null ? null : (
        <Button
          variant="default"
          aria-label={text.putaway.put_away_of({ what: getName(task) })}
          onClick={choose}
        >
          {text.putaway.put_away}
        </Button>
      )}
    </li>
  );
}
