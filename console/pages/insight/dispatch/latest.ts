/** The latest open exceptions, for the notifications. */
import { client } from "../../../api/client.ts";
import type { Notice } from "../../../manifest.ts";
import { KINDS } from "./kinds.ts";
import { nameItem } from "./why.ts";

const SHOWN_MAX = 20;

export async function listLatest({ signal }: { signal: AbortSignal }): Promise<readonly Notice[]> {
  const { items } = await client.dispatchBoard({ per_page: SHOWN_MAX }, { signal });
  return items.map((item) => ({
    key: `exception ${item.id}`,
    title: nameItem(KINDS, item),
    about: item.title,
    at: item.opened_at,
    href: `/exceptions?kind=${item.kind}`,
  }));
}
