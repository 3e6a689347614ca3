/** The kinds of all families, found by folder. */
import type { Attention } from "./define-attention.ts";

const FAMILIES = import.meta.glob<Attention>("../../*/*/attention/attention.ts", {
  eager: true,
  import: "attention",
});

export const KINDS: Attention = Object.assign({}, ...Object.values(FAMILIES));
