-- Times of a reservation beside its hold, and reservations that were refused for lack of a compartment: the demand.

alter table locker_reservation
  -- What is in the compartment is overdue from then on; null has no end.
  add column collect_until timestamptz,
  -- When something was put in, and when the compartment was given back.
  add column in_use_at timestamptz,
  add column ended_at timestamptz;
create index locker_reservation_in_use on locker_reservation (business_id, device_id, in_use_at) where in_use_at is not null;
create index locker_reservation_by_customer on locker_reservation (business_id, customer_id, id desc)
  where customer_id is not null;

-- An open door is reported as left open at this time; null while it is not open.
alter table locker_compartment add column close_by timestamptz;
-- Counts what its device was told to accept; the device refuses what is not newer.
alter table locker_compartment add column use_revision bigint not null default 0;

create table locker_refused_reservation (
  business_id int not null references business,
  id bigint generated always as identity,
  device_id bigint not null,
  -- What was asked for; for measures the smallest size of this locker that has the room. Null: no compartment of it has.
  size text check (size in ('XS', 'S', 'M', 'L', 'XL')),
  purpose text not null check (purpose in ('delivery', 'return', 'rental', 'resale', 'shop', 'relay')),
  refused_at timestamptz not null,
  primary key (business_id, id),
  foreign key (business_id, device_id) references locker_device (business_id, id)
);
create index locker_refused_reservation_by_device on locker_refused_reservation (business_id, device_id, refused_at);
select enable_tenancy('locker_refused_reservation');
