-- Primary keys, foreign keys and unique keys carry the business: a database that is distributed over servers by
-- `business_id` can keep no others (docs/decisions/0004). Ids stay unique over all businesses, because each table has one
-- sequence for all of them. 60 unique keys on (business_id, id), which composite foreign keys needed beside the primary key
-- on (id), go, and so do eight indexes that had the same columns.
--
-- Foreign keys are checked for new rows from now on; the next migration checks the rows that are there, which
-- locks no table against writes.

alter table access_token drop constraint access_token_app_session_id_fkey;
alter table account drop constraint account_contractor_id_fkey, drop constraint account_customer_id_fkey, drop constraint account_driver_id_fkey;
alter table address_entry drop constraint address_entry_customer_id_fkey;
alter table app_assignment drop constraint app_assignment_customer_template_id_fkey;
alter table app_challenge drop constraint app_challenge_assignment_id_fkey;
alter table app_registration drop constraint app_registration_assignment_id_fkey, drop constraint app_registration_customer_id_fkey;
alter table app_session drop constraint app_session_assignment_id_fkey;
alter table article drop constraint article_customer_id_fkey;
alter table article_barcode drop constraint article_barcode_business_id_article_id_fkey, drop constraint article_barcode_customer_id_fkey;
alter table assignment drop constraint assignment_contractor_id_fkey, drop constraint assignment_order_id_fkey;
alter table attention_decision drop constraint attention_decision_business_id_item_id_fkey;
alter table batch_part drop constraint batch_part_batch_id_fkey;
alter table customer_bill drop constraint customer_bill_customer_id_fkey, drop constraint customer_bill_price_list_id_fkey;
alter table customer_bill_step drop constraint customer_bill_step_business_id_bill_id_fkey;
alter table customer_price_list drop constraint customer_price_list_customer_id_fkey, drop constraint customer_price_list_price_list_id_fkey;
alter table customer_service_version drop constraint customer_service_version_business_id_service_id_fkey;
alter table dataset_group drop constraint dataset_group_business_id_dataset_id_fkey;
alter table dataset_import drop constraint dataset_import_business_id_dataset_id_fkey;
alter table dataset_import_failure drop constraint dataset_import_failure_business_id_import_id_fkey;
alter table dataset_permission drop constraint dataset_permission_business_id_dataset_id_fkey;
alter table dataset_record drop constraint dataset_record_business_id_dataset_id_fkey, drop constraint dataset_record_business_id_dataset_id_group_id_fkey;
alter table dataset_record_past drop constraint dataset_record_past_business_id_dataset_id_fkey;
alter table dataset_unique_value drop constraint dataset_unique_value_business_id_record_id_fkey;
alter table delivery_order drop constraint delivery_order_customer_id_fkey, drop constraint delivery_order_quote_id_fkey, drop constraint delivery_order_replaced_by_order_id_fkey, drop constraint delivery_order_replaces_order_id_fkey, drop constraint delivery_order_route_id_fkey;
alter table document_version drop constraint document_version_business_id_document_id_fkey;
alter table driver drop constraint driver_contractor_id_fkey, drop constraint driver_vehicle_id_fkey;
alter table driver_availability drop constraint driver_availability_driver_id_fkey;
alter table driver_document drop constraint driver_document_driver_id_fkey, drop constraint driver_document_file_id_fkey;
alter table driver_inspection drop constraint driver_inspection_driver_id_fkey, drop constraint driver_inspection_vehicle_id_fkey;
alter table driver_unsent drop constraint driver_unsent_driver_id_fkey;
alter table file_subject drop constraint file_subject_file_id_fkey;
alter table fleet drop constraint fleet_contractor_id_fkey;
alter table fleet_captain drop constraint fleet_captain_driver_id_fkey;
alter table fleet_driver drop constraint fleet_driver_business_id_fleet_id_fkey, drop constraint fleet_driver_driver_id_fkey;
alter table fleet_vehicle drop constraint fleet_vehicle_business_id_fleet_id_fkey, drop constraint fleet_vehicle_vehicle_id_fkey;
alter table house_package drop constraint house_package_business_id_shipment_id_fkey;
alter table house_shipment drop constraint house_shipment_business_id_manifest_id_fkey;
alter table instant_fleet drop constraint instant_fleet_business_id_fleet_id_fkey;
alter table instant_job drop constraint instant_job_driver_id_fkey, drop constraint instant_job_order_id_fkey;
alter table instant_offer drop constraint instant_offer_business_id_job_id_fkey, drop constraint instant_offer_driver_id_fkey;
alter table instant_pay_entry drop constraint instant_pay_entry_business_id_job_id_fkey, drop constraint instant_pay_entry_driver_id_fkey;
alter table instant_rider drop constraint instant_rider_driver_id_fkey;
alter table label_adjustment drop constraint label_adjustment_business_id_label_order_id_fkey;
alter table label_manifest drop constraint label_manifest_business_id_carrier_account_id_fkey;
alter table label_order drop constraint label_order_business_id_carrier_account_id_fkey, drop constraint label_order_business_id_manifest_id_fkey, drop constraint label_order_business_id_pickup_id_fkey, drop constraint label_order_business_id_return_of_id_fkey, drop constraint label_order_customer_id_fkey;
alter table label_package drop constraint label_package_business_id_label_order_id_fkey;
alter table label_pickup drop constraint label_pickup_business_id_carrier_account_id_fkey, drop constraint label_pickup_business_id_warehouse_id_fkey;
alter table ledger_account drop constraint ledger_account_customer_id_fkey;
alter table ledger_entry drop constraint ledger_entry_business_id_account_id_fkey, drop constraint ledger_entry_business_id_transaction_id_fkey;
alter table ledger_hold drop constraint ledger_hold_customer_id_fkey;
alter table ledger_statement drop constraint ledger_statement_customer_id_fkey;
alter table ledger_transaction drop constraint ledger_transaction_customer_id_fkey;
alter table loading_plan drop constraint loading_plan_route_id_fkey;
alter table loading_scan drop constraint loading_scan_business_id_plan_id_fkey;
alter table notification drop constraint notification_order_id_fkey, drop constraint notification_resent_of_fkey;
alter table notification_link drop constraint notification_link_link_id_fkey, drop constraint notification_link_order_id_fkey;
alter table notification_push drop constraint notification_push_order_id_fkey;
alter table order_attempt drop constraint order_attempt_order_id_fkey;
alter table order_chat drop constraint order_chat_order_id_fkey;
alter table order_chat_attachment drop constraint order_chat_attachment_file_id_fkey, drop constraint order_chat_attachment_message_id_fkey;
alter table order_chat_message drop constraint order_chat_message_customer_id_fkey, drop constraint order_chat_message_driver_id_fkey;
alter table order_revision drop constraint order_revision_order_id_fkey;
alter table packing_actual drop constraint packing_actual_business_id_packaging_id_fkey, drop constraint packing_actual_business_id_plan_id_fkey;
alter table packing_plan drop constraint packing_plan_customer_id_fkey, drop constraint packing_plan_order_id_fkey;
alter table parcel drop constraint parcel_order_id_fkey;
alter table payment drop constraint payment_customer_id_fkey;
alter table payment_refund drop constraint payment_refund_business_id_payment_id_fkey;
alter table pin_try drop constraint pin_try_order_id_fkey;
alter table plan_run drop constraint plan_run_contractor_id_fkey;
alter table price_list drop constraint price_list_replaces_id_fkey, drop constraint price_list_root_id_fkey;
alter table proof drop constraint proof_file_id_fkey, drop constraint proof_stop_id_fkey;
alter table quote drop constraint quote_customer_id_fkey, drop constraint quote_price_list_id_fkey;
alter table receipt drop constraint receipt_business_id_warehouse_id_fkey, drop constraint receipt_customer_id_fkey;
alter table receipt_line drop constraint receipt_line_business_id_article_id_fkey, drop constraint receipt_line_business_id_receipt_id_fkey;
alter table receipt_scan drop constraint receipt_scan_business_id_line_id_fkey, drop constraint receipt_scan_business_id_receipt_id_fkey;
alter table recipient_request drop constraint recipient_request_link_id_fkey, drop constraint recipient_request_order_id_fkey;
alter table route drop constraint route_business_id_end_warehouse_id_fkey, drop constraint route_business_id_start_warehouse_id_fkey, drop constraint route_contractor_id_fkey, drop constraint route_driver_id_fkey, drop constraint route_plan_run_id_fkey, drop constraint route_vehicle_id_fkey;
alter table route_board drop constraint route_board_business_id_fleet_id_fkey;
alter table route_claim drop constraint route_claim_driver_id_fkey;
alter table route_offer drop constraint route_offer_business_id_board_id_fkey, drop constraint route_offer_route_id_fkey;
alter table saved_view_default drop constraint saved_view_default_view_id_fkey;
alter table shift drop constraint shift_business_id_fleet_id_fkey, drop constraint shift_driver_id_fkey, drop constraint shift_route_id_fkey, drop constraint shift_vehicle_id_fkey;
alter table shift_swap drop constraint shift_swap_business_id_for_shift_id_fkey, drop constraint shift_swap_business_id_shift_id_fkey, drop constraint shift_swap_from_driver_id_fkey, drop constraint shift_swap_to_driver_id_fkey;
alter table shift_template drop constraint shift_template_business_id_fleet_id_fkey;
alter table shipout drop constraint shipout_business_id_warehouse_id_fkey, drop constraint shipout_customer_id_fkey;
alter table shipout_package drop constraint shipout_package_business_id_shipout_id_fkey, drop constraint shipout_package_business_id_stored_package_id_fkey;
alter table shipping_order drop constraint shipping_order_business_id_warehouse_id_fkey, drop constraint shipping_order_customer_id_fkey;
alter table shipping_package drop constraint shipping_package_business_id_shipping_order_id_fkey;
alter table sort_lane drop constraint sort_lane_business_id_warehouse_id_fkey;
alter table stock_count drop constraint stock_count_business_id_article_id_fkey, drop constraint stock_count_business_id_warehouse_id_fkey, drop constraint stock_count_business_id_zone_id_fkey;
alter table stock_count_bin drop constraint stock_count_bin_business_id_bin_id_fkey, drop constraint stock_count_bin_business_id_count_id_fkey;
alter table stock_count_entry drop constraint stock_count_entry_business_id_count_bin_id_fkey;
alter table stock_count_line drop constraint stock_count_line_business_id_article_id_fkey, drop constraint stock_count_line_business_id_entry_id_fkey, drop constraint stock_count_line_business_id_package_id_fkey, drop constraint stock_count_line_customer_id_fkey;
alter table stock_line drop constraint stock_line_business_id_article_id_fkey, drop constraint stock_line_business_id_bin_id_fkey, drop constraint stock_line_business_id_package_id_fkey, drop constraint stock_line_customer_id_fkey;
alter table stock_movement drop constraint stock_movement_business_id_batch_id_fkey, drop constraint stock_movement_business_id_from_line_id_fkey, drop constraint stock_movement_business_id_to_line_id_fkey;
alter table stock_package drop constraint stock_package_business_id_bin_id_fkey, drop constraint stock_package_customer_id_fkey;
alter table stop drop constraint stop_route_id_fkey;
alter table stop_task drop constraint stop_task_order_id_fkey, drop constraint stop_task_stop_id_fkey;
alter table storage_charge drop constraint storage_charge_business_id_storage_order_id_fkey;
alter table storage_order drop constraint storage_order_business_id_warehouse_id_fkey, drop constraint storage_order_customer_id_fkey;
alter table storage_rental drop constraint storage_rental_customer_id_fkey;
alter table stored_package drop constraint stored_package_business_id_stock_package_id_fkey, drop constraint stored_package_business_id_storage_order_id_fkey, drop constraint stored_package_customer_id_fkey;
alter table tender drop constraint tender_offer_id_fkey, drop constraint tender_order_id_fkey, drop constraint tender_provider_id_fkey;
alter table tender_offer drop constraint tender_offer_order_id_fkey;
alter table thirdparty_provider drop constraint thirdparty_provider_partner_id_fkey;
alter table transfer_item drop constraint transfer_item_business_id_expected_warehouse_id_fkey, drop constraint transfer_item_business_id_found_warehouse_id_fkey, drop constraint transfer_item_business_id_from_bin_id_fkey, drop constraint transfer_item_business_id_home_warehouse_id_fkey, drop constraint transfer_item_business_id_package_id_fkey, drop constraint transfer_item_business_id_to_bin_id_fkey, drop constraint transfer_item_business_id_transfer_id_fkey, drop constraint transfer_item_order_id_fkey, drop constraint transfer_item_parcel_id_fkey;
alter table transfer_step drop constraint transfer_step_business_id_item_id_fkey, drop constraint transfer_step_business_id_transfer_id_fkey, drop constraint transfer_step_business_id_warehouse_id_fkey;
alter table unified_job drop constraint unified_job_customer_id_fkey;
alter table unified_job_item drop constraint unified_job_item_business_id_job_id_fkey;
alter table unified_order drop constraint unified_order_business_id_label_order_id_fkey, drop constraint unified_order_customer_id_fkey, drop constraint unified_order_order_id_fkey;
alter table warehouse_bin drop constraint warehouse_bin_business_id_warehouse_id_fkey, drop constraint warehouse_bin_business_id_zone_id_fkey;
alter table warehouse_transfer drop constraint warehouse_transfer_business_id_from_warehouse_id_fkey, drop constraint warehouse_transfer_business_id_to_warehouse_id_fkey, drop constraint warehouse_transfer_vehicle_id_fkey;
alter table warehouse_zone drop constraint warehouse_zone_business_id_warehouse_id_fkey;
alter table webhook_subscription drop constraint webhook_subscription_endpoint_id_fkey;

