/** A refused item, wherever it is shown: why, what to do next, and the ways on: correct it, send it again, or give it up. */
import { Button, Modal, TextInput } from "@mantine/core";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { QueuedItem } from "../offline/items.ts";
import { useQueue } from "../offline/use-queue.ts";
import { getRules } from "../parts/form-rules.ts";
import { useMemberText } from "../parts/member-text.ts";
import { notifyFailure } from "../parts/toast.ts";
import { findNextStep } from "./describe-item.ts";
import { text } from "./text.ts";
import "./field.css";

/** Where somebody corrects an item: the form that it came from; codes are corrected here. */
function useCorrection(
  item: QueuedItem,
  close: (() => void) | undefined,
): { to?: () => void; code?: string } {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { stop_id, order_id, code } = item.body;
  // What somebody else has now, or what ended, is not put right by other proofs.
  if (item.refusal?.status === 409 || item.refusal?.status === 404) return {};
  if (item.channel === "driver" && (item.type === "stop_complete" || item.type === "stop_fail"))
    return {
      to: () => {
        close?.();
        void navigate({
          to: "/driver/stops/$stop_id",
          params: { stop_id: String(stop_id) },
          search: { corrects: item.seq },
        });
      },
    };
  if (item.type === "chat_message")
    return {
      to: () => {
        close?.();
        void navigate({
          to: pathname.startsWith("/my-jobs") ? "/my-jobs/chat/$order_id" : "/driver/chat/$order_id",
          params: { order_id: String(order_id) },
          search: { corrects: item.seq },
        });
      },
    };
  if (item.channel === "rider")
    return {
      to: () => {
        close?.();
        void navigate({ to: "/my-jobs" });
      },
    };
  return typeof code === "string" ? { code } : {};
}

interface RefusedItemProps {
  item: QueuedItem;
  /** The form in which it is corrected stands below. */
  is_corrected_here?: boolean;
  /** Leaves where it is listed. */
  close?: () => void;
}

export function RefusedItem({ item, is_corrected_here = false, close }: RefusedItemProps) {
  const queue = useQueue();
  const [asks, setAsks] = useState<"discard" | "code" | null>(null);
  const { to, code } = useCorrection(item, close);
  const { message = "", details = [] } = item.refusal ?? {};
  const act = (work: Promise<unknown>) => void work.catch((error: unknown) => notifyFailure(error));
  return (
    <>
      <p className="field-refusal">{[message, ...details].filter(Boolean).join(" ")}</p>
      <p className="strong">{findNextStep(item)}</p>
      <div className="field-actions">
        {is_corrected_here || (to === undefined && code === undefined) ? null : (
          <Button size="md" onClick={to ?? (() => setAsks("code"))}>
            {text.queue.correct}
          </Button>
        )}
        <Button size="md" variant="default" onClick={() => act(queue.repeat(item))}>
          {text.queue.send_again}
        </Button>
        <Button size="md" variant="default" color="red" onClick={() => setAsks("discard")}>
          {text.queue.discard}
        </Button>
      </div>
      <DiscardDialog opened={asks === "discard"} close={() => setAsks(null)} item={item} />
      {code === undefined ? null : (
        <CodeDialog opened={asks === "code"} close={() => setAsks(null)} item={item} code={code} />
      )}
    </>
  );
}

interface DialogProps {
  opened: boolean;
  close: () => void;
  item: QueuedItem;
}

function DiscardDialog({ opened, close, item }: DialogProps) {
  const queue = useQueue();
  const [reason, setReason] = useState("");
  const reason_text = reason.trim();
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={text.queue.discard_title({ label: item.label })}
      classNames={{ content: "field-dialog" }}
      closeButtonProps={{ "aria-label": text.close, size: 44 }}
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (reason_text !== "")
            void queue.discard(item.seq, reason_text).catch((error: unknown) => notifyFailure(error));
        }}
      >
        <p>{text.queue.discard_about}</p>
        <TextInput
          size="lg"
          data-autofocus
          // No member of a request: it stays on this device.
          label={text.queue.discard_reason}
          autoComplete="off"
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <div className="field-actions">
          <Button size="md" variant="default" onClick={close}>
            {text.queue.keep}
          </Button>
          <Button type="submit" size="md" color="red" disabled={reason_text === ""}>
            {text.queue.discard}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

function CodeDialog({ opened, close, item, code }: DialogProps & { code: string }) {
  const queue = useQueue();
  const { text: corrected, props } = useMemberText(getRules("wmsScan"), "code", { initial: code });
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={text.queue.correct}
      classNames={{ content: "field-dialog" }}
      closeButtonProps={{ "aria-label": text.close, size: 44 }}
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (corrected === "") return;
          const body = { ...item.body, code: corrected };
          void queue.add({ ...item, body, label: corrected, subject: `code/${corrected}` }, [], item.seq);
        }}
      >
        <TextInput size="lg" data-autofocus label={text.queue.correct_code} autoComplete="off" {...props} />
        <Button type="submit" size="md" disabled={corrected === ""}>
          {text.queue.send_again}
        </Button>
      </form>
    </Modal>
  );
}
