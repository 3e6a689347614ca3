/** What is scanned at loading, and what was not as planned. */
import { SegmentedControl } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../../api/client.ts";
import { Tag } from "../../../parts/badge.tsx";
import { Sheet } from "../../../parts/page.tsx";
import { ScanInput } from "../../../parts/scan-input.tsx";
import { useTimes } from "../../../parts/times.ts";
import { notifyFailure, notifySuccess, notifyWarning } from "../../../parts/toast.ts";
import { LOADING_KEY, type LoadingPlan } from "./queries.ts";
import { text } from "./text.ts";

export function Scans({ plan, may_write }: { plan: LoadingPlan; may_write: boolean }) {
  const times = useTimes();
  const [space_no, setSpaceNo] = useState(1);
  const queries = useQueryClient();
  const scan = useMutation({
    mutationFn: (code: string) => client.loadingPlanScan({ loading_plan_id: plan.id, code, space_no }),
    onSuccess: ({ scan: { code, deviation } }) => {
      if (deviation === null) notifySuccess(text.as_planned, code);
      else notifyWarning(text.deviation[deviation], code);
    },
    onError: (error) => notifyFailure(error, text.not_locked),
    onSettled: () => void queries.invalidateQueries({ queryKey: LOADING_KEY }),
  });
  const { result, deviations } = plan;
  if (result === null || result.spaces.length === 0) return null;
  return (
    <Sheet title={text.scans}>
      <div className="stack">
        <p className="num">{text.scanned({ n: plan.scanned, of: result.totals.pieces })}</p>
        {may_write && plan.can.scan && plan.locked_at !== null ? (
          <>
            {result.spaces.length > 1 ? (
              <SegmentedControl
                aria-label={text.scan_space}
                size="xs"
                value={String(space_no)}
                onChange={(value) => setSpaceNo(Number(value))}
                data={result.spaces.map((one) => ({
                  value: String(one.space_no),
                  label: text.space_no({ n: one.space_no }),
                }))}
              />
            ) : null}
            <ScanInput
              label={text.scan_label}
              placeholder={text.scan_label}
              onScan={(code) => scan.mutate(code)}
            />
          </>
        ) : null}
        {deviations.length === 0 ? null : (
          <ul className="stack tight package-list" aria-label={text.deviations}>
            {deviations.toReversed().map(({ id, code, space_no: into, deviation, scanned_at }) => (
              <li key={id} className="row tight">
                <Tag tone="warn">{deviation === null ? "" : text.deviation[deviation]}</Tag>
                <span className="mono small grow cut">{code}</span>
                <span className="dim small nowrap">
                  {text.space_no({ n: into })} · {times.moment(scanned_at)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Sheet>
  );
}