alter table address_entry drop constraint address_entry_pkey,
  add constraint address_entry_pkey primary key (business_id, id);
alter table alliance_access drop constraint alliance_access_pkey,
  add constraint alliance_access_pkey primary key (business_id, id);
alter table alliance_grant drop constraint alliance_grant_pkey,
  add constraint alliance_grant_pkey primary key (business_id, id);
alter table app_assignment drop constraint app_assignment_pkey,
  add constraint app_assignment_pkey primary key (business_id, id);
alter table app_challenge drop constraint app_challenge_pkey,
  add constraint app_challenge_pkey primary key (business_id, id);
alter table app_registration drop constraint app_registration_pkey,
  add constraint app_registration_pkey primary key (business_id, id);
alter table app_session drop constraint app_session_pkey,
  add constraint app_session_pkey primary key (business_id, id);
alter table article drop constraint article_pkey, drop constraint article_business_id_id_key,
  add constraint article_pkey primary key (business_id, id);
alter table assignment drop constraint assignment_pkey,
  add constraint assignment_pkey primary key (business_id, id);
alter table attention_decision drop constraint attention_decision_pkey,
  add constraint attention_decision_pkey primary key (business_id, id);
alter table attention_item drop constraint attention_item_pkey, drop constraint attention_item_business_id_id_key,
  add constraint attention_item_pkey primary key (business_id, id);
alter table batch drop constraint batch_pkey,
  add constraint batch_pkey primary key (business_id, id);
alter table batch_part drop constraint batch_part_pkey,
  add constraint batch_part_pkey primary key (business_id, batch_id, part);
alter table cargo_space drop constraint cargo_space_pkey, drop constraint cargo_space_business_id_id_key,
  add constraint cargo_space_pkey primary key (business_id, id);
