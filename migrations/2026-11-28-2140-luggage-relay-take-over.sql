-- Somebody takes bags from who cannot bring them; relays are found by the tag of a bag.
alter table luggage_relay_scan
  drop constraint luggage_relay_scan_step_check,
  add constraint luggage_relay_scan_step_check check (step in ('collect', 'hub_in', 'hub_out', 'deposit', 'take_over'));

create index luggage_relay_bag_with_tag on luggage_relay_bag (business_id, tag);
