-- Codes of staff: the counter of the one that was issued last.
alter table locker_compartment add column operator_counter bigint not null default 0;
