/** Handing goods over: to whom, with the proofs that the orders require, checked before the driver leaves. */
import { Button, Checkbox, NumberInput, SegmentedControl, Textarea, TextInput } from "@mantine/core";
import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import { isCode, readCode } from "../../../packages/codes/read-code.ts";
import type { QueuedItem } from "../../offline/items.ts";
import { type PinAnswer, tryPin } from "../../offline/pins.ts";
import type { NewFile } from "../../offline/queue.ts";
import { useQueue } from "../../offline/use-queue.ts";
import { getRules, toMemberProps } from "../../parts/form-rules.ts";
import { minorUnits, money, toMinor } from "../../parts/format.ts";
import { ScanInput } from "../../parts/scan-input.tsx";
import { useTimes } from "../../parts/times.ts";
import { CameraButton } from "../camera-scanner.tsx";
import { PhotoField } from "../photo-field.tsx";
import { SignaturePad } from "../signature-pad.tsx";
import { text } from "../text.ts";
import {
  buildProofs,
  type Collected,
  type HandoverTask,
  listLacking,
  listRequired,
  NOTHING,
  readCollected,
  requires,
} from "./proofs.ts";

const RULES = getRules("driverStopComplete");

const RECIPIENT_KINDS = ["recipient", "neighbour", "safe_place"] as const;

interface Handover {
  order_ids: readonly number[];
  proofs: readonly object[];
  files: readonly NewFile[];
  handed_to?: (typeof RECIPIENT_KINDS)[number];
  cod_collected?: number;
  note?: string;
}

interface HandoverFormProps {
  /** What can be handed over here. */
  offered: readonly HandoverTask[];
  /** A refused report, of which everything but its PIN is in the form. */
  corrects: QueuedItem | undefined;
  /** False when the device could not keep it. */
  submit: (handover: Handover) => Promise<boolean>;
  close?: () => void;
}

export function HandoverForm({ offered, corrects, submit: saveHandover, close }: HandoverFormProps) {
  const queue = useQueue();
  const { time } = useTimes();
  const [chosen_ids, setChosenIds] = useState<readonly number[]>(offered.map(({ order_id }) => order_id));
  const [collected, setCollected] = useState<Collected>(NOTHING);
  const [handed_to, setHandedTo] = useState<(typeof RECIPIENT_KINDS)[number]>("recipient");
  const tasks = offered.filter(({ order_id }) => chosen_ids.includes(order_id));
  const currency = tasks[0]?.currency ?? "EUR";
  const due = tasks.reduce((sum, { cod_minor }) => sum + cod_minor, 0);
  const [cash, setCash] = useState<number | string | null>(null);
  const [note, setNote] = useState("");
  const [lacking, setLacking] = useState<readonly string[]>([]);
  const [wrong_pins, setWrongPins] = useState<ReadonlyMap<number, PinAnswer>>(new Map());
  const [busy, setBusy] = useState(false);
  const change = (part: Partial<Collected>) => {
    setLacking([]);
    setCollected((was) => ({ ...was, ...part }));
  };
  useEffect(() => {
    if (corrects === undefined) return;
    void readCollected(corrects, queue).then(setCollected);
    const { handed_to: to, note: words, cod_collected } = corrects.body;
    if (typeof to === "string") setHandedTo(to as (typeof RECIPIENT_KINDS)[number]);
    if (typeof words === "string") setNote(words);
    if (typeof cod_collected === "number") setCash(cod_collected / minorUnits(currency));
  }, [corrects, queue, currency]);

  const is_pickup = offered.every(({ action }) => action === "pickup");
  const required = listRequired(tasks);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const lacks: (keyof typeof text.form.kinds)[] = [...listLacking(tasks, collected)];
    if (tasks.length === 0) lacks.push("orders");
    if (due > 0 && cash === "") lacks.push("cash");
    setLacking(lacks.map((kind) => text.form.kinds[kind]));
    const wrong = new Map<number, PinAnswer>();
    for (const { order_id, pin_hash } of tasks) {
      const pin = (collected.pins[order_id] ?? "").trim();
      if (pin_hash === null || pin === "") continue;
      const answer = await tryPin(queue.database, { order_id, pin_hash, pin }, Date.now());
      if (!answer.is_right) wrong.set(order_id, answer);
    }
    setWrongPins(wrong);
    if (lacks.length + wrong.size > 0) return;
    setBusy(true);
    const { proofs, files } = buildProofs(collected);
    const is_saved = await saveHandover({
      order_ids: tasks.map(({ order_id }) => order_id),
      proofs,
      files,
      ...(is_pickup ? {} : { handed_to }),
      ...(due > 0 ? { cod_collected: cash === null ? due : toMinor(cash, currency) } : {}),
      ...(note.trim() === "" ? {} : { note: note.trim() }),
    });
    setBusy(false);
    if (is_saved) close?.();
  };
  return (
    <form className="stack" style={{ gap: 16 }} onSubmit={(event) => void submit(event)}>
      <OrdersField tasks={offered} chosen={chosen_ids} onChange={setChosenIds} />
      {is_pickup ? null : (
        <Field label={text.form.received_by}>
          <SegmentedControl
            fullWidth
            size="md"
            aria-label={text.form.received_by}
            value={handed_to}
            onChange={(value) => setHandedTo(value as typeof handed_to)}
            data={RECIPIENT_KINDS.map((value) => ({ value, label: text.form.received[value] }))}
          />
        </Field>
      )}
      <TextInput
        size="md"
        label={is_pickup ? text.form.name_picked : text.form.name}
        {...toMemberProps(RULES, "proofs.0.signed_by")}
        autoComplete="off"
        value={collected.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      {tasks
        .filter((task) => requires(task, "pin"))
        .map(({ order_id, pin_tries_left, tracking_number, ref }) => (
          <TextInput
            key={order_id}
            size="md"
            label={text.form.pin({ order: ref ?? tracking_number })}
            inputMode="numeric"
            autoComplete="off"
            {...toMemberProps(RULES, "proofs.0.value")}
            value={collected.pins[order_id] ?? ""}
            error={pin_tries_left === 0 ? text.form.pin_locked : describePin(wrong_pins.get(order_id), time)}
            onChange={(event) =>
              change({ pins: { ...collected.pins, [order_id]: event.currentTarget.value } })
            }
          />
        ))}
      {required.has("scan") ? (
        <ScanField
          tasks={tasks.filter((task) => requires(task, "scan"))}
          scans={collected.scans}
          onChange={(scans) => change({ scans })}
        />
      ) : null}
      <PhotoField
        label={text.form.photo}
        remove_label={text.form.remove_photo}
        photos={collected.photos}
        onChange={(photos) => change({ photos })}
      />
      <Field label={text.form.signature} is_required={required.has("signature")}>
        <SignaturePad
          label={text.form.sign}
          clear_label={text.form.clear}
          signature={collected.signature}
          onChange={(signature) => change({ signature })}
        />
      </Field>
      {required.has("id_check") ? (
        <Checkbox
          size="lg"
          label={text.form.id_check}
          checked={collected.is_id_checked}
          onChange={(event) => change({ is_id_checked: event.currentTarget.checked })}
        />
      ) : null}
      {due > 0 ? (
        <NumberInput
          size="md"
          label={text.form.cash}
          description={text.form.cash_due({ amount: money(due, currency) })}
          hideControls
          {...toMemberProps(RULES, "cod_collected", { factor: minorUnits(currency) })}
          inputMode="decimal"
          value={cash ?? due / minorUnits(currency)}
          onChange={setCash}
        />
      ) : null}
      <Textarea
        size="md"
        autosize
        label={text.form.note}
        {...toMemberProps(RULES, "note")}
        value={required.has("note") ? collected.note : note}
        onChange={(event) =>
          required.has("note")
            ? change({ note: event.currentTarget.value })
            : setNote(event.currentTarget.value)
        }
      />
      <Lacking kinds={lacking} />
      <div className="field-actions">
        {close === undefined ? null : (
          <Button size="lg" variant="default" onClick={close}>
            {text.form.cancel}
          </Button>
        )}
        <Button size="lg" type="submit" loading={busy}>
          {is_pickup ? text.form.pick_up : text.form.deliver}
        </Button>
      </div>
    </form>
  );
}

