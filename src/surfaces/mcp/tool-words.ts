/**
 * One table of what the operations do not say about their tools: when to use each, which tools take what it answers,
 * and one call as an example. The use and the next tools are part of the description; the example costs every client
 * its tokens, so it is in the manifest, in `get_capabilities` with `tool`, in the tool's resource, and in the refusal
 * of a call with wrong arguments.
 */
export interface ToolWords {
  use: string;
  /** Names of tools of one or both servers. */
  next: readonly string[];
  /** Arguments of a call; its ids and dates are those of nobody. */
  example: Readonly<Record<string, unknown>>;
}

const PLACE = { line1: "Quadra 7, Casa 12", city: "Brasília", postal_code: "70000-000", country: "BR" };
const RECIPIENT = { name: "Ana Lima", ...PLACE };
const SHIPMENT = { ship_to: RECIPIENT, packages: [{ weight_g: 1200 }] };
const RATE = "rate_8f14e45f";
const CARGO = { packages: [{ weight_g: 1200, length_mm: 300, width_mm: 200, height_mm: 150 }] };

export const TOOL_WORDS: Readonly<Record<string, ToolWords>> = {
  approve_pending_write: {
    use: "For a person's decision to go ahead.",
    next: ["list_pending_approvals"],
    example: { approval_id: 12, confirm: true },
  },
  build_route: {
    use: "To plan a day; preview=true first.",
    next: ["get_route_detail", "get_build_route_options"],
    example: { date: "2026-11-24", preview: true, view: "summary", confirm: true },
  },
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
  cancel_shipout: {
    use: "When a ship-out is not wanted any more.",
    next: ["get_shipout", "list_stored_packages"],
    example: { shipout_id: 31, confirm: true },
  },
  cancel_shipping_label: {
    use: "For a label that will not be used.",
    next: ["get_shipping_detail"],
    example: { label_order_id: 77, confirm: true },
  },
  cancel_shipping_order: {
    use: "When a shipping order is not wanted any more.",
    next: ["get_shipping_order"],
    example: { shipping_order_id: 58, confirm: true },
  },
  cancel_storage_order: {
    use: "When a storage order is not wanted any more.",
    next: ["get_storage_order"],
    example: { storage_order_id: 44, confirm: true },
  },
  check_skill_update: {
    use: "At the start of work with a local skill file.",
    next: ["get_integration_guide"],
    example: { current_hash: "d41d8cd98f00b204e9800998ecf8427e" },
  },
  compare_all_carriers: {
    use: "To choose among carriers by price or day.",
    next: ["create_shipping_label"],
    example: SHIPMENT,
  },
  create_order: {
    use: "For one delivery or pickup of your own.",
    next: ["get_order_detail", "print_local_label", "track_package"],
    example: { type: "D", ref: "A-1", scheduled_date: "2026-11-24", dropoff: RECIPIENT },
  },
  create_shipout: {
    use: "To send stored packages to somebody.",
    next: ["pay_shipout", "get_shipout"],
    example: { service_code: "road", rate_id: RATE, stored_package_ids: [501], dropoff: RECIPIENT },
  },
  create_shipping_label: {
    use: "After get_shipping_rate.",
    next: ["download_shipping_label", "get_shipping_detail", "get_shipping_label"],
    example: { rate_id: RATE, label_format: "pdf" },
  },
  create_shipping_order: {
    use: "After estimate_shipping_order.",
    next: ["pay_shipping_order", "get_shipping_order"],
    example: { service_code: "parcel", rate_id: RATE, dropoff: RECIPIENT, ...CARGO },
  },
  create_storage_order: {
    use: "After quote_storage_order.",
    next: ["pay_storage_order", "get_storage_order"],
    example: { service_code: "storage", rate_id: RATE, ...CARGO },
  },
  daily_digest: {
    use: "For how the day goes, in one call.",
    next: ["list_exceptions", "get_routes"],
    example: { date: "2026-11-23" },
  },
  download_shipping_label: {
    use: "To print a bought label.",
    next: ["end_of_day"],
    example: { label_order_id: 77, format: "pdf", confirm: true },
  },
  end_of_day: {
    use: "Once, when the day's labels are handed over.",
    next: ["get_shipping_detail"],
    example: { date: "2026-11-23", confirm: true },
  },
  estimate_shipout: {
    use: "Before create_shipout.",
    next: ["create_shipout"],
    example: { service_code: "road", stored_package_ids: [501], dropoff: RECIPIENT },
  },
  estimate_shipping_order: {
    use: "Before create_shipping_order.",
    next: ["create_shipping_order"],
    example: { service_code: "parcel", dropoff: RECIPIENT, ...CARGO },
  },
  find_order: {
    use: "When you have no order_id.",
    next: ["order_snapshot", "get_order_detail"],
    example: { q: "Ana Lima" },
  },
  get_account_credits: {
    use: "Before paying from the wallet.",
    next: ["pay_shipping_order", "pay_shipout"],
    example: {},
  },
  get_alliance: {
    use: "For one alliance.",
    next: ["list_alliance_members"],
    example: { alliance_id: 3 },
  },
  get_api_endpoints: {
    use: "To find the REST call for a task.",
    next: ["get_graphql_operations", "get_integration_guide"],
    example: { query: "how do I cancel an order", limit: 5 },
  },
  get_async_batch_result: {
    use: "Until the batch is done.",
    next: ["get_order_detail"],
    example: { id: "a1b2c3", only_failed: true },
  },
  get_build_route_options: {
    use: "Before build_route, if its defaults may not fit.",
    next: ["build_route"],
    example: { date: "2026-11-24" },
  },
  get_capabilities: {
    use: "First.",
    next: ["find_order", "get_orders"],
    example: { tool: "create_order" },
  },
  get_dataset: {
    use: "Before a search with where.",
    next: ["search_dataset_records"],
    example: { dataset_id: 6 },
  },
  get_driver_routes_today: {
    use: "For what one driver has to do.",
    next: ["get_order_detail", "get_route_detail"],
    example: { driver_id: 9, date: "2026-11-24" },
  },
  get_drivers: {
    use: "To find a driver_id.",
    next: ["get_driver_routes_today", "build_route"],
    example: { name: "Souza" },
  },
  get_graphql_operations: {
    use: "To write a document.",
    next: ["run_graphql_query"],
    example: { query: "cancel order", kind: "mutation" },
  },
  get_integration_guide: {
    use: "First, when you write an integration.",
    next: ["get_api_endpoints", "get_webhook_guide"],
    example: { section: "Errors" },
  },
  get_inventory: {
    use: "For what is in stock, and where.",
    next: ["get_warehouses"],
    example: { sku: "SKU-1" },
  },
  get_operation_events: {
    use: "For who did what, and when.",
    next: ["get_order_detail", "get_order_audit_timeline"],
    example: { order_ids: [1042] },
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
  get_otep_guide: {
    use: "Before you write or read tracking documents.",
    next: ["validate_otep_payload", "get_otep_tracking"],
    example: {},
  },
  get_otep_tracking: {
    use: "For tracking as a document.",
    next: ["validate_otep_payload"],
    example: { tracking_number: "PH0000000001" },
  },
  get_route_detail: {
    use: "For the stops of one route.",
    next: ["get_order_detail"],
    example: { route_id: 15 },
  },
  get_routes: {
    use: "For the routes of a day or driver.",
    next: ["get_route_detail"],
    example: { date: "2026-11-24" },
  },
  get_shipout: {
    use: "For the state of a ship-out, and what is left to pay.",
    next: ["pay_shipout", "cancel_shipout"],
    example: { shipout_id: 31 },
  },
  get_shipping_detail: {
    use: "For a label's state and history.",
    next: ["download_shipping_label", "cancel_shipping_label"],
    example: { label_order_id: 77, confirm: true },
  },
  get_shipping_label: {
    use: "For a label's details, and how its files are downloaded.",
    next: ["get_webhook_guide"],
    example: { label_order_id: 77 },
  },
  get_shipping_methods: {
    use: "For codes of carriers and services.",
    next: ["get_shipping_rate"],
    example: {},
  },
  get_shipping_order: {
    use: "For the state of an order, and what is left to pay.",
    next: ["pay_shipping_order", "cancel_shipping_order"],
    example: { shipping_order_id: 58 },
  },
  get_shipping_rate: {
    use: "Before create_shipping_label.",
    next: ["create_shipping_label"],
    example: SHIPMENT,
  },
  get_shipping_service_config: {
    use: "For what an order of this service needs.",
    next: ["estimate_shipping_order"],
    example: { service_code: "parcel" },
  },
  get_storage_order: {
    use: "For the state of an order, and where its packages are.",
    next: ["pay_storage_order", "list_stored_packages"],
    example: { storage_order_id: 44 },
  },
  get_storage_order_config: {
    use: "For what a storage order needs.",
    next: ["quote_storage_order"],
    example: {},
  },
  get_warehouses: {
    use: "To find a warehouse_id.",
    next: ["get_inventory", "create_order"],
    example: { status: "open" },
  },
  get_webhook_delivery_logs: {
    use: "When a webhook did not arrive.",
    next: ["replay_webhook_delivery"],
    example: { state: "EXHAUSTED" },
  },
  get_webhook_guide: {
    use: "Before you write a receiver.",
    next: ["update_webhook_settings", "verify_webhook_signature"],
    example: {},
  },
  get_webhook_settings: {
    use: "Before changing them.",
    next: ["update_webhook_settings", "test_webhook_delivery"],
    example: {},
  },
  hold_order: {
    use: "To stop an order for now.",
    next: ["release_order"],
    example: { order_id: 1042, reason: "Unpaid", confirm: true },
  },
  list_accessible_clients: {
    use: "For whose data an alliance opens.",
    next: ["otep_client_tracking", "get_alliance"],
    example: { scope: "tracking" },
  },
  list_alliance_members: {
    use: "For who takes part.",
    next: ["list_accessible_clients"],
    example: { alliance_id: 3 },
  },
  list_alliances: {
    use: "To find an alliance_id.",
    next: ["get_alliance", "list_accessible_clients"],
    example: { state: "active" },
  },
  list_dataset_groups: {
    use: "To find group_ids.",
    next: ["search_dataset_records"],
    example: { dataset_id: 6 },
  },
  list_datasets: {
    use: "To find a dataset_id.",
    next: ["get_dataset", "search_dataset_records"],
    example: { q: "doors" },
  },
  list_exceptions: {
    use: "For what went wrong, and why.",
    next: ["order_snapshot", "hold_order"],
    example: { date: "2026-11-23" },
  },
  list_pending_approvals: {
    use: "To see what waits, or what became of a proposal.",
    next: ["approve_pending_write", "reject_pending_write"],
    example: { approval_id: 12 },
  },
  list_shipout_services: {
    use: "First, for a ship-out.",
    next: ["estimate_shipout"],
    example: {},
  },
  list_shipouts: {
    use: "To find a shipout_id.",
    next: ["get_shipout"],
    example: { status: "AWAITING_PAYMENT" },
  },
  list_shipping_orders: {
    use: "To find a shipping_order_id.",
    next: ["get_shipping_order"],
    example: { service_code: "parcel" },
  },
  list_shipping_services: {
    use: "First, for a shipping order.",
    next: ["get_shipping_service_config"],
    example: {},
  },
  list_storage_orders: {
    use: "To find a storage_order_id.",
    next: ["get_storage_order"],
    example: { status: "STORED" },
  },
  list_stored_packages: {
    use: "For what can be shipped out.",
    next: ["estimate_shipout"],
    example: {},
  },
  order_snapshot: {
    use: "To explain one order.",
    next: ["hold_order", "reroute_to_address"],
    example: { order_id: 1042 },
  },
  otep_client_locker_storage: {
    use: "For a rental of a locker.",
    next: ["otep_tracking"],
    example: { rental_id: 21 },
  },
  otep_client_tracking: {
    use: "For your own shipment, with details.",
    next: ["get_operation_events"],
    example: { tracking_number: "PH0000000001" },
  },
  otep_tracking: {
    use: "For tracking as a document.",
    next: ["otep_client_tracking"],
    example: { tracking_number: "PH0000000001" },
  },
  pay_shipout: {
    use: "After create_shipout.",
    next: ["get_shipout"],
    example: { shipout_id: 31, confirm: true },
  },
  pay_shipping_order: {
    use: "After create_shipping_order.",
    next: ["get_shipping_order"],
    example: { shipping_order_id: 58, confirm: true },
  },
  pay_storage_order: {
    use: "After create_storage_order.",
    next: ["get_storage_order"],
    example: { storage_order_id: 44, confirm: true },
  },
  print_local_label: {
    use: "To print labels of an own delivery.",
    next: ["build_route"],
    example: { order_id: 1042 },
  },
  propose_write: {
    use: "When you may not write yourself.",
    next: ["list_pending_approvals"],
    example: {
      tool: "cancel_order",
      arguments: { order_id: 1042, reason: "Bought twice" },
      reason: "The customer asked for it by telephone",
    },
  },
  quote_and_ship: {
    use: "To ship without choosing a rate.",
    next: ["download_shipping_label"],
    example: { ...SHIPMENT, strategy: "cheapest_within_deadline", deadline: "2026-11-27" },
  },
  quote_delivery: {
    use: "For the price of an own delivery.",
    next: ["create_order"],
    example: { dropoff: PLACE, parcels: [{ weight_g: 1200 }] },
  },
  quote_storage_order: {
    use: "Before create_storage_order.",
    next: ["create_storage_order"],
    example: { service_code: "storage", ...CARGO },
  },
  reject_pending_write: {
    use: "For a person's decision against it.",
    next: ["list_pending_approvals"],
    example: { approval_id: 12, note: "Ask the customer first" },
  },
  release_order: {
    use: "When what held it is settled.",
    next: ["build_route", "get_order_detail"],
    example: { order_id: 1042, confirm: true },
  },
  replay_webhook_delivery: {
    use: "When the receiver is mended.",
    next: ["get_webhook_delivery_logs"],
    example: { webhook_delivery_id: 90 },
  },
  reroute_to_address: {
    use: "When the recipient is elsewhere.",
    next: ["get_order_detail", "track_package"],
    example: { order_id: 1042, address: PLACE, reason: "Recipient moved", confirm: true },
  },
  run_graphql_query: {
    use: "To try a document.",
    next: ["get_graphql_operations"],
    example: { query: "{ clientOrders(per_page: 3) { total } }" },
  },
  search_address: {
    use: "Before an address you are not sure of.",
    next: ["create_order", "reroute_to_address"],
    example: { postcode: "70000-000", country: "BR" },
  },
  search_dataset_records: {
    use: "For records by text, place or values.",
    next: ["get_dataset"],
    example: { dataset_ids: [6], text: "gate 4" },
  },
  submit_shipping_information: {
    use: "Before a parcel is handed over.",
    next: ["end_of_day"],
    example: { label_order_id: 77, confirm: true },
  },
  test_webhook_delivery: {
    use: "Before you rely on a receiver.",
    next: ["verify_webhook_signature", "get_webhook_delivery_logs"],
    example: { url: "https://hooks.example/packhorse", event_type: "order.delivered" },
  },
  track_package: {
    use: "For anybody with a tracking number.",
    next: ["otep_tracking", "get_otep_tracking"],
    example: { number: "PH0000000001" },
  },
  uniorder_cancel: {
    use: "When a unified order is not wanted any more.",
    next: ["uniorder_get"],
    example: { uniorder_id: 8, confirm: true },
  },
  uniorder_create: {
    use: "After uniorder_rate.",
    next: ["uniorder_label", "uniorder_tracking"],
    example: { rate_id: RATE },
  },
  uniorder_create_batch: {
    use: "After uniorder_rate_batch.",
    next: ["uniorder_label"],
    example: { orders: [{ rate_id: RATE }], confirm: true },
  },
  uniorder_create_batch_async: {
    use: "For more than 20.",
    next: ["uniorder_job"],
    example: { orders: [{ rate_id: RATE }], confirm: true },
  },
  uniorder_get: {
    use: "For the state of a unified order.",
    next: ["uniorder_label", "uniorder_purchase_label"],
    example: { uniorder_id: 8 },
  },
  uniorder_job: {
    use: "Until the job is done.",
    next: ["uniorder_create_batch", "uniorder_get"],
    example: { job_id: "a1b2c3" },
  },
  uniorder_label: {
    use: "To print.",
    next: ["uniorder_tracking"],
    example: { uniorder_id: 8 },
  },
  uniorder_purchase_label: {
    use: "When the first purchase failed.",
    next: ["uniorder_label"],
    example: { uniorder_id: 8, rate_id: RATE, confirm: true },
  },
  uniorder_rate: {
    use: "To compare own delivery with carriers.",
    next: ["uniorder_create"],
    example: { ...SHIPMENT, quote_labels: true },
  },
  uniorder_rate_batch: {
    use: "For several shipments.",
    next: ["uniorder_create_batch"],
    example: { shipments: [SHIPMENT] },
  },
  uniorder_rate_batch_async: {
    use: "For more than 20.",
    next: ["uniorder_job"],
    example: { shipments: [SHIPMENT] },
  },
  uniorder_tracking: {
    use: "For where it is.",
    next: ["uniorder_get"],
    example: { uniorder_id: 8 },
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
  update_webhook_settings: {
    use: "To set the URLs of your receiver.",
    next: ["test_webhook_delivery"],
    example: { event_urls: [{ event_type: "order.delivered", urls: ["https://hooks.example/packhorse"] }] },
  },
  validate_otep_payload: {
    use: "Before you send a document.",
    next: ["get_otep_guide"],
    example: { document: { specversion: "1.0" } },
  },
  verify_webhook_signature: {
    use: "When a receiver refuses what arrives.",
    next: ["get_webhook_guide"],
    example: {
      payload: '{"type":"order.delivered"}',
      signature: "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
    },
  },
};