alter table carrier_account drop constraint carrier_account_pkey, drop constraint carrier_account_business_id_id_key,
  add constraint carrier_account_pkey primary key (business_id, id);
alter table contractor drop constraint contractor_pkey,
  add constraint contractor_pkey primary key (business_id, id);
alter table customer drop constraint customer_pkey,
  add constraint customer_pkey primary key (business_id, id);
alter table customer_bill drop constraint customer_bill_pkey, drop constraint customer_bill_business_id_id_key,
  add constraint customer_bill_pkey primary key (business_id, id);
alter table customer_bill_step drop constraint customer_bill_step_pkey,
  add constraint customer_bill_step_pkey primary key (business_id, id);
alter table customer_service drop constraint customer_service_pkey, drop constraint customer_service_business_id_id_key,
  add constraint customer_service_pkey primary key (business_id, id);
alter table customer_template drop constraint customer_template_pkey,
  add constraint customer_template_pkey primary key (business_id, id);
alter table dataset drop constraint dataset_pkey, drop constraint dataset_business_id_id_key,
  add constraint dataset_pkey primary key (business_id, id);
alter table dataset_group drop constraint dataset_group_pkey, drop constraint dataset_group_business_id_id_key,
  add constraint dataset_group_pkey primary key (business_id, id);
alter table dataset_import drop constraint dataset_import_pkey, drop constraint dataset_import_business_id_id_key,
  add constraint dataset_import_pkey primary key (business_id, id);
alter table dataset_record drop constraint dataset_record_pkey, drop constraint dataset_record_business_id_id_key,
  add constraint dataset_record_pkey primary key (business_id, id);
alter table delivery_order drop constraint delivery_order_pkey,
  add constraint delivery_order_pkey primary key (business_id, id);
alter table document drop constraint document_pkey, drop constraint document_business_id_id_key,
  add constraint document_pkey primary key (business_id, id);
alter table driver drop constraint driver_pkey,
  add constraint driver_pkey primary key (business_id, id);
alter table driver_document drop constraint driver_document_pkey,
  add constraint driver_document_pkey primary key (business_id, id);
alter table driver_inspection drop constraint driver_inspection_pkey,
  add constraint driver_inspection_pkey primary key (business_id, id);
alter table driver_position drop constraint driver_position_pkey,
  add constraint driver_position_pkey primary key (business_id, id);
alter table event drop constraint event_pkey,
  add constraint event_pkey primary key (business_id, id);
alter table event_failure drop constraint event_failure_pkey,
  add constraint event_failure_pkey primary key (business_id, reader, event_id);
alter table external_call drop constraint external_call_pkey,
  add constraint external_call_pkey primary key (business_id, id);
alter table file drop constraint file_pkey,
  add constraint file_pkey primary key (business_id, id);
alter table fleet drop constraint fleet_pkey, drop constraint fleet_business_id_id_key,
  add constraint fleet_pkey primary key (business_id, id);
alter table house_manifest drop constraint house_manifest_pkey, drop constraint house_manifest_business_id_id_key,
  add constraint house_manifest_pkey primary key (business_id, id);
alter table house_package drop constraint house_package_pkey,
  add constraint house_package_pkey primary key (business_id, id);
alter table house_pickup drop constraint house_pickup_pkey,
  add constraint house_pickup_pkey primary key (business_id, id);
alter table house_shipment drop constraint house_shipment_pkey, drop constraint house_shipment_business_id_id_key,
  add constraint house_shipment_pkey primary key (business_id, id);
alter table identity_binding drop constraint identity_binding_pkey,
  add constraint identity_binding_pkey primary key (business_id, id);
alter table instant_job drop constraint instant_job_pkey, drop constraint instant_job_business_id_id_key,
  add constraint instant_job_pkey primary key (business_id, id);
alter table instant_offer drop constraint instant_offer_pkey, drop constraint instant_offer_business_id_id_key,
  add constraint instant_offer_pkey primary key (business_id, id);
alter table instant_pay_entry drop constraint instant_pay_entry_pkey,
  add constraint instant_pay_entry_pkey primary key (business_id, id);
alter table instant_zone drop constraint instant_zone_pkey, drop constraint instant_zone_business_id_id_key,
  add constraint instant_zone_pkey primary key (business_id, id);
alter table label_adjustment drop constraint label_adjustment_pkey, drop constraint label_adjustment_business_id_id_key,
  add constraint label_adjustment_pkey primary key (business_id, id);
alter table label_manifest drop constraint label_manifest_pkey, drop constraint label_manifest_business_id_id_key,
  add constraint label_manifest_pkey primary key (business_id, id);
alter table label_order drop constraint label_order_pkey, drop constraint label_order_business_id_id_key,
  add constraint label_order_pkey primary key (business_id, id);
alter table label_package drop constraint label_package_pkey,
  add constraint label_package_pkey primary key (business_id, id);
alter table label_pickup drop constraint label_pickup_pkey, drop constraint label_pickup_business_id_id_key,
  add constraint label_pickup_pkey primary key (business_id, id);
alter table ledger_account drop constraint ledger_account_pkey, drop constraint ledger_account_business_id_id_key,
  add constraint ledger_account_pkey primary key (business_id, id);
alter table ledger_entry drop constraint ledger_entry_pkey,
  add constraint ledger_entry_pkey primary key (business_id, id);
alter table ledger_hold drop constraint ledger_hold_pkey, drop constraint ledger_hold_business_id_id_key,
  add constraint ledger_hold_pkey primary key (business_id, id);
alter table ledger_statement drop constraint ledger_statement_pkey, drop constraint ledger_statement_business_id_id_key,
  add constraint ledger_statement_pkey primary key (business_id, id);
alter table ledger_transaction drop constraint ledger_transaction_pkey, drop constraint ledger_transaction_business_id_id_key,
  add constraint ledger_transaction_pkey primary key (business_id, id);
alter table link drop constraint link_pkey,
  add constraint link_pkey primary key (business_id, id);
alter table loading_plan drop constraint loading_plan_pkey, drop constraint loading_plan_business_id_id_key,
  add constraint loading_plan_pkey primary key (business_id, id);
alter table loading_scan drop constraint loading_scan_pkey,
  add constraint loading_scan_pkey primary key (business_id, id);
alter table notification drop constraint notification_pkey,
  add constraint notification_pkey primary key (business_id, id);
alter table notification_push drop constraint notification_push_pkey,
  add constraint notification_push_pkey primary key (business_id, id);
alter table notification_recipient drop constraint notification_recipient_pkey,
  add constraint notification_recipient_pkey primary key (business_id, id);
alter table number_range drop constraint number_range_pkey,
  add constraint number_range_pkey primary key (business_id, id);
alter table oauth_code drop constraint oauth_code_pkey,
  add constraint oauth_code_pkey primary key (business_id, id);
alter table oauth_refresh_token drop constraint oauth_refresh_token_pkey,
  add constraint oauth_refresh_token_pkey primary key (business_id, id);
alter table order_attempt drop constraint order_attempt_pkey,
  add constraint order_attempt_pkey primary key (business_id, id);
alter table order_chat_message drop constraint order_chat_message_pkey,
  add constraint order_chat_message_pkey primary key (business_id, id);
alter table order_revision drop constraint order_revision_pkey,
  add constraint order_revision_pkey primary key (business_id, id);
alter table packaging drop constraint packaging_pkey, drop constraint packaging_business_id_id_key,
  add constraint packaging_pkey primary key (business_id, id);
alter table packing_plan drop constraint packing_plan_pkey, drop constraint packing_plan_business_id_id_key,
  add constraint packing_plan_pkey primary key (business_id, id);
alter table parcel drop constraint parcel_pkey,
  add constraint parcel_pkey primary key (business_id, id);
