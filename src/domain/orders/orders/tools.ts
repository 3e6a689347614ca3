/** What the operations of this family do not say about their tools. */
import { defineTools } from "#operation/define/tools.ts";
import { PLACE, RECIPIENT } from "#vocabulary/tool-examples.ts";

export const tools = defineTools({
  words: {
    bulk_create_orders: {
      use: "For several orders at once.",
      next: ["get_orders", "build_route"],
      example: { orders: [{ ref: "A-1", dropoff: RECIPIENT }], confirm: true },
    },
    bulk_create_orders_async: {
      use: "For more than 100 orders.",
      next: ["get_async_batch_result"],
      example: { orders: [{ ref: "A-1", dropoff: RECIPIENT }], confirm: true },
    },
    cancel_order: {
      use: "When an order is not to be delivered.",
      next: ["get_order_detail"],
      example: { order_id: 1042, reason: "Bought twice", confirm: true },
    },
    create_order: {
      use: "For one delivery or pickup of your own.",
      next: ["get_order_detail", "print_local_label", "track_package"],
      example: { type: "D", ref: "A-1", scheduled_date: "2026-11-24", dropoff: RECIPIENT },
    },
    daily_digest: {
      use: "For how the day goes, in one call.",
      next: ["list_exceptions", "get_routes"],
      example: { date: "2026-11-23" },
    },
    find_order: {
      use: "When you have no order_id.",
      next: ["order_snapshot", "get_order_detail"],
      example: { q: "Ana Lima" },
    },
    get_async_batch_result: {
      use: "Until the batch is done.",
      next: ["get_order_detail"],
      example: { id: "a1b2c3", only_failed: true },
    },
    get_order_audit_timeline: {
      use: "To prove what happened to an order.",
      next: ["get_operation_events"],
      example: { order_id: 1042 },
    },
    get_order_detail: {
      use: "Before changing an order.",
      next: ["hold_order", "reroute_to_address", "cancel_order"],
      example: { order_id: 1042 },
    },
    get_orders: {
      use: "For orders by status, day or customer.",
      next: ["get_order_detail", "order_snapshot"],
      example: { status: ["NEW_ORDER"], date_from: "2026-11-24", date_to: "2026-11-24" },
    },
    get_orders_summary: {
      use: "For figures rather than orders.",
      next: ["get_orders"],
      example: { period: "week" },
    },
    hold_order: {
      use: "To stop an order for now.",
      next: ["release_order"],
      example: { order_id: 1042, reason: "Unpaid", confirm: true },
    },
    list_exceptions: {
      use: "For what went wrong, and why.",
      next: ["order_snapshot", "hold_order"],
      example: { date: "2026-11-23" },
    },
    order_snapshot: {
      use: "To explain one order.",
      next: ["hold_order", "reroute_to_address"],
      example: { order_id: 1042 },
    },
    release_order: {
      use: "When what held it is settled.",
      next: ["build_route", "get_order_detail"],
      example: { order_id: 1042, confirm: true },
    },
    reroute_to_address: {
      use: "When the recipient is elsewhere.",
      next: ["get_order_detail", "track_package"],
      example: { order_id: 1042, address: PLACE, reason: "Recipient moved", confirm: true },
    },
    update_delivery_instruction: {
      use: "For a word to the driver.",
      next: ["get_order_detail"],
      example: { order_id: 1042, delivery_instruction: "Ring twice" },
    },
    update_order_note: {
      use: "For a word to colleagues.",
      next: ["get_order_detail"],
      example: { order_id: 1042, note: "Called on Monday" },
    },
    update_time_window_by_refs: {
      use: "When recipients chose other times.",
      next: ["get_orders", "build_route"],
      example: {
        items: [
          {
            ref: "A-1",
            window_start: "2026-11-24T09:00:00-03:00",
            window_end: "2026-11-24T12:00:00-03:00",
          },
        ],
      },
    },
  },
  parameters: {
    address: "The new address.",
    as_of: "As it was at this time.",
    date: "YYYY-MM-DD; today by default.",
    delivery_instruction: "For the driver.",
    external_tracking: "Number of another system.",
    from: "From this time or day on.",
    items: "One for each reference.",
    limit: "Most results.",
    mode: "best_effort by default.",
    note: "Empty deletes it.",
    pallets: "Pallet places.",
    reason: "Why.",
    ref: "Your reference.",
    requirements: "Of driver and proof.",
    schedule_date: "New day, YYYY-MM-DD.",
    service: "Delivery service.",
    status: "Any of these.",
    to: "Up to this time or day.",
    type: "Only this type.",
    volume_cm3: "Cubic centimetres.",
  },
  resources: [
    {
      uri_template: "packhorse://orders/{order_id}/timeline",
      name: "order_timeline",
      title: "An order with its timeline",
      description: "Detail, events and public tracking of one of your orders.",
      tool: "order_snapshot",
    },
  ],
});
