-- Luggage relay: bags of a rental that staff keep at the hub between two lockers.

create table luggage_relay (
  business_id int not null references business,
  id bigint generated always as identity,
  rental_id bigint not null,
  status text not null default 'STORED_IN_LOCKER' check (status in ('STORED_IN_LOCKER', 'COLLECTED_BY_STAFF', 'AT_HUB',
    'RETURN_CHOSEN', 'OUT_TO_LOCKER', 'STORED_IN_LOCKER_2', 'COLLECTED', 'EXCEPTION')),
  status_since timestamptz not null,
  -- Who has the bags, between lockers and hub.
  holder_account_id bigint,
  warehouse_id bigint,
  hub_bin text,
  -- Where and when they go, who chose it, on what basis and with what consent.
  return_choice jsonb,
  -- What went wrong, and the status before it.
  exception jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (business_id, id),
  foreign key (business_id, rental_id) references storage_rental (business_id, id),
  foreign key (business_id, warehouse_id) references warehouse (business_id, id)
);
create unique index one_relay_per_rental on luggage_relay (business_id, rental_id) where status <> 'COLLECTED';
create index luggage_relay_by_status on luggage_relay (business_id, status, id desc);
select enable_tenancy('luggage_relay');

create table luggage_relay_bag (
  business_id int not null references business,
  id bigint generated always as identity,
  relay_id bigint not null,
  tag text not null,
  weight_g int,
  width_mm int not null,
  height_mm int not null,
  depth_mm int not null,
  -- Of the second locker.
  reservation_id bigint,
  compartment text,
  stored_at timestamptz,
  collected_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (business_id, id),
  foreign key (business_id, relay_id) references luggage_relay (business_id, id),
  foreign key (business_id, reservation_id) references locker_reservation (business_id, id)
);
create unique index luggage_relay_bag_by_tag on luggage_relay_bag (business_id, relay_id, tag);
create index luggage_relay_bag_by_reservation on luggage_relay_bag (business_id, reservation_id) where reservation_id is not null;
select enable_tenancy('luggage_relay_bag');

-- Each change of custody: who, which bag, with which photo.
create table luggage_relay_scan (
  business_id int not null references business,
  id bigint generated always as identity,
  relay_id bigint not null,
  bag_id bigint not null,
  step text not null check (step in ('collect', 'hub_in', 'hub_out', 'deposit')),
  tag text not null,
  photo_file_id bigint not null,
  account_id bigint,
  scanned_at timestamptz not null,
  primary key (business_id, id),
  foreign key (business_id, relay_id) references luggage_relay (business_id, id),
  foreign key (business_id, bag_id) references luggage_relay_bag (business_id, id)
);
create index luggage_relay_scan_by_relay on luggage_relay_scan (business_id, relay_id, id);
select enable_tenancy('luggage_relay_scan');
