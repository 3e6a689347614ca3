/** Scans of a transfer, one after another, so that a scanner may be faster than the answers. */
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import { ApiError, client } from "../../../api/client.ts";
import { beep } from "../../../parts/beep.ts";
import type { TransferItem } from "./queries.ts";

export interface ScanRequest {
  direction: "out" | "in";
  transfer_id: number;
  code: string;
  /** Where it is scanned in. */
  warehouse_id: number;
  /** Which of several parcels with this label. */
  parcel_id?: number;
}

interface LabelOwner {
  parcel_id: number;
  order_id: number;
  tracking_number: string;
}

export type ScanResult =
  | { state: "ready" }
  | {
      state: "done";
      outcome: "out" | "in" | "over" | "duplicate" | "came_back" | "elsewhere";
      item: TransferItem | undefined;
      is_surplus: boolean;
      code: string;
    }
  | { state: "which"; parcels: readonly LabelOwner[]; request: ScanRequest }
  | { state: "refused"; error: Error; code: string; other: { id: number; code: string } | null };

/** How often a scan is sent again when there is no connection, and how long it waits before, ms. */
const ATTEMPTS = 5;
const PAUSE = 1500;

async function send({ direction, transfer_id, code, warehouse_id, parcel_id }: ScanRequest) {
  const idempotency_key = crypto.randomUUID();
  const input = { transfer_id, code, ...(parcel_id === undefined ? {} : { parcel_id }) };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return direction === "out"
        ? await client.transferScanOut(input, { idempotency_key })
        : await client.transferScanIn({ ...input, warehouse_id }, { idempotency_key });
    } catch (error) {
      const is_lost = error instanceof ApiError && (error.status === 0 || error.status === 503);
      if (!is_lost || attempt === ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
}

function readRefusal(error: unknown, request: ScanRequest): ScanResult {
  if (error instanceof ApiError) {
    const { parcels, transfer_id, transfer_code } = error.body as {
      parcels?: LabelOwner[];
      transfer_id?: number | null;
      transfer_code?: string | null;
    };
    if (error.error_code === "DUPLICATE_LABEL" && parcels !== undefined)
      return { state: "which", parcels, request };
    if (typeof transfer_id === "number" && typeof transfer_code === "string")
      return { state: "refused", error, code: request.code, other: { id: transfer_id, code: transfer_code } };
  }
  return {
    state: "refused",
    error: error instanceof Error ? error : new Error(String(error)),
    code: request.code,
    other: null,
  };
}

export function useTransferScans() {
  const queries = useQueryClient();
  const [result, setResult] = useState<ScanResult>({ state: "ready" });
  const [waiting, setWaiting] = useState(0);
  const line = useRef<Promise<void>>(Promise.resolve());
  const scan = useCallback(
    (request: ScanRequest) => {
      setWaiting((n) => n + 1);
      line.current = line.current.then(async () => {
        try {
          const { outcome, items, is_surplus } = await send(request);
          setResult({ state: "done", outcome, item: items[0], is_surplus, code: request.code });
          beep(outcome === "out" || outcome === "in");
        } catch (error) {
          setResult(readRefusal(error, request));
          beep(false);
        } finally {
          setWaiting((n) => n - 1);
          void queries.invalidateQueries({ queryKey: ["transfers"] });
        }
      });
    },
    [queries],
  );
  return { result, waiting, scan, clear: () => setResult({ state: "ready" }) };
}
