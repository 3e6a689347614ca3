/** One count: its bins, counting one of them with a scanner, and approving what differs. */
import { ActionIcon, Button, NumberInput, Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { IconClipboardList, IconX } from "#icons";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { ActionDialog } from "../../../parts/action-dialog.tsx";
import { StatusBadge, Tag } from "../../../parts/badge.tsx";
import { beep } from "../../../parts/beep.ts";
import { getRules, toMemberProps } from "../../../parts/form-rules.ts";
import { number } from "../../../parts/format.ts";
import type { Tone } from "../../../parts/labels.ts";
import { BackLink } from "../../../parts/links.tsx";
import { useMemberText } from "../../../parts/member-text.ts";
import { Page } from "../../../parts/page.tsx";
import { useSave } from "../../../parts/save.ts";
import { ScanInput } from "../../../parts/scan-input.tsx";
import { Empty } from "../../../parts/states.tsx";
import { notifyFailure, notifySuccess, notifyWarning } from "../../../parts/toast.ts";
import { UnloadedPage } from "../../../parts/unloaded-page.tsx";
import { CountState, describeProgress, nameCount } from "./counts.tsx";
import { type CountBin, countQuery, type StockCount } from "./queries.ts";
import { text } from "./text.ts";

const KEYS = [["counts"], ["stock"]];

export function CountPage() {
  const { count_id } = useParams({ strict: false }) as { count_id: string };
  const query = useQuery(countQuery(Number(count_id)));
  if (query.data === undefined) return <UnloadedPage query={query} above={<Above />} />;
  return <Count count={query.data.count} bins={query.data.bins} />;
}

const Above = () => <BackLink to="/counts">{text.title}</BackLink>;

type Begun = Awaited<ReturnType<typeof client.stockCountStart>>;

function Count({ count, bins }: { count: StockCount; bins: readonly CountBin[] }) {
  const me = useMe();
  const may_write = me.permissions.includes("wms:write") && count.status === "open";
  const [begun, setBegun] = useState<Begun | null>(null);
  const [approving, setApproving] = useState(false);
  const start = useSave((bin_id: number) => client.stockCountStart({ count_id: count.id, bin_id }), {
    keys: KEYS,
    success_message: ({ bin_code }) => text.counting({ bin: bin_code }),
    done: setBegun,
  });
  const recount = useSave((bin_id: number) => client.stockCountRecount({ count_id: count.id, bin_id }), {
    keys: KEYS,
    success_message: text.recount_done,
  });
  const cancel = useSave(() => client.stockCountCancel({ count_id: count.id }), {
    keys: KEYS,
    success_message: text.cancel_done,
  });
  if (begun !== null) return <Counting count={count} begun={begun} close={() => setBegun(null)} />;
  return (
    <Page
      title={nameCount(count)}
      above={<Above />}
      subtitle={
        <span className="row">
          <CountState status={count.status} />
          <span>{describeProgress(count)}</span>
        </span>
      }
      actions={
        may_write ? (
          <>
            <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
              {text.cancel}
            </Button>
            {count.bins_different > 0 ? (
              <Button onClick={() => setApproving(true)}>{text.approve}</Button>
            ) : null}
          </>
        ) : null
      }
    >
      <section className="sheet" aria-label={text.bins}>
        <ul className="list" aria-label={text.bins}>
          {bins.map((bin) => (
            <li key={bin.bin_id} className="list-row" style={{ flexWrap: "wrap" }}>
              <span className="mono strong" style={{ minWidth: 90 }}>
                {bin.bin_code}
              </span>
              <BinState status={bin.status} />
              {bin.round > 1 ? <span className="dim small">{text.round({ n: bin.round })}</span> : null}
              <span className="grow dim small cut">{describePeople(bin)}</span>
              {may_write && bin.status === "open" && bin.counting.every(isMe(me.user.id)) ? (
                <Button size="md" loading={start.isPending} onClick={() => start.mutate(bin.bin_id)}>
                  {text.count}
                </Button>
              ) : null}
              {may_write && (bin.status === "difference" || bin.counting.some(isOther(me.user.id))) ? (
                <Button
                  variant="default"
                  loading={recount.isPending}
                  onClick={() => recount.mutate(bin.bin_id)}
                >
                  {text.recount}
                </Button>
              ) : null}
              <Differences bin={bin} />
            </li>
          ))}
        </ul>
      </section>
      <Approve count={count} opened={approving} close={() => setApproving(false)} />
    </Page>
  );
}

const isMe = (id: number) => (person: { account_id: number }) => person.account_id === id;
const isOther = (id: number) => (person: { account_id: number }) => person.account_id !== id;

const TONES: Record<CountBin["status"], Tone> = {
  open: "grey",
  difference: "warn",
  agreed: "good",
  adjusted: "good",
};

function BinState({ status }: Pick<CountBin, "status">) {
  return <StatusBadge badge={{ label: text.bin_status[status], tone: TONES[status] }} />;
}

function describePeople({ counting, counted_by }: CountBin): string {
  const names = (people: readonly { name: string }[]) => people.map(({ name }) => name).join(", ");
  return counting.length > 0 ? text.counting_now({ names: names(counting) }) : names(counted_by);
}

/** What differs, on a line of its own below the bin. */
function Differences({ bin }: { bin: CountBin }) {
  const different = bin.goods.filter(({ change }) => change !== 0);
  if (different.length === 0) return null;
  return (
    <span className="stack tight" style={{ flexBasis: "100%" }}>
      {different.map((goods) => (
        <span
          key={`${goods.article?.id}/${goods.package?.id}/${goods.lot}/${goods.expires_date}`}
          className="row nowrap small"
        >
          <Tag tone={goods.change > 0 ? "blue" : "bad"}>
            {number(goods.change, { signDisplay: "always" })}
          </Tag>
          <span className="strong cut">{goods.article?.name ?? goods.package?.code}</span>
          <span className="dim cut">
            {[
              goods.lot,
              text.counted_of({ counted: number(goods.counted_qty), book: number(goods.book_qty) }),
            ]
              .filter(Boolean)
              .join(" · ")}
          </span>
          {goods.has_moved ? <Tag tone="warn">{text.moved}</Tag> : null}
        </span>
      ))}
    </span>
  );
}

const REASONS = ["counted", "found", "lost", "damaged", "expired", "disposed", "corrected"] as const;

function Approve({ count, opened, close }: { count: StockCount; opened: boolean; close: () => void }) {
  const [reason, setReason] = useState<(typeof REASONS)[number]>("counted");
  const note = useMemberText(getRules("stockCountApprove"), "note");
  const input = { count_id: count.id, reason, note: note.text };
  return (
    <ActionDialog
      opened={opened}
      close={close}
      name="stockCountApprove"
      title={text.approve}
      confirm={text.approve_submit}
      input={input}
      run={(options) => client.stockCountApprove(input, options)}
      done={() => {
        notifySuccess(text.approved);
        close();
      }}
    >
      <p>{text.approve_about}</p>
      <Select
        label={text.reason}
        allowDeselect={false}
        data={REASONS.map((value) => ({ value, label: text.reasons[value] }))}
        value={reason}
        onChange={(value) => setReason((value ?? "counted") as typeof reason)}
      />
      <TextInput label={text.note} {...note.props} />
    </ActionDialog>
  );
}

const RULES = getRules("stockCountSubmit");

interface Counted {
  code: string;
  lot: string;
  label: string;
  qty: number;
}

const isSame = (one: Counted, code: string, lot: string) => one.code === code && one.lot === lot;

/** Counting one bin: each scan is one more piece. */
function Counting({ count, begun, close }: { count: StockCount; begun: Begun; close: () => void }) {
  const [counted, setCounted] = useState<readonly Counted[]>([]);
  const lot = useMemberText(RULES, "items.0.lot");
  const submit = useSave(
    () =>
      client.stockCountSubmit({
        count_id: count.id,
        bin_id: begun.bin_id,
        items: counted.map(({ code, lot: of_lot, qty }) => ({
          code,
          qty,
          ...(of_lot === "" ? {} : { lot: of_lot }),
        })),
      }),
    {
      keys: KEYS,
      success_message: ({ decision, has_moved }) =>
        text.decisions[has_moved ? "moved" : (decision ?? "waiting")],
      done: close,
    },
  );
  const add = async (scanned: string) => {
    const [, times = "1", rest = scanned] = /^([1-9]\d{0,6})\*(.+)$/.exec(scanned) ?? [];
    try {
      // One request at a time is not needed: what a code is does not change while a bin is counted.
      const { code, matches } = await client.wmsScan({ code: rest, warehouse_id: count.warehouse_id });
      const goods = matches.find(({ type }) => type === "article" || type === "package");
      if (goods === undefined) {
        beep(false);
        notifyWarning(text.unknown({ code: rest }));
        return;
      }
      beep(true);
      const of_lot = goods.type === "package" ? "" : lot.text;
      setCounted((was) => {
        const before = was.find((one) => isSame(one, code, of_lot));
        const qty = goods.type === "package" ? 1 : (before?.qty ?? 0) + Number(times);
        const label = goods.type === "package" ? goods.label : `${goods.about} · ${goods.label}`;
        // The last scan is on top.
        return [{ code, lot: of_lot, label, qty }, ...was.filter((one) => !isSame(one, code, of_lot))];
      });
    } catch (error) {
      beep(false);
      notifyFailure(error, text.unknown({ code: rest }));
    }
  };
  const change = (changed: Counted, qty: number) =>
    setCounted((was) => was.map((one) => (one === changed ? { ...one, qty } : one)));
  return (
    <Page
      title={text.counting({ bin: begun.bin_code })}
      subtitle={[nameCount(count), begun.round > 1 ? text.round({ n: begun.round }) : ""]
        .filter(Boolean)
        .join(" · ")}
      actions={
        <>
          <Button size="md" variant="default" onClick={close}>
            {text.leave}
          </Button>
          <Button size="md" loading={submit.isPending} onClick={() => submit.mutate(undefined)}>
            {counted.length === 0 ? text.hand_in_empty : text.hand_in}
          </Button>
        </>
      }
    >
      <div className="stack" style={{ gap: 12 }}>
        <ScanInput label={text.scan} placeholder={text.scan_about} onScan={(code) => void add(code)} />
        <TextInput label={text.lot} description={text.lot_about} w={260} {...lot.props} />
        <section className="sheet" aria-label={text.counted_here}>
          {counted.length === 0 ? (
            <Empty icon={IconClipboardList} title={text.counted_here}>
              {text.none_counted}
            </Empty>
          ) : (
            <ul className="list" aria-label={text.counted_here}>
              {counted.map((one) => (
                <li key={`${one.code}/${one.lot}`} className="list-row">
                  <span className="stack tight grow" style={{ gap: 0, minWidth: 0 }}>
                    <span className="strong cut">{one.label}</span>
                    {one.lot === "" ? null : <span className="mono dim small cut">{one.lot}</span>}
                  </span>
                  <NumberInput
                    aria-label={text.pieces_of({ what: one.label })}
                    w={110}
                    size="md"
                    {...toMemberProps(RULES, "items.0.qty", { required: false })}
                    value={one.qty}
                    onChange={(value) => change(one, Number(value) || 0)}
                  />
                  <ActionIcon
                    variant="default"
                    size="lg"
                    aria-label={text.remove({ what: one.label })}
                    onClick={() => setCounted((was) => was.filter((other) => other !== one))}
                  >
                    <IconX size={18} />
                  </ActionIcon>
                </li>
              ))}
            </ul>
          )}
        </section>
        {begun.expected.length === 0 ? null : (
          <section className="sheet" aria-label={text.expected}>
            <div className="sheet-head">
              <h2>{text.expected}</h2>
            </div>
            <ul className="list" aria-label={text.expected}>
              {begun.expected.map((one) => (
                <li
                  key={`${one.article_id}/${one.package_id}/${one.lot}/${one.expires_date}`}
                  className="list-row"
                >
                  <span className="grow cut">{[one.name, one.lot].filter(Boolean).join(" · ")}</span>
                  <span className="num strong">{number(one.qty)}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </Page>
  );
}