alter table partner drop constraint partner_pkey,
  add constraint partner_pkey primary key (business_id, id);
alter table payment drop constraint payment_pkey, drop constraint payment_business_id_id_key,
  add constraint payment_pkey primary key (business_id, id);
alter table payment_refund drop constraint payment_refund_pkey, drop constraint payment_refund_business_id_id_key,
  add constraint payment_refund_pkey primary key (business_id, id);
alter table pin_try drop constraint pin_try_pkey,
  add constraint pin_try_pkey primary key (business_id, id);
alter table plan_run drop constraint plan_run_pkey,
  add constraint plan_run_pkey primary key (business_id, id);
alter table price_list drop constraint price_list_pkey,
  add constraint price_list_pkey primary key (business_id, id);
alter table proof drop constraint proof_pkey,
  add constraint proof_pkey primary key (business_id, id);
alter table proposal drop constraint proposal_pkey,
  add constraint proposal_pkey primary key (business_id, id);
alter table push_device drop constraint push_device_pkey,
  add constraint push_device_pkey primary key (business_id, id);
alter table quote drop constraint quote_pkey,
  add constraint quote_pkey primary key (business_id, id);
alter table receipt drop constraint receipt_pkey, drop constraint receipt_business_id_id_key,
  add constraint receipt_pkey primary key (business_id, id);
alter table receipt_line drop constraint receipt_line_pkey, drop constraint receipt_line_business_id_id_key,
  add constraint receipt_line_pkey primary key (business_id, id);
alter table receipt_scan drop constraint receipt_scan_pkey, drop constraint receipt_scan_business_id_id_key,
  add constraint receipt_scan_pkey primary key (business_id, id);
alter table recipient_request drop constraint recipient_request_pkey,
  add constraint recipient_request_pkey primary key (business_id, id);
alter table return_reason drop constraint return_reason_pkey,
  add constraint return_reason_pkey primary key (business_id, id);
alter table route drop constraint route_pkey,
  add constraint route_pkey primary key (business_id, id);
alter table route_board drop constraint route_board_pkey, drop constraint route_board_business_id_id_key,
  add constraint route_board_pkey primary key (business_id, id);
alter table route_change drop constraint route_change_pkey,
  add constraint route_change_pkey primary key (business_id, id);
alter table route_claim drop constraint route_claim_pkey, drop constraint route_claim_business_id_id_key,
  add constraint route_claim_pkey primary key (business_id, id);
alter table saved_view drop constraint saved_view_pkey,
  add constraint saved_view_pkey primary key (business_id, id);
alter table shift drop constraint shift_pkey, drop constraint shift_business_id_id_key,
  add constraint shift_pkey primary key (business_id, id);
alter table shift_swap drop constraint shift_swap_pkey, drop constraint shift_swap_business_id_id_key,
  add constraint shift_swap_pkey primary key (business_id, id);
alter table shift_template drop constraint shift_template_pkey, drop constraint shift_template_business_id_id_key,
  add constraint shift_template_pkey primary key (business_id, id);
alter table shipout drop constraint shipout_pkey, drop constraint shipout_business_id_id_key,
  add constraint shipout_pkey primary key (business_id, id);
alter table shipping_order drop constraint shipping_order_pkey, drop constraint shipping_order_business_id_id_key,
  add constraint shipping_order_pkey primary key (business_id, id);
alter table shipping_package drop constraint shipping_package_pkey, drop constraint shipping_package_business_id_id_key,
  add constraint shipping_package_pkey primary key (business_id, id);
alter table skill drop constraint skill_pkey,
  add constraint skill_pkey primary key (business_id, id);
alter table sort_lane drop constraint sort_lane_pkey,
  add constraint sort_lane_pkey primary key (business_id, id);
alter table stock_batch drop constraint stock_batch_pkey, drop constraint stock_batch_business_id_id_key,
  add constraint stock_batch_pkey primary key (business_id, id);
alter table stock_count drop constraint stock_count_pkey, drop constraint stock_count_business_id_id_key,
  add constraint stock_count_pkey primary key (business_id, id);
alter table stock_count_bin drop constraint stock_count_bin_pkey, drop constraint stock_count_bin_business_id_id_key,
  add constraint stock_count_bin_pkey primary key (business_id, id);
alter table stock_count_entry drop constraint stock_count_entry_pkey, drop constraint stock_count_entry_business_id_id_key,
  add constraint stock_count_entry_pkey primary key (business_id, id);
alter table stock_count_line drop constraint stock_count_line_pkey,
  add constraint stock_count_line_pkey primary key (business_id, id);
alter table stock_line drop constraint stock_line_pkey, drop constraint stock_line_business_id_id_key,
  add constraint stock_line_pkey primary key (business_id, id);
alter table stock_movement drop constraint stock_movement_pkey, drop constraint stock_movement_business_id_id_key,
  add constraint stock_movement_pkey primary key (business_id, id);
alter table stock_package drop constraint stock_package_pkey, drop constraint stock_package_business_id_id_key,
  add constraint stock_package_pkey primary key (business_id, id);
alter table stop drop constraint stop_pkey,
  add constraint stop_pkey primary key (business_id, id);
alter table stop_task drop constraint stop_task_pkey,
  add constraint stop_task_pkey primary key (business_id, id);
alter table storage_order drop constraint storage_order_pkey, drop constraint storage_order_business_id_id_key,
  add constraint storage_order_pkey primary key (business_id, id);
alter table storage_rental drop constraint storage_rental_pkey,
  add constraint storage_rental_pkey primary key (business_id, id);
alter table stored_package drop constraint stored_package_pkey, drop constraint stored_package_business_id_id_key,
  add constraint stored_package_pkey primary key (business_id, id);
alter table surcharge drop constraint surcharge_pkey,
  add constraint surcharge_pkey primary key (business_id, id);
alter table tender drop constraint tender_pkey, drop constraint tender_business_id_id_key,
  add constraint tender_pkey primary key (business_id, id);
alter table tender_offer drop constraint tender_offer_pkey, drop constraint tender_offer_business_id_id_key,
  add constraint tender_offer_pkey primary key (business_id, id);
alter table thirdparty_provider drop constraint thirdparty_provider_pkey, drop constraint thirdparty_provider_business_id_id_key,
  add constraint thirdparty_provider_pkey primary key (business_id, id);
alter table tracking_alias drop constraint tracking_alias_pkey,
  add constraint tracking_alias_pkey primary key (business_id, id);
alter table tracking_event drop constraint tracking_event_pkey,
  add constraint tracking_event_pkey primary key (business_id, id);
alter table tracking_watch drop constraint tracking_watch_pkey,
  add constraint tracking_watch_pkey primary key (business_id, id);
alter table transfer_item drop constraint transfer_item_pkey, drop constraint transfer_item_business_id_id_key,
  add constraint transfer_item_pkey primary key (business_id, id);
alter table transfer_step drop constraint transfer_step_pkey,
  add constraint transfer_step_pkey primary key (business_id, id);
alter table unified_job drop constraint unified_job_pkey, drop constraint unified_job_business_id_id_key,
  add constraint unified_job_pkey primary key (business_id, id);
alter table unified_order drop constraint unified_order_pkey, drop constraint unified_order_business_id_id_key,
  add constraint unified_order_pkey primary key (business_id, id);
alter table vehicle drop constraint vehicle_pkey,
  add constraint vehicle_pkey primary key (business_id, id);
alter table warehouse drop constraint warehouse_pkey, drop constraint warehouse_business_id_id_key,
  add constraint warehouse_pkey primary key (business_id, id);
alter table warehouse_bin drop constraint warehouse_bin_pkey, drop constraint warehouse_bin_business_id_id_key,
  add constraint warehouse_bin_pkey primary key (business_id, id);
