/**
 * Canonical JSON and the hash chain of a device's operations, so that device, service and auditors compute the same.
 * Source: RFC 8785; README.md, "Chain".
 */
import { sha256 } from "@noble/hashes/sha2";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils";
import type { Operation } from "./messages.ts";

type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [name: string]: Json | undefined };

/** RFC 8785: members sorted by UTF-16 code units, no spaces, numbers and texts as ECMAScript writes them. */
export function canonicalize(value: Json): string {
  if (typeof value === "number" && !Number.isFinite(value)) throw new Error("JSON has finite numbers only.");
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalize).join(",")}]`;
  const members = Object.entries(value as { [name: string]: Json | undefined })
    .filter((entry): entry is [string, Json] => entry[1] !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalize(member)}`).join(",")}}`;
}

/** SHA-256 of the previous hash (32 bytes) and the canonical form of an entry as UTF-8. Hashes are hexadecimal. */
export function chainHash(previous: string, entry: object): string {
  return bytesToHex(
    sha256
      .create()
      .update(hexToBytes(previous))
      .update(utf8ToBytes(canonicalize(entry as Json)))
      .digest(),
  );
}

/** The hash before the first operation of an epoch. */
export function buildChainStart(device_id: number, epoch: number): string {
  return bytesToHex(sha256(utf8ToBytes(`packhorse-locker/1/chain/${device_id}/${epoch}`)));
}

/** The hash after the last of these operations, each as it was sent. */
export function extendChain(head: string, operations: readonly Operation[]): string {
  return operations.reduce(chainHash, head);
}
