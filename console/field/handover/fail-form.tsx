/** Why a stop could not be done, with what the reason requires. */
import { Button, Checkbox, Radio, Textarea } from "@mantine/core";
import { type FormEvent, useEffect, useState } from "react";
import type { ReturnReason } from "../../../packages/client/client.gen.ts";
import type { QueuedItem } from "../../offline/items.ts";
import type { NewFile } from "../../offline/queue.ts";
import { useQueue } from "../../offline/use-queue.ts";
import { getRules, toMemberProps } from "../../parts/form-rules.ts";
import { PhotoField } from "../photo-field.tsx";
import { SignaturePad } from "../signature-pad.tsx";
import { text } from "../text.ts";
import { Lacking, OrdersField } from "./handover-form.tsx";
import { buildProofs, type Collected, type HandoverTask, NOTHING, readCollected } from "./proofs.ts";

interface Failure {
  order_ids: readonly number[];
  return_reason: string;
  files: readonly NewFile[];
  proofs?: readonly object[];
  note?: string;
  called_at?: string;
}

interface FailFormProps {
  offered: readonly HandoverTask[];
  reasons: readonly ReturnReason[];
  corrects: QueuedItem | undefined;
  /** False when the device could not keep it. */
  submit: (failure: Failure) => Promise<boolean>;
  close: () => void;
}

export function FailForm({ offered, reasons, corrects, submit: keep, close }: FailFormProps) {
  const queue = useQueue();
  const [chosen_ids, setChosenIds] = useState<readonly number[]>(offered.map(({ order_id }) => order_id));
  const [code, setCode] = useState<string | null>(null);
  const [collected, setCollected] = useState<Collected>(NOTHING);
  const [called_at, setCalledAt] = useState<string | null>(null);
  const [lacking, setLacking] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (corrects === undefined) return;
    const { return_reason, note, called_at: called } = corrects.body;
    if (typeof return_reason === "string") setCode(return_reason);
    if (typeof called === "string") setCalledAt(called);
    void readCollected(corrects, queue).then((was) =>
      setCollected(typeof note === "string" ? { ...was, note } : was),
    );
  }, [corrects, queue]);

  const tasks = offered.filter(({ order_id }) => chosen_ids.includes(order_id));
  const applies = tasks.every(({ action }) => action === "pickup")
    ? ["pickup_failed"]
    : ["failed", "rejected"];
  const fitting = reasons.filter(({ applies_to }) => applies_to.some((word) => applies.includes(word)));
  const needs = fitting.find((one) => one.code === code)?.requires ?? [];
  const change = (part: Partial<Collected>) => {
    setLacking([]);
    setCollected((was) => ({ ...was, ...part }));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const has = {
      photo: collected.photos.length > 0,
      signature: collected.signature !== null,
      note: collected.note.trim() !== "",
      call_attempt: called_at !== null,
    };
    const lacks: (keyof typeof text.form.kinds)[] = needs.filter((need) => !has[need]);
    if (tasks.length === 0) lacks.push("orders");
    if (code === null) lacks.push("reason");
    setLacking(lacks.map((kind) => text.form.kinds[kind]));
    if (lacks.length > 0 || code === null) return;
    setBusy(true);
    const { note, ...more } = collected;
    const { proofs, files } = buildProofs({ ...more, note: "" });
    const is_kept = await keep({
      order_ids: tasks.map(({ order_id }) => order_id),
      return_reason: code,
      files,
      ...(proofs.length === 0 ? {} : { proofs }),
      ...(note.trim() === "" ? {} : { note: note.trim() }),
      ...(called_at === null ? {} : { called_at }),
    });
    setBusy(false);
    if (is_kept) close();
  };
  return (
    <form className="stack" style={{ gap: 16 }} onSubmit={(event) => void submit(event)}>
      <OrdersField tasks={offered} chosen={chosen_ids} onChange={setChosenIds} />
      <Radio.Group label={<span className="strong">{text.form.reason}</span>} value={code} onChange={setCode}>
        <div className="reasons" style={{ marginTop: 8 }}>
          {fitting.map((reason) => (
            <Radio key={reason.code} size="lg" value={reason.code} label={reason.label} />
          ))}
        </div>
      </Radio.Group>
      {needs.includes("call_attempt") ? (
        <Checkbox
          size="lg"
          label={text.form.called}
          checked={called_at !== null}
          onChange={(event) => setCalledAt(event.currentTarget.checked ? new Date().toISOString() : null)}
        />
      ) : null}
      <PhotoField
        label={text.form.photo}
        remove_label={text.form.remove_photo}
        photos={collected.photos}
        onChange={(photos) => change({ photos })}
      />
      {needs.includes("signature") ? (
        <SignaturePad
          label={text.form.sign}
          clear_label={text.form.clear}
          signature={collected.signature}
          onChange={(signature) => change({ signature })}
        />
      ) : null}
      <Textarea
        size="md"
        autosize
        label={text.form.note}
        {...toMemberProps(getRules("driverStopFail"), "note")}
        value={collected.note}
        onChange={(event) => change({ note: event.currentTarget.value })}
      />
      <Lacking kinds={lacking} />
      <div className="field-actions">
        <Button size="lg" variant="default" onClick={close}>
          {text.form.cancel}
        </Button>
        <Button size="lg" type="submit" loading={busy}>
          {text.form.fail}
        </Button>
      </div>
    </form>
  );
}
