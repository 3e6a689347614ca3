-- When the rider went online or offline last, by the phone: a switch that arrives late does not undo a later one.
alter table instant_rider add column switched_at timestamptz;
update instant_rider set switched_at = online_since where is_online;