alter table warehouse_transfer drop constraint warehouse_transfer_pkey, drop constraint warehouse_transfer_business_id_id_key,
  add constraint warehouse_transfer_pkey primary key (business_id, id);
alter table warehouse_zone drop constraint warehouse_zone_pkey, drop constraint warehouse_zone_business_id_id_key,
  add constraint warehouse_zone_pkey primary key (business_id, id);
alter table webhook_endpoint drop constraint webhook_endpoint_pkey,
  add constraint webhook_endpoint_pkey primary key (business_id, id);
alter table webhook_secret drop constraint webhook_secret_pkey,
  add constraint webhook_secret_pkey primary key (business_id, id);

drop index event_by_business, quote_by_business, contractor_by_business, partner_by_business, number_range_by_business, route_change_by_business, surcharge_by_business, webhook_secret_by_business;

-- Unique keys of values that are looked up within one business.
alter table app_challenge drop constraint app_challenge_challenge_id_key,
  add constraint app_challenge_challenge_id_key unique (business_id, challenge_id);
alter table batch drop constraint batch_public_id_key, add constraint batch_public_id_key unique (business_id, public_id);
alter table quote drop constraint quote_rate_id_key, add constraint quote_rate_id_key unique (business_id, rate_id);
alter table identity_binding drop constraint identity_binding_account_id_issuer_key,
  add constraint identity_binding_account_id_issuer_key unique (business_id, account_id, issuer);
-- `tracking_number` holds each number once over all businesses.
alter table delivery_order drop constraint delivery_order_tracking_number_key,
  add constraint delivery_order_tracking_number_key unique (business_id, tracking_number);
alter table parcel drop constraint parcel_tracking_number_key,
  add constraint parcel_tracking_number_key unique (business_id, tracking_number);
drop index webhook_delivery_once, one_open_instant_offer_per_job, one_open_tender_per_provider, thirdparty_provider_by_partner;
create unique index webhook_delivery_once on webhook_delivery (business_id, endpoint_id, event_id, event_type)
  where replay_of is null and event_id is not null;
create unique index one_open_instant_offer_per_job on instant_offer (business_id, job_id, driver_id) where state = 'OFFERED';
create unique index one_open_tender_per_provider on tender (business_id, offer_id, provider_id) where state = 'OFFERED';
create unique index thirdparty_provider_by_partner on thirdparty_provider (business_id, partner_id);

-- The log is read over all businesses, in the order of the ids.
create index event_by_id on event (id);

alter table access_token
  add constraint access_token_app_session_id_fkey foreign key (business_id, app_session_id) references app_session(business_id, id) on delete cascade not valid;
alter table account
  add constraint account_contractor_id_fkey foreign key (business_id, contractor_id) references contractor(business_id, id) not valid,
  add constraint account_customer_id_fkey foreign key (business_id, customer_id) references customer(business_id, id) not valid,
  add constraint account_driver_id_fkey foreign key (business_id, driver_id) references driver(business_id, id) not valid;
alter table address_entry
  add constraint address_entry_customer_id_fkey foreign key (business_id, customer_id) references customer(business_id, id) not valid;
alter table app_assignment
  add constraint app_assignment_customer_template_id_fkey foreign key (business_id, customer_template_id) references customer_template(business_id, id) not valid;
alter table app_challenge
  add constraint app_challenge_assignment_id_fkey foreign key (business_id, assignment_id) references app_assignment(business_id, id) not valid;
alter table app_registration
  add constraint app_registration_assignment_id_fkey foreign key (business_id, assignment_id) references app_assignment(business_id, id) not valid,
  add constraint app_registration_customer_id_fkey foreign key (business_id, customer_id) references customer(business_id, id) not valid;
alter table app_session
  add constraint app_session_assignment_id_fkey foreign key (business_id, assignment_id) references app_assignment(business_id, id) not valid;
alter table article
  add constraint article_customer_id_fkey foreign key (business_id, customer_id) references customer(business_id, id) not valid;
alter table article_barcode
  add constraint article_barcode_business_id_article_id_fkey foreign key (business_id, article_id) references article(business_id, id) not valid,
  add constraint article_barcode_customer_id_fkey foreign key (business_id, customer_id) references customer(business_id, id) not valid;
alter table assignment
  add constraint assignment_contractor_id_fkey foreign key (business_id, contractor_id) references contractor(business_id, id) not valid,
  add constraint assignment_order_id_fkey foreign key (business_id, order_id) references delivery_order(business_id, id) not valid;
alter table attention_decision
  add constraint attention_decision_business_id_item_id_fkey foreign key (business_id, item_id) references attention_item(business_id, id) not valid;
alter table batch_part
  add constraint batch_part_batch_id_fkey foreign key (business_id, batch_id) references batch(business_id, id) not valid;
alter table customer_bill
  add constraint customer_bill_customer_id_fkey foreign key (business_id, customer_id) references customer(business_id, id) not valid,
  add constraint customer_bill_price_list_id_fkey foreign key (business_id, price_list_id) references price_list(business_id, id) not valid;
alter table customer_bill_step
  add constraint customer_bill_step_business_id_bill_id_fkey foreign key (business_id, bill_id) references customer_bill(business_id, id) not valid;
alter table customer_price_list
  add constraint customer_price_list_customer_id_fkey foreign key (business_id, customer_id) references customer(business_id, id) not valid,
  add constraint customer_price_list_price_list_id_fkey foreign key (business_id, price_list_id) references price_list(business_id, id) not valid;
alter table customer_service_version
  add constraint customer_service_version_business_id_service_id_fkey foreign key (business_id, service_id) references customer_service(business_id, id) not valid;
alter table dataset_group
  add constraint dataset_group_business_id_dataset_id_fkey foreign key (business_id, dataset_id) references dataset(business_id, id) on delete cascade not valid;
alter table dataset_import
  add constraint dataset_import_business_id_dataset_id_fkey foreign key (business_id, dataset_id) references dataset(business_id, id) on delete cascade not valid;
alter table dataset_import_failure
  add constraint dataset_import_failure_business_id_import_id_fkey foreign key (business_id, import_id) references dataset_import(business_id, id) on delete cascade not valid;
alter table dataset_permission
  add constraint dataset_permission_business_id_dataset_id_fkey foreign key (business_id, dataset_id) references dataset(business_id, id) on delete cascade not valid;
alter table dataset_record
  add constraint dataset_record_business_id_dataset_id_fkey foreign key (business_id, dataset_id) references dataset(business_id, id) on delete cascade not valid,
  add constraint dataset_record_business_id_dataset_id_group_id_fkey foreign key (business_id, dataset_id, group_id) references dataset_group(business_id, dataset_id, id) not valid;
alter table dataset_record_past
  add constraint dataset_record_past_business_id_dataset_id_fkey foreign key (business_id, dataset_id) references dataset(business_id, id) on delete cascade not valid;
alter table dataset_unique_value
  add constraint dataset_unique_value_business_id_record_id_fkey foreign key (business_id, record_id) references dataset_record(business_id, id) on delete cascade deferrable initially deferred not valid;
alter table delivery_order
  add constraint delivery_order_customer_id_fkey foreign key (business_id, customer_id) references customer(business_id, id) not valid,
  add constraint delivery_order_quote_id_fkey foreign key (business_id, quote_id) references quote(business_id, id) not valid,
  add constraint delivery_order_replaced_by_order_id_fkey foreign key (business_id, replaced_by_order_id) references delivery_order(business_id, id) not valid,
  add constraint delivery_order_replaces_order_id_fkey foreign key (business_id, replaces_order_id) references delivery_order(business_id, id) not valid,
  add constraint delivery_order_route_id_fkey foreign key (business_id, route_id) references route(business_id, id) not valid;
