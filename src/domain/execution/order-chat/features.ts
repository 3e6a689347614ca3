import { defineFeatures } from "#operation/define/features.ts";

/** Who may chat is decided by each operation. */
export const features = defineFeatures({
  gates: { order_chat: { prefix: "/api/v1/order-chat", roles: null, tables: [], daily_turns: false } },
});
