-- Handovers of sold goods through a locker. Neither a price of the goods nor a payment for them is stored anywhere.

create table resale_handover (
  business_id int not null references business,
  id bigint generated always as identity,
  seller_customer_id bigint not null,
  -- Null while the buyer is whoever holds the claim link.
  buyer_customer_id bigint,
  -- The claim link in force.
  link_id bigint,
  -- How the seller calls the buyer.
  buyer_name text,
  title text not null,
  description text,
  size text not null check (size in ('XS', 'S', 'M', 'L', 'XL')),
  status text not null default 'LISTED' check (status in ('LISTED', 'DEPOSIT_RESERVED', 'DEPOSITED', 'CODE_ISSUED', 'INSPECTED',
    'COLLECTED', 'RETURN_TO_SELLER', 'RETRIEVED', 'EXPIRED', 'CANCELLED', 'DISPUTED')),
  status_since timestamptz not null,
  -- What led to the status: a code.
  status_reason text not null,
  -- The status ends by itself then; of RETURN_TO_SELLER, when the fee for storage begins.
  ends_at timestamptz,
  -- Of the compartment that it is or was in.
  device_id bigint,
  compartment_id bigint,
  reservation_id bigint,
  reserved_at timestamptz,
  deposited_at timestamptz,
  released_at timestamptz,
  -- When the buyer had the door opened first, and until when it may be rejected.
  looked_at timestamptz,
  inspection_until timestamptz,
  inspection_min int not null check (inspection_min between 0 and 120),
  returned_at timestamptz,
  ended_at timestamptz,
  -- Who opened the door that is open or was open last.
  opened_by text check (opened_by in ('person', 'staff')),
  -- What the locker reported last as going wrong.
  problem text,
  reject_reason text,
  dispute_by text check (dispute_by in ('seller', 'buyer', 'business')),
  dispute_reason text,
  -- For the use of the locker, of the seller.
  fee_minor bigint not null check (fee_minor >= 0),
  storage_day_minor bigint not null check (storage_day_minor >= 0),
  storage_from timestamptz,
  storage_paid_minor bigint not null default 0,
  currency text not null,
  hold_id bigint,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (business_id, id),
  foreign key (business_id, seller_customer_id) references customer (business_id, id),
  foreign key (business_id, buyer_customer_id) references customer (business_id, id),
  foreign key (business_id, device_id) references locker_device (business_id, id),
  foreign key (business_id, compartment_id) references locker_compartment (business_id, id),
  foreign key (business_id, reservation_id) references locker_reservation (business_id, id),
  check (seller_customer_id <> buyer_customer_id)
);
create index resale_handover_by_seller on resale_handover (business_id, seller_customer_id, id desc);
create index resale_handover_by_buyer on resale_handover (business_id, buyer_customer_id, id desc) where buyer_customer_id is not null;
create index resale_handover_by_status on resale_handover (business_id, status, id desc);
create unique index resale_handover_by_reservation on resale_handover (business_id, reservation_id) where reservation_id is not null;
select enable_tenancy('resale_handover');

create table resale_photo (
  business_id int not null references business,
  id bigint generated always as identity,
  handover_id bigint not null,
  file_id bigint not null,
  side text not null check (side in ('seller', 'buyer', 'business')),
  -- The status of the handover when it was added.
  moment text not null,
  taken_at timestamptz not null,
  primary key (business_id, id),
  unique (business_id, handover_id, file_id),
  foreign key (business_id, handover_id) references resale_handover (business_id, id),
  foreign key (business_id, file_id) references file (business_id, id)
);
select enable_tenancy('resale_photo');