alter table document_version
  add constraint document_version_business_id_document_id_fkey foreign key (business_id, document_id) references document(business_id, id) not valid;
alter table driver
  add constraint driver_contractor_id_fkey foreign key (business_id, contractor_id) references contractor(business_id, id) not valid,
  add constraint driver_vehicle_id_fkey foreign key (business_id, vehicle_id) references vehicle(business_id, id) not valid;
alter table driver_availability
  add constraint driver_availability_driver_id_fkey foreign key (business_id, driver_id) references driver(business_id, id) not valid;
alter table driver_document
  add constraint driver_document_driver_id_fkey foreign key (business_id, driver_id) references driver(business_id, id) not valid,
  add constraint driver_document_file_id_fkey foreign key (business_id, file_id) references file(business_id, id) not valid;
alter table driver_inspection
  add constraint driver_inspection_driver_id_fkey foreign key (business_id, driver_id) references driver(business_id, id) not valid,
  add constraint driver_inspection_vehicle_id_fkey foreign key (business_id, vehicle_id) references vehicle(business_id, id) not valid;
alter table driver_unsent
  add constraint driver_unsent_driver_id_fkey foreign key (business_id, driver_id) references driver(business_id, id) not valid;
alter table file_subject
  add constraint file_subject_file_id_fkey foreign key (business_id, file_id) references file(business_id, id) not valid;
alter table fleet
  add constraint fleet_contractor_id_fkey foreign key (business_id, contractor_id) references contractor(business_id, id) not valid;
alter table fleet_captain
  add constraint fleet_captain_driver_id_fkey foreign key (business_id, driver_id) references driver(business_id, id) not valid;
alter table fleet_driver
  add constraint fleet_driver_business_id_fleet_id_fkey foreign key (business_id, fleet_id) references fleet(business_id, id) not valid,
  add constraint fleet_driver_driver_id_fkey foreign key (business_id, driver_id) references driver(business_id, id) not valid;
alter table fleet_vehicle
  add constraint fleet_vehicle_business_id_fleet_id_fkey foreign key (business_id, fleet_id) references fleet(business_id, id) not valid,
  add constraint fleet_vehicle_vehicle_id_fkey foreign key (business_id, vehicle_id) references vehicle(business_id, id) not valid;
alter table house_package
  add constraint house_package_business_id_shipment_id_fkey foreign key (business_id, shipment_id) references house_shipment(business_id, id) not valid;
alter table house_shipment
  add constraint house_shipment_business_id_manifest_id_fkey foreign key (business_id, manifest_id) references house_manifest(business_id, id) not valid;
alter table instant_fleet
  add constraint instant_fleet_business_id_fleet_id_fkey foreign key (business_id, fleet_id) references fleet(business_id, id) not valid;
alter table instant_job
  add constraint instant_job_driver_id_fkey foreign key (business_id, driver_id) references driver(business_id, id) not valid,
  add constraint instant_job_order_id_fkey foreign key (business_id, order_id) references delivery_order(business_id, id) not valid;
alter table instant_offer
  add constraint instant_offer_business_id_job_id_fkey foreign key (business_id, job_id) references instant_job(business_id, id) not valid,
  add constraint instant_offer_driver_id_fkey foreign key (business_id, driver_id) references driver(business_id, id) not valid;
alter table instant_pay_entry
  add constraint instant_pay_entry_business_id_job_id_fkey foreign key (business_id, job_id) references instant_job(business_id, id) not valid,
  add constraint instant_pay_entry_driver_id_fkey foreign key (business_id, driver_id) references driver(business_id, id) not valid;
alter table instant_rider
  add constraint instant_rider_driver_id_fkey foreign key (business_id, driver_id) references driver(business_id, id) not valid;
alter table label_adjustment
  add constraint label_adjustment_business_id_label_order_id_fkey foreign key (business_id, label_order_id) references label_order(business_id, id) not valid;
alter table label_manifest
  add constraint label_manifest_business_id_carrier_account_id_fkey foreign key (business_id, carrier_account_id) references carrier_account(business_id, id) not valid;
alter table label_order
  add constraint label_order_business_id_carrier_account_id_fkey foreign key (business_id, carrier_account_id) references carrier_account(business_id, id) not valid,
  add constraint label_order_business_id_manifest_id_fkey foreign key (business_id, manifest_id) references label_manifest(business_id, id) not valid,
  add constraint label_order_business_id_pickup_id_fkey foreign key (business_id, pickup_id) references label_pickup(business_id, id) not valid,
  add constraint label_order_business_id_return_of_id_fkey foreign key (business_id, return_of_id) references label_order(business_id, id) not valid,
  add constraint label_order_customer_id_fkey foreign key (business_id, customer_id) references customer(business_id, id) not valid;
alter table label_package
  add constraint label_package_business_id_label_order_id_fkey foreign key (business_id, label_order_id) references label_order(business_id, id) not valid;
alter table label_pickup
  add constraint label_pickup_business_id_carrier_account_id_fkey foreign key (business_id, carrier_account_id) references carrier_account(business_id, id) not valid,
  add constraint label_pickup_business_id_warehouse_id_fkey foreign key (business_id, warehouse_id) references warehouse(business_id, id) not valid;
alter table ledger_account
  add constraint ledger_account_customer_id_fkey foreign key (business_id, customer_id) references customer(business_id, id) not valid;
alter table ledger_entry
  add constraint ledger_entry_business_id_account_id_fkey foreign key (business_id, account_id) references ledger_account(business_id, id) not valid,
  add constraint ledger_entry_business_id_transaction_id_fkey foreign key (business_id, transaction_id) references ledger_transaction(business_id, id) not valid;
alter table ledger_hold
  add constraint ledger_hold_customer_id_fkey foreign key (business_id, customer_id) references customer(business_id, id) not valid;
alter table ledger_statement
  add constraint ledger_statement_customer_id_fkey foreign key (business_id, customer_id) references customer(business_id, id) not valid;
alter table ledger_transaction
  add constraint ledger_transaction_customer_id_fkey foreign key (business_id, customer_id) references customer(business_id, id) not valid;
alter table loading_plan
  add constraint loading_plan_route_id_fkey foreign key (business_id, route_id) references route(business_id, id) not valid;
alter table loading_scan
  add constraint loading_scan_business_id_plan_id_fkey foreign key (business_id, plan_id) references loading_plan(business_id, id) not valid;
alter table notification
  add constraint notification_order_id_fkey foreign key (business_id, order_id) references delivery_order(business_id, id) not valid,
  add constraint notification_resent_of_fkey foreign key (business_id, resent_of) references notification(business_id, id) not valid;
alter table notification_link
  add constraint notification_link_link_id_fkey foreign key (business_id, link_id) references link(business_id, id) not valid,
  add constraint notification_link_order_id_fkey foreign key (business_id, order_id) references delivery_order(business_id, id) not valid;
alter table notification_push
  add constraint notification_push_order_id_fkey foreign key (business_id, order_id) references delivery_order(business_id, id) not valid;
alter table order_attempt
  add constraint order_attempt_order_id_fkey foreign key (business_id, order_id) references delivery_order(business_id, id) not valid;
alter table order_chat
  add constraint order_chat_order_id_fkey foreign key (business_id, order_id) references delivery_order(business_id, id) not valid;
alter table order_chat_attachment
  add constraint order_chat_attachment_file_id_fkey foreign key (business_id, file_id) references file(business_id, id) not valid,
  add constraint order_chat_attachment_message_id_fkey foreign key (business_id, message_id) references order_chat_message(business_id, id) on delete cascade not valid;
alter table order_chat_message
  add constraint order_chat_message_customer_id_fkey foreign key (business_id, customer_id) references customer(business_id, id) not valid,
  add constraint order_chat_message_driver_id_fkey foreign key (business_id, driver_id) references driver(business_id, id) not valid;