function describePin(answer: PinAnswer | undefined, time: (moment: string) => string): string | null {
  if (answer === undefined || answer.is_right) return null;
  return answer.wait_until === null
    ? text.form.wrong_pin
    : text.form.pin_wait({ time: time(new Date(answer.wait_until).toISOString()) });
}

export function Lacking({ kinds }: { kinds: readonly string[] }) {
  return kinds.length === 0 ? null : (
    <p className="field-refusal strong" role="alert">
      {text.form.lacks} {kinds.join(", ")}
    </p>
  );
}

function Field({
  label,
  is_required = false,
  children,
}: {
  label: string;
  is_required?: boolean;
  children: ReactNode;
}) {
  return (
    <div className="stack" style={{ gap: 6 }}>
      <span className="strong">
        {label} {is_required ? <span className="dim small">{text.form.required}</span> : null}
      </span>
      {children}
    </div>
  );
}

interface OrdersFieldProps {
  tasks: readonly HandoverTask[];
  chosen: readonly number[];
  onChange: (order_ids: readonly number[]) => void;
}

/** Nothing to choose when there is one. */
export function OrdersField({ tasks, chosen, onChange }: OrdersFieldProps) {
  if (tasks.length < 2) return null;
  return (
    <Field label={text.form.orders}>
      {tasks.map(({ order_id, ref, tracking_number }) => (
        <Checkbox
          key={order_id}
          size="lg"
          label={ref ?? tracking_number}
          checked={chosen.includes(order_id)}
          onChange={(event) =>
            onChange(
              event.currentTarget.checked ? [...chosen, order_id] : chosen.filter((one) => one !== order_id),
            )
          }
        />
      ))}
    </Field>
  );
}

function ScanField({
  tasks,
  scans,
  onChange,
}: {
  tasks: readonly HandoverTask[];
  scans: Collected["scans"];
  onChange: (scans: Collected["scans"]) => void;
}) {
  const [strange, setStrange] = useState<string | null>(null);
  const total = tasks.reduce((sum, { parcels }) => sum + parcels.length, 0);
  const scanned_count = tasks.reduce((sum, { order_id }) => sum + (scans[order_id]?.length ?? 0), 0);
  const scan = (code: string) => {
    const read = readCode(code);
    const [match] = tasks.flatMap((task) =>
      task.parcels
        .filter((parcel) => isCode(read, parcel.label_code) || isCode(read, parcel.tracking_number))
        .map((parcel) => ({ task, parcel })),
    );
    setStrange(match === undefined ? code : null);
    if (match === undefined) return;
    // However it was scanned, it is one parcel.
    const { order_id } = match.task;
    const value = match.parcel.label_code || match.parcel.tracking_number;
    const order_scans = scans[order_id] ?? [];
    if (!order_scans.includes(value)) onChange({ ...scans, [order_id]: [...order_scans, value] });
  };
  return (
    <Field label={text.form.scan} is_required>
      <ScanInput label={text.form.scan_label} placeholder={text.form.scan_label} onScan={scan} />
      <CameraButton onScan={scan} />
      <p role="status">
        {strange === null
          ? text.form.scanned({ done: scanned_count, all: total })
          : text.form.not_here({ code: strange })}
      </p>
    </Field>
  );
}
