-- A tracking number belongs to a record of any type that registers for it, not to orders and parcels alone.

alter table tracking_number add column subject_type text, add column subject_id bigint;
-- The number of an order is borne by its first parcel, and is the order's.
update tracking_number n set subject_type = 'parcel', subject_id = n.parcel_id
  from delivery_order o where o.id = n.order_id and n.parcel_id is not null and n.kind = 'own' and o.tracking_number <> n.number;
update tracking_number set subject_type = 'order', subject_id = order_id where subject_type is null and order_id is not null;

-- Numbers that others gave to a record: references of customers, numbers of carriers. Two businesses may have the same
-- one, and a carrier may use one again: of several records the newest counts.
create table tracking_alias (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  kind text not null check (kind in ('alias', 'carrier')),
  -- As it was given, and in the form in which it is compared: upper case, without spaces and hyphens.
  number text not null,
  key text not null,
  -- Who issued it, such as `ups`; null if nobody said.
  carrier text,
  subject_type text not null,
  subject_id bigint not null,
  created_by bigint,
  created_at timestamptz not null,
  retired_at timestamptz
);
create unique index tracking_alias_once on tracking_alias (business_id, key, subject_type, subject_id) where retired_at is null;
create index tracking_alias_by_key on tracking_alias (key, id) where retired_at is null;
create index tracking_alias_by_subject on tracking_alias (business_id, subject_type, subject_id, id);
select enable_tenancy('tracking_alias');

insert into tracking_alias (business_id, kind, number, key, subject_type, subject_id, created_at)
  select business_id, kind, number, coalesce(nullif(upper(regexp_replace(number, '[[:space:]-]', '', 'g')), ''), number), subject_type, subject_id, created_at
    from tracking_number where kind <> 'own' and subject_id is not null;
insert into tracking_alias (business_id, kind, number, key, subject_type, subject_id, created_at)
  select business_id, 'carrier', external_tracking, coalesce(nullif(upper(regexp_replace(external_tracking, '[[:space:]-]', '', 'g')), ''), external_tracking), 'order', id, created_at
    from delivery_order where external_tracking is not null on conflict do nothing;
delete from tracking_number where kind <> 'own';

drop index tracking_number_by_order;
alter table tracking_number drop column order_id, drop column parcel_id, drop column kind;
create index tracking_number_by_subject on tracking_number (business_id, subject_type, subject_id);

-- Does a business let the public track by numbers of this kind?
create function tracking_alias_is_public(kind text, settings jsonb) returns boolean language sql immutable as $$
  select coalesce(settings -> case kind when 'carrier' then 'public_carrier_numbers' else 'public_aliases' end = 'true', false)
$$;

grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