alter table order_revision
  add constraint order_revision_order_id_fkey foreign key (business_id, order_id) references delivery_order(business_id, id) not valid;
alter table packing_actual
  add constraint packing_actual_business_id_packaging_id_fkey foreign key (business_id, packaging_id) references packaging(business_id, id) not valid,
  add constraint packing_actual_business_id_plan_id_fkey foreign key (business_id, plan_id) references packing_plan(business_id, id) not valid;
alter table packing_plan
  add constraint packing_plan_customer_id_fkey foreign key (business_id, customer_id) references customer(business_id, id) not valid,
  add constraint packing_plan_order_id_fkey foreign key (business_id, order_id) references delivery_order(business_id, id) not valid;
alter table parcel
  add constraint parcel_order_id_fkey foreign key (business_id, order_id) references delivery_order(business_id, id) not valid;
alter table payment
  add constraint payment_customer_id_fkey foreign key (business_id, customer_id) references customer(business_id, id) not valid;
alter table payment_refund
  add constraint payment_refund_business_id_payment_id_fkey foreign key (business_id, payment_id) references payment(business_id, id) not valid;
alter table pin_try
  add constraint pin_try_order_id_fkey foreign key (business_id, order_id) references delivery_order(business_id, id) not valid;
alter table plan_run
  add constraint plan_run_contractor_id_fkey foreign key (business_id, contractor_id) references contractor(business_id, id) not valid;
alter table price_list
  add constraint price_list_replaces_id_fkey foreign key (business_id, replaces_id) references price_list(business_id, id) not valid,
  add constraint price_list_root_id_fkey foreign key (business_id, root_id) references price_list(business_id, id) not valid;
alter table proof
  add constraint proof_file_id_fkey foreign key (business_id, file_id) references file(business_id, id) not valid,
  add constraint proof_stop_id_fkey foreign key (business_id, stop_id) references stop(business_id, id) on delete set null (stop_id) not valid;
alter table quote
  add constraint quote_customer_id_fkey foreign key (business_id, customer_id) references customer(business_id, id) not valid,
  add constraint quote_price_list_id_fkey foreign key (business_id, price_list_id) references price_list(business_id, id) not valid;
alter table receipt
  add constraint receipt_business_id_warehouse_id_fkey foreign key (business_id, warehouse_id) references warehouse(business_id, id) not valid,
  add constraint receipt_customer_id_fkey foreign key (business_id, customer_id) references customer(business_id, id) not valid;
alter table receipt_line
  add constraint receipt_line_business_id_article_id_fkey foreign key (business_id, article_id) references article(business_id, id) not valid,
  add constraint receipt_line_business_id_receipt_id_fkey foreign key (business_id, receipt_id) references receipt(business_id, id) not valid;
alter table receipt_scan
  add constraint receipt_scan_business_id_line_id_fkey foreign key (business_id, line_id) references receipt_line(business_id, id) not valid,
  add constraint receipt_scan_business_id_receipt_id_fkey foreign key (business_id, receipt_id) references receipt(business_id, id) not valid;
alter table recipient_request
  add constraint recipient_request_link_id_fkey foreign key (business_id, link_id) references link(business_id, id) not valid,
  add constraint recipient_request_order_id_fkey foreign key (business_id, order_id) references delivery_order(business_id, id) not valid;
alter table route
  add constraint route_business_id_end_warehouse_id_fkey foreign key (business_id, end_warehouse_id) references warehouse(business_id, id) not valid,
  add constraint route_business_id_start_warehouse_id_fkey foreign key (business_id, start_warehouse_id) references warehouse(business_id, id) not valid,
  add constraint route_contractor_id_fkey foreign key (business_id, contractor_id) references contractor(business_id, id) not valid,
  add constraint route_driver_id_fkey foreign key (business_id, driver_id) references driver(business_id, id) not valid,
  add constraint route_plan_run_id_fkey foreign key (business_id, plan_run_id) references plan_run(business_id, id) not valid,
  add constraint route_vehicle_id_fkey foreign key (business_id, vehicle_id) references vehicle(business_id, id) not valid;
alter table route_board
  add constraint route_board_business_id_fleet_id_fkey foreign key (business_id, fleet_id) references fleet(business_id, id) not valid;
alter table route_claim
  add constraint route_claim_driver_id_fkey foreign key (business_id, driver_id) references driver(business_id, id) not valid;
alter table route_offer
  add constraint route_offer_business_id_board_id_fkey foreign key (business_id, board_id) references route_board(business_id, id) not valid,
  add constraint route_offer_route_id_fkey foreign key (business_id, route_id) references route(business_id, id) not valid;
alter table saved_view_default
  add constraint saved_view_default_view_id_fkey foreign key (business_id, view_id) references saved_view(business_id, id) on delete cascade not valid;
alter table shift
  add constraint shift_business_id_fleet_id_fkey foreign key (business_id, fleet_id) references fleet(business_id, id) not valid,
  add constraint shift_driver_id_fkey foreign key (business_id, driver_id) references driver(business_id, id) not valid,
  add constraint shift_route_id_fkey foreign key (business_id, route_id) references route(business_id, id) not valid,
  add constraint shift_vehicle_id_fkey foreign key (business_id, vehicle_id) references vehicle(business_id, id) not valid;
alter table shift_swap
  add constraint shift_swap_business_id_for_shift_id_fkey foreign key (business_id, for_shift_id) references shift(business_id, id) not valid,
  add constraint shift_swap_business_id_shift_id_fkey foreign key (business_id, shift_id) references shift(business_id, id) not valid,
  add constraint shift_swap_from_driver_id_fkey foreign key (business_id, from_driver_id) references driver(business_id, id) not valid,
  add constraint shift_swap_to_driver_id_fkey foreign key (business_id, to_driver_id) references driver(business_id, id) not valid;
alter table shift_template
  add constraint shift_template_business_id_fleet_id_fkey foreign key (business_id, fleet_id) references fleet(business_id, id) not valid;
alter table shipout
  add constraint shipout_business_id_warehouse_id_fkey foreign key (business_id, warehouse_id) references warehouse(business_id, id) not valid,
  add constraint shipout_customer_id_fkey foreign key (business_id, customer_id) references customer(business_id, id) not valid;
alter table shipout_package
  add constraint shipout_package_business_id_shipout_id_fkey foreign key (business_id, shipout_id) references shipout(business_id, id) not valid,
  add constraint shipout_package_business_id_stored_package_id_fkey foreign key (business_id, stored_package_id) references stored_package(business_id, id) not valid;
alter table shipping_order
  add constraint shipping_order_business_id_warehouse_id_fkey foreign key (business_id, warehouse_id) references warehouse(business_id, id) not valid,
  add constraint shipping_order_customer_id_fkey foreign key (business_id, customer_id) references customer(business_id, id) not valid;
alter table shipping_package
  add constraint shipping_package_business_id_shipping_order_id_fkey foreign key (business_id, shipping_order_id) references shipping_order(business_id, id) not valid;
alter table sort_lane
  add constraint sort_lane_business_id_warehouse_id_fkey foreign key (business_id, warehouse_id) references warehouse(business_id, id) not valid;
alter table stock_count
  add constraint stock_count_business_id_article_id_fkey foreign key (business_id, article_id) references article(business_id, id) not valid,
  add constraint stock_count_business_id_warehouse_id_fkey foreign key (business_id, warehouse_id) references warehouse(business_id, id) not valid,
  add constraint stock_count_business_id_zone_id_fkey foreign key (business_id, zone_id) references warehouse_zone(business_id, id) not valid;
alter table stock_count_bin
  add constraint stock_count_bin_business_id_bin_id_fkey foreign key (business_id, bin_id) references warehouse_bin(business_id, id) not valid,
  add constraint stock_count_bin_business_id_count_id_fkey foreign key (business_id, count_id) references stock_count(business_id, id) not valid;
