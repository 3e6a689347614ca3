/**
 * Scans of a receipt, sent one after another: a scanner is faster than the network, and none may be lost. Each has a key of
 * its own, so that one that is sent again after a lost connection counts once.
 */
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import { ApiError, client } from "../../../api/client.ts";
import { beep } from "../../../parts/beep.ts";
import type { ReceiptReceiveInput } from "./queries.ts";

type Received = Awaited<ReturnType<typeof client.receiptReceive>>;

export type ScanResult =
  | { state: "ready" }
  | { state: "received"; answer: Received }
  | { state: "bin"; bin_code: string }
  /** A person may receive it nevertheless, as `accepted`. */
  | { state: "question"; error: ApiError; input: ReceiptReceiveInput; accepted: ReceiptReceiveInput }
  | { state: "refused"; error: Error; input: ReceiptReceiveInput };

/** How often a scan is sent again when there is no connection, and how long it waits before, ms. */
const ATTEMPTS = 5;
const PAUSE = 1500;

const QUESTIONS: Record<string, Partial<ReceiptReceiveInput>> = {
  OVER_DELIVERY: { accept_difference: true },
  NOT_ANNOUNCED: { accept_difference: true },
  UNKNOWN_CODE: { kind: "package", accept_difference: true },
};

async function send(input: ReceiptReceiveInput): Promise<Received> {
  const idempotency_key = crypto.randomUUID();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await client.receiptReceive(input, { idempotency_key });
    } catch (error) {
      const is_lost = error instanceof ApiError && (error.status === 0 || error.status === 503);
      if (!is_lost || attempt === ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
}

export function useScans(receipt_id: number) {
  const queries = useQueryClient();
  const [result, setResult] = useState<ScanResult>({ state: "ready" });
  const [waiting, setWaiting] = useState(0);
  const [bin, setBin] = useState<{ id: number; code: string } | null>(null);
  const line = useRef<Promise<void>>(Promise.resolve());
  const bin_id = useRef<number | undefined>(undefined);

  const receive = useCallback(
    (input: Omit<ReceiptReceiveInput, "receipt_id">) => {
      setWaiting((n) => n + 1);
      const run = async () => {
        const full_input = {
          receipt_id,
          ...(bin_id.current === undefined ? {} : { bin_id: bin_id.current }),
          ...input,
        };
        try {
          setResult({ state: "received", answer: await send(full_input) });
          beep(true);
        } catch (error) {
          setResult(readRefusal(error, full_input));
        } finally {
          setWaiting((n) => n - 1);
          void queries.invalidateQueries({ queryKey: ["receipts"] });
        }
      };
      const readRefusal = (error: unknown, input: ReceiptReceiveInput): ScanResult => {
        if (error instanceof ApiError && error.error_code === "BIN_SCANNED") {
          const { bin_id: id, bin_code } = error.body as { bin_id: number; bin_code: string };
          bin_id.current = id;
          setBin({ id, code: bin_code });
          beep(true);
          return { state: "bin", bin_code };
        }
        beep(false);
        const accept = error instanceof ApiError ? QUESTIONS[error.error_code] : undefined;
        if (error instanceof ApiError && accept !== undefined)
          return { state: "question", error, input: input, accepted: { ...input, ...accept } };
        return {
          state: "refused",
          error: error instanceof Error ? error : new Error(String(error)),
          input: input,
        };
      };
      line.current = line.current.then(run);
    },
    [receipt_id, queries],
  );
  return { result, waiting, bin, receive, clear: () => setResult({ state: "ready" }) };
}
