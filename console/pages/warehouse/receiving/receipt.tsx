/** Receiving one delivery with a scanner: standing, with gloves, looking at the goods. */
import { Button, Collapse, FileButton, Modal, NumberInput, Switch, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { IconArrowBackUp, IconCamera, IconPackageImport, IconRulerMeasure } from "#icons";
import { ApiError, client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { Tag } from "../../../parts/badge.tsx";
import { sound } from "../../../parts/beep.ts";
import { getRules, toMemberProps } from "../../../parts/form-rules.ts";
import { number } from "../../../parts/format.ts";
import type { Tone } from "../../../parts/labels.ts";
import { BackLink } from "../../../parts/links.tsx";
import { List } from "../../../parts/list/list.tsx";
import { useMemberText } from "../../../parts/member-text.ts";
import { Bar, Page } from "../../../parts/page.tsx";
import { uploadImage } from "../../../parts/photo.tsx";
import { useSave } from "../../../parts/save.ts";
import { ScanInput } from "../../../parts/scan-input.tsx";
import { Empty } from "../../../parts/states.tsx";
import { useTimes } from "../../../parts/times.ts";
import { notifyFailure } from "../../../parts/toast.ts";
import { UnloadedPage } from "../../../parts/unloaded-page.tsx";
import {
  type Receipt,
  type ReceiptLine,
  type ReceiptScan,
  receiptQuery,
  receiptScansQuery,
} from "./queries.ts";
import { ReceiptState } from "./receipts.tsx";
import { text } from "./text.ts";
import { type ScanResult, useScans } from "./use-scans.ts";
import "./receiving.css";

export function ReceiptPage() {
  const { receipt_id } = useParams({ strict: false }) as { receipt_id: string };
  const id = Number(receipt_id);
  const query = useQuery(receiptQuery(id));
  if (query.data === undefined) return <UnloadedPage query={query} above={<Above />} />;
  return <Receiving receipt={query.data.receipt} lines={query.data.receipt_lines} />;
}

const Above = () => <BackLink to="/receiving">{text.title}</BackLink>;

function Receiving({ receipt, lines }: { receipt: Receipt; lines: readonly ReceiptLine[] }) {
  const may_write = useMe().permissions.includes("wms:write");
  const is_open = receipt.status === "expected" || receipt.status === "receiving";
  const scans = useScans(receipt.id);
  const { ref, customer_name, carrier, expected_qty, received_qty, is_announced } = receipt;
  return (
    <Page
      title={receipt.code}
      above={<Above />}
      subtitle={
        <span className="row">
          <ReceiptState status={receipt.status} />
          <span>{[ref, customer_name, carrier].filter(Boolean).join(" · ")}</span>
        </span>
      }
      actions={may_write && is_open ? <CloseReceipt receipt={receipt} lines={lines} /> : null}
    >
      {is_announced ? (
        <div className="row nowrap" style={{ marginBottom: 12 }}>
          <span className="num strong">
            {text.received_of({ received: number(received_qty), expected: number(expected_qty) })}
          </span>
          <span className="grow">
            <Bar
              value={received_qty}
              of={expected_qty}
              label={text.received_of({ received: number(received_qty), expected: number(expected_qty) })}
              tone="good"
            />
          </span>
        </div>
      ) : null}
      <div className="scan-columns">
        <div className="stack" style={{ gap: 12 }}>
          {is_open && may_write ? (
            <Scanner scans={scans} />
          ) : (
            <p className="note">{is_open ? text.read_only : text.ended}</p>
          )}
          <LastScans
            receipt={receipt}
            may_undo={may_write && receipt.status === "receiving"}
            onUndone={scans.clear}
          />
        </div>
        <Lines lines={lines} is_announced={is_announced} is_open={is_open} />
      </div>
    </Page>
  );
}

const RULES = getRules("receiptReceive");

const NO_MEASURES = { weight_g: "", length_mm: "", width_mm: "", height_mm: "" } as const;
type Measures = Record<keyof typeof NO_MEASURES, number | string>;

/** `5*4006381333931` is five of it; what is typed in the field counts otherwise. */
function parseScan(scanned: string, pieces: number): { code: string; qty: number } {
  const [, qty, code] = /^([1-9]\d{0,6})\*(.+)$/.exec(scanned) ?? [];
  return qty === undefined || code === undefined
    ? { code: scanned, qty: pieces }
    : { code, qty: Number(qty) };
}

function Scanner({ scans }: { scans: ReturnType<typeof useScans> }) {
  const { result, waiting, bin, receive, clear } = scans;
  const [pieces, setPieces] = useState<number | string>(1);
  const [is_damaged, setDamaged] = useState(false);
  const [measures, setMeasures] = useState<Measures>(NO_MEASURES);
  const [measuring, setMeasuring] = useState(false);
  const lot = useMemberText(RULES, "lot");
  const [expires, setExpires] = useState("");
  const [photo, setPhoto] = useState<File | null>(null);
  const [has_sound, setSound] = useState(sound.get);

  const scan = async (scanned: string) => {
    const { code, qty } = parseScan(scanned, Math.max(1, Number(pieces) || 1));
    const measured = Object.fromEntries(
      Object.entries(measures).filter(([, value]) => typeof value === "number" && value > 0),
    );
    const current_photo = photo;
    // What is said about one scan does not hold for the next.
    setPieces(1);
    setDamaged(false);
    setMeasures(NO_MEASURES);
    setPhoto(null);
    let file_ids: number[] = [];
    try {
      if (current_photo !== null) file_ids = [await uploadImage(current_photo)];
    } catch (error) {
      notifyFailure(error);
      return;
    }
    receive({
      code,
      ...(qty === 1 ? {} : { qty }),
      ...(is_damaged ? { is_damaged } : {}),
      ...(lot.text === "" ? {} : { lot: lot.text }),
      ...(expires === "" ? {} : { expires_date: expires }),
      ...measured,
      ...(file_ids.length === 0 ? {} : { file_ids }),
    });
  };
  const accept = () => {
    if (result.state === "question") receive(result.accepted);
  };
  return (
    <section className="stack" style={{ gap: 12 }}>
      <ScanInput
        label={text.scan.label}
        placeholder={text.scan.about}
        onScan={(code) => void scan(code)}
        onEmpty={accept}
        onEscape={clear}
      />
      <Result result={result} waiting={waiting} accept={accept} leave={clear} />
      <div className="scan-tools">
        <NumberInput
          aria-label={text.scan.pieces}
          prefix={`${text.scan.pieces}: `}
          w={140}
          size="md"
          {...toMemberProps(RULES, "qty")}
          value={pieces}
          onChange={setPieces}
        />
        <Switch
          size="md"
          label={text.scan.damaged}
          checked={is_damaged}
          onChange={(event) => setDamaged(event.currentTarget.checked)}
        />
        <Switch
          size="md"
          label={text.scan.sound}
          checked={has_sound}
          onChange={(event) => {
            sound.set(event.currentTarget.checked);
            setSound(event.currentTarget.checked);
          }}
        />
        <Button
          variant="default"
          aria-expanded={measuring}
          leftSection={<IconRulerMeasure size={16} />}
          onClick={() => setMeasuring(!measuring)}
        >
          {photo === null ? text.scan.measures : text.scan.photo_chosen}
        </Button>
      </div>
      <Collapse expanded={measuring}>
        <div className="scan-tools">
          <TextInput label={text.scan.lot} w={150} {...lot.props} />
          <TextInput
            type="date"
            label={text.scan.expires}
            w={150}
            value={expires}
            onChange={(event) => setExpires(event.currentTarget.value)}
          />
          {(
            [
              ["weight_g", text.scan.weight],
              ["length_mm", text.scan.length],
              ["width_mm", text.scan.width],
              ["height_mm", text.scan.height],
            ] as const
          ).map(([name, label]) => (
            <NumberInput
              key={name}
              label={label}
              w={130}
              {...toMemberProps(RULES, name, { unit: null })}
              value={measures[name]}
              onChange={(value) => setMeasures({ ...measures, [name]: value })}
            />
          ))}
          <FileButton accept="image/png,image/jpeg,image/webp" onChange={setPhoto}>
            {(props) => (
              <Button {...props} variant="default" leftSection={<IconCamera size={16} />} mt="lg">
                {photo === null ? text.scan.photo : photo.name.slice(0, 20)}
              </Button>
            )}
          </FileButton>
        </div>
      </Collapse>
      <p className="dim small">{bin === null ? text.scan.into_usual : text.scan.into({ bin: bin.code })}</p>
    </section>
  );
}

function Result({
  result,
  waiting,
  accept,
  leave,
}: {
  result: ScanResult;
  waiting: number;
  accept: () => void;
  leave: () => void;
}) {
  const { tone, title, about, count, question } = describeResult(result);
  return (
    <div
      className={`scan-result tone-${tone}`}
      role="status"
      aria-live="assertive"
      data-result={result.state}
    >
      <div className="row nowrap" style={{ alignItems: "flex-start" }}>
        <div className="stack tight grow">
          <h2>{title}</h2>
          <div>{about}</div>
        </div>
        {count === undefined ? null : <span className="scan-count">{count}</span>}
      </div>
      {question === undefined ? null : (
        <div className="row" style={{ marginTop: 12 }}>
          <Button size="md" onClick={accept}>
            {question}
          </Button>
          <Button size="md" variant="default" onClick={leave}>
            {text.scan.leave}
          </Button>
          <span className="dim small">{text.scan.accept_key}</span>
        </div>
      )}
      {waiting > 1 ? <div className="dim small">{text.scan.waiting({ n: waiting })}</div> : null}
    </div>
  );
}

interface Described {
  tone: Tone;
  title: string;
  about: ReactNode;
  count?: string;
  /** Label of the button that receives it nevertheless. */
  question?: string;
}

function describeResult(result: ScanResult): Described {
  switch (result.state) {
    case "ready":
      return { tone: "grey", title: text.scan.ready, about: text.scan.ready_about };
    case "bin":
      return { tone: "blue", title: text.scan.bin_now({ bin: result.bin_code }), about: "" };
    case "received": {
      const { scan, line, receipt } = result.answer;
      const { received_qty, expected_qty, short, over } = line;
      const rest =
        short > 0
          ? text.scan.left({ n: short })
          : over > 0
            ? text.scan.too_many({ n: over })
            : text.scan.complete;
      return {
        tone: over > 0 || scan.is_damaged ? "warn" : "good",
        title: nameScan(scan),
        about: [scan.bin?.code, receipt.is_announced ? rest : null].filter(Boolean).join(" · "),
        count: receipt.is_announced
          ? `${number(received_qty)} / ${number(expected_qty)}`
          : number(received_qty),
      };
    }
    case "question": {
      const { error, input } = result;
      const is_unknown = error.error_code === "UNKNOWN_CODE";
      const title = is_unknown
        ? text.scan.not_known({ code: input.code ?? "" })
        : error.error_code === "OVER_DELIVERY"
          ? text.scan.over
          : text.scan.not_announced;
      return {
        tone: is_unknown ? "bad" : "warn",
        title,
        about: error.message,
        question: is_unknown ? text.scan.new_package : text.scan.accept,
      };
    }
    case "refused": {
      const { error, input } = result;
      const by = error instanceof ApiError ? (error.body["received_by"] as { name?: string } | null) : null;
      return {
        tone: "bad",
        title: input.code ?? text.scan.not_received,
        about: [error.message, by?.name ? text.scan.by({ name: by.name }) : null].filter(Boolean).join(" "),
      };
    }
  }
}

const nameScan = (scan: ReceiptScan) => scan.article?.name ?? scan.package?.code ?? scan.scanned ?? "";

function LastScans({
  receipt,
  may_undo,
  onUndone,
}: {
  receipt: Receipt;
  may_undo: boolean;
  onUndone: () => void;
}) {
  const query = useQuery(receiptScansQuery(receipt.id));
  const { time } = useTimes();
  const undo = useSave(
    (scan: ReceiptScan) => client.receiptScanUndo({ receipt_id: receipt.id, scan_id: scan.id }),
    {
      keys: [["receipts"]],
      success_message: ({ scan }) => text.undone({ what: nameScan(scan) }),
      done: onUndone,
    },
  );
  return (
    <List
      label={text.last}
      toolbar={
        <div className="sheet-head">
          <h2>{text.last}</h2>
        </div>
      }
      query={query}
      rows={({ scans }) => scans}
      empty={<Empty icon={IconPackageImport} title={text.none_scanned} />}
      item={(scan) => (
        <li key={scan.id} className={scan.undone_at === null ? "scan-row" : "scan-row undone"}>
          <span className="num dim small">{time(scan.created_at)}</span>
          <span className="stack tight grow" style={{ gap: 0, minWidth: 0 }}>
            <span className="strong cut">{nameScan(scan)}</span>
            <span className="dim small cut">
              {[scan.bin?.code, scan.created_by?.name].filter(Boolean).join(" · ")}
            </span>
          </span>
          <ScanTag scan={scan} />
          {scan.qty > 1 ? <span className="num strong">×{number(scan.qty)}</span> : null}
          {may_undo && scan.outcome === "received" && scan.undone_at === null ? (
            <Button
              variant="default"
              aria-label={text.undo_of({ what: nameScan(scan) })}
              leftSection={<IconArrowBackUp size={16} />}
              loading={undo.isPending && undo.variables?.id === scan.id}
              onClick={() => undo.mutate(scan)}
            >
              {text.undo}
            </Button>
          ) : null}
        </li>
      )}
    />
  );
}

function ScanTag({ scan }: { scan: ReceiptScan }) {
  if (scan.undone_at !== null) return <Tag tone="grey">{text.was_undone}</Tag>;
  if (scan.outcome === "unknown_code") return <Tag tone="bad">{text.unknown_code}</Tag>;
  if (scan.outcome === "already_received") return <Tag tone="warn">{text.before}</Tag>;
  return scan.is_damaged ? <Tag tone="warn">{text.scan.damaged}</Tag> : null;
}

const nameLine = ({ article, package_code }: ReceiptLine) => article?.name ?? package_code ?? "";

/** What is missing first. */
function Lines({
  lines,
  is_announced,
  is_open,
}: {
  lines: readonly ReceiptLine[];
  is_announced: boolean;
  is_open: boolean;
}) {
  const ordered = [...lines.filter(({ short }) => short > 0), ...lines.filter(({ short }) => short === 0)];
  const is_complete = is_announced && lines.every(({ short }) => short === 0);
  return (
    <section className="sheet" aria-label={text.missing}>
      <div className="sheet-head">
        <h2>{is_announced && is_open ? text.missing : text.all_lines}</h2>
      </div>
      {is_announced ? null : <p className="note">{text.without_notice}</p>}
      {is_complete && is_open ? <p className="note">{text.nothing_missing}</p> : null}
      <ul className="list" aria-label={text.all_lines}>
        {ordered.map((line) => (
          <li key={line.id} className="scan-row">
            <span className="stack tight grow" style={{ gap: 0, minWidth: 0 }}>
              <span className="strong cut">{nameLine(line)}</span>
              <span className="mono dim small cut">
                {[line.article?.sku, line.lot, line.expires_date].filter(Boolean).join(" · ")}
              </span>
            </span>
            <LineTags line={line} is_announced={is_announced} />
            <span className="num strong">
              {is_announced
                ? text.received_of({
                    received: number(line.received_qty),
                    expected: number(line.expected_qty),
                  })
                : number(line.received_qty)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function LineTags({ line, is_announced }: { line: ReceiptLine; is_announced: boolean }) {
  const { over, damaged_qty } = line;
  return (
    <>
      {is_announced && over > 0 ? <Tag tone="warn">{text.over({ n: over })}</Tag> : null}
      {damaged_qty > 0 ? <Tag tone="bad">{text.damaged({ n: damaged_qty })}</Tag> : null}
    </>
  );
}

function CloseReceipt({ receipt, lines }: { receipt: Receipt; lines: readonly ReceiptLine[] }) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const close = useSave(
    (accept_differences: boolean) => client.receiptClose({ receipt_id: receipt.id, accept_differences }),
    {
      keys: [["receipts"]],
      success_message: text.close_done({ code: receipt.code }),
      done: () => void navigate({ to: "/receiving" }),
      // Somebody else scanned meanwhile: the dialog shows what differs.
      refused: (error) =>
        error instanceof ApiError && error.error_code === "DIFFERENCES"
          ? setAsking(true)
          : notifyFailure(error),
    },
  );
  const different = lines.filter(({ short, over, damaged_qty }) => short > 0 || over > 0 || damaged_qty > 0);
  return (
    <>
      <Button
        variant={different.length === 0 ? "filled" : "default"}
        loading={close.isPending}
        onClick={() => (different.length === 0 ? close.mutate(false) : setAsking(true))}
      >
        {text.close}
      </Button>
      <Modal opened={asking} onClose={() => setAsking(false)} title={text.close_differs}>
        <div className="stack">
          <ul className="list" aria-label={text.close_differs}>
            {different.map((line) => (
              <li key={line.id} className="scan-row">
                <span className="strong grow cut">{nameLine(line)}</span>
                {line.short > 0 ? <Tag tone="bad">{text.short({ n: line.short })}</Tag> : null}
                <LineTags line={line} is_announced />
              </li>
            ))}
          </ul>
          <p className="dim small">{text.close_differs_about}</p>
          <div className="row drawer-foot">
            <Button variant="default" onClick={() => setAsking(false)}>
              {text.back}
            </Button>
            <Button
              data-autofocus
              loading={close.isPending}
              onClick={() => {
                setAsking(false);
                close.mutate(true);
              }}
            >
              {text.close_anyway}
            </Button>
          </div>
        </div>
      </Modal>
    </>
  );
}