alter table stock_count_entry
  add constraint stock_count_entry_business_id_count_bin_id_fkey foreign key (business_id, count_bin_id) references stock_count_bin(business_id, id) not valid;
alter table stock_count_line
  add constraint stock_count_line_business_id_article_id_fkey foreign key (business_id, article_id) references article(business_id, id) not valid,
  add constraint stock_count_line_business_id_entry_id_fkey foreign key (business_id, entry_id) references stock_count_entry(business_id, id) not valid,
  add constraint stock_count_line_business_id_package_id_fkey foreign key (business_id, package_id) references stock_package(business_id, id) not valid,
  add constraint stock_count_line_customer_id_fkey foreign key (business_id, customer_id) references customer(business_id, id) not valid;
alter table stock_line
  add constraint stock_line_business_id_article_id_fkey foreign key (business_id, article_id) references article(business_id, id) not valid,
  add constraint stock_line_business_id_bin_id_fkey foreign key (business_id, bin_id) references warehouse_bin(business_id, id) not valid,
  add constraint stock_line_business_id_package_id_fkey foreign key (business_id, package_id) references stock_package(business_id, id) not valid,
  add constraint stock_line_customer_id_fkey foreign key (business_id, customer_id) references customer(business_id, id) not valid;
alter table stock_movement
  add constraint stock_movement_business_id_batch_id_fkey foreign key (business_id, batch_id) references stock_batch(business_id, id) not valid,
  add constraint stock_movement_business_id_from_line_id_fkey foreign key (business_id, from_line_id) references stock_line(business_id, id) not valid,
  add constraint stock_movement_business_id_to_line_id_fkey foreign key (business_id, to_line_id) references stock_line(business_id, id) not valid;
alter table stock_package
  add constraint stock_package_business_id_bin_id_fkey foreign key (business_id, bin_id) references warehouse_bin(business_id, id) not valid,
  add constraint stock_package_customer_id_fkey foreign key (business_id, customer_id) references customer(business_id, id) not valid;
alter table stop
  add constraint stop_route_id_fkey foreign key (business_id, route_id) references route(business_id, id) not valid;
alter table stop_task
  add constraint stop_task_order_id_fkey foreign key (business_id, order_id) references delivery_order(business_id, id) not valid,
  add constraint stop_task_stop_id_fkey foreign key (business_id, stop_id) references stop(business_id, id) on delete cascade not valid;
alter table storage_charge
  add constraint storage_charge_business_id_storage_order_id_fkey foreign key (business_id, storage_order_id) references storage_order(business_id, id) not valid;
alter table storage_order
  add constraint storage_order_business_id_warehouse_id_fkey foreign key (business_id, warehouse_id) references warehouse(business_id, id) not valid,
  add constraint storage_order_customer_id_fkey foreign key (business_id, customer_id) references customer(business_id, id) not valid;
alter table storage_rental
  add constraint storage_rental_customer_id_fkey foreign key (business_id, customer_id) references customer(business_id, id) not valid;
alter table stored_package
  add constraint stored_package_business_id_stock_package_id_fkey foreign key (business_id, stock_package_id) references stock_package(business_id, id) not valid,
  add constraint stored_package_business_id_storage_order_id_fkey foreign key (business_id, storage_order_id) references storage_order(business_id, id) not valid,
  add constraint stored_package_customer_id_fkey foreign key (business_id, customer_id) references customer(business_id, id) not valid;
alter table tender
  add constraint tender_offer_id_fkey foreign key (business_id, offer_id) references tender_offer(business_id, id) not valid,
  add constraint tender_order_id_fkey foreign key (business_id, order_id) references delivery_order(business_id, id) not valid,
  add constraint tender_provider_id_fkey foreign key (business_id, provider_id) references thirdparty_provider(business_id, id) not valid;
alter table tender_offer
  add constraint tender_offer_order_id_fkey foreign key (business_id, order_id) references delivery_order(business_id, id) not valid;
alter table thirdparty_provider
  add constraint thirdparty_provider_partner_id_fkey foreign key (business_id, partner_id) references partner(business_id, id) not valid;
alter table transfer_item
  add constraint transfer_item_business_id_expected_warehouse_id_fkey foreign key (business_id, expected_warehouse_id) references warehouse(business_id, id) not valid,
  add constraint transfer_item_business_id_found_warehouse_id_fkey foreign key (business_id, found_warehouse_id) references warehouse(business_id, id) not valid,
  add constraint transfer_item_business_id_from_bin_id_fkey foreign key (business_id, from_bin_id) references warehouse_bin(business_id, id) not valid,
  add constraint transfer_item_business_id_home_warehouse_id_fkey foreign key (business_id, home_warehouse_id) references warehouse(business_id, id) not valid,
  add constraint transfer_item_business_id_package_id_fkey foreign key (business_id, package_id) references stock_package(business_id, id) not valid,
  add constraint transfer_item_business_id_to_bin_id_fkey foreign key (business_id, to_bin_id) references warehouse_bin(business_id, id) not valid,
  add constraint transfer_item_business_id_transfer_id_fkey foreign key (business_id, transfer_id) references warehouse_transfer(business_id, id) not valid,
  add constraint transfer_item_order_id_fkey foreign key (business_id, order_id) references delivery_order(business_id, id) not valid,
  add constraint transfer_item_parcel_id_fkey foreign key (business_id, parcel_id) references parcel(business_id, id) not valid;
alter table transfer_step
  add constraint transfer_step_business_id_item_id_fkey foreign key (business_id, item_id) references transfer_item(business_id, id) not valid,
  add constraint transfer_step_business_id_transfer_id_fkey foreign key (business_id, transfer_id) references warehouse_transfer(business_id, id) not valid,
  add constraint transfer_step_business_id_warehouse_id_fkey foreign key (business_id, warehouse_id) references warehouse(business_id, id) not valid;
alter table unified_job
  add constraint unified_job_customer_id_fkey foreign key (business_id, customer_id) references customer(business_id, id) not valid;
alter table unified_job_item
  add constraint unified_job_item_business_id_job_id_fkey foreign key (business_id, job_id) references unified_job(business_id, id) not valid;
alter table unified_order
  add constraint unified_order_business_id_label_order_id_fkey foreign key (business_id, label_order_id) references label_order(business_id, id) not valid,
  add constraint unified_order_customer_id_fkey foreign key (business_id, customer_id) references customer(business_id, id) not valid,
  add constraint unified_order_order_id_fkey foreign key (business_id, order_id) references delivery_order(business_id, id) not valid;
alter table warehouse_bin
  add constraint warehouse_bin_business_id_warehouse_id_fkey foreign key (business_id, warehouse_id) references warehouse(business_id, id) not valid,
  add constraint warehouse_bin_business_id_zone_id_fkey foreign key (business_id, zone_id) references warehouse_zone(business_id, id) not valid;
alter table warehouse_transfer
  add constraint warehouse_transfer_business_id_from_warehouse_id_fkey foreign key (business_id, from_warehouse_id) references warehouse(business_id, id) not valid,
  add constraint warehouse_transfer_business_id_to_warehouse_id_fkey foreign key (business_id, to_warehouse_id) references warehouse(business_id, id) not valid,
  add constraint warehouse_transfer_vehicle_id_fkey foreign key (business_id, vehicle_id) references vehicle(business_id, id) not valid;
alter table warehouse_zone
  add constraint warehouse_zone_business_id_warehouse_id_fkey foreign key (business_id, warehouse_id) references warehouse(business_id, id) not valid;
alter table webhook_subscription
  add constraint webhook_subscription_endpoint_id_fkey foreign key (business_id, endpoint_id) references webhook_endpoint(business_id, id) not valid;
