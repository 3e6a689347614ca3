-- Sums of amounts that are each within the bound have room: 64 bits wherever money is stored.
alter table instant_fleet alter column base_minor type bigint, alter column per_km_minor type bigint,
  alter column per_waiting_minute_minor type bigint;
alter table instant_job alter column tip_minor type bigint, alter column cod_collected_minor type bigint;
alter table instant_offer alter column pay_minor type bigint;
alter table instant_pay_entry alter column amount_minor type bigint;
alter table tender alter column price_minor type bigint;
alter table tender_offer alter column price_minor type bigint, alter column price_cap_minor type bigint;
alter table customer alter column credit_limit_minor type bigint;
alter table customer_template alter column credit_limit_minor type bigint;
alter table storage_rental alter column price_minor type bigint;
alter table payment_settings alter column topup_min_minor type bigint, alter column topup_max_minor type bigint;
alter table surcharge alter column amount_minor type bigint, alter column minimum_minor type bigint;
alter table delivery_order alter column cod_minor type bigint, alter column insured_value_minor type bigint,
  alter column price_minor type bigint;
alter table price_list alter column minimum_minor type bigint, alter column rounding_minor type bigint;
alter table packaging alter column cost_minor type bigint;
alter table route_offer alter column pay_minor type bigint;

-- A due task that computes a value which cannot be stored ends: next_at is infinity from then on.
alter table due add column failed_at timestamptz;

-- Events that a consumer was given and could not process: each stopped nothing behind it.
create table event_failure (
  reader text not null,
  event_id bigint not null,
  business_id int not null references business,
  error text not null,
  failed_at timestamptz not null,
  primary key (reader, event_id)
);
create index event_failure_of_business on event_failure (business_id, event_id);
select enable_tenancy('event_failure');
