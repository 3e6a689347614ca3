-- A merchant's own goods in compartments of lockers. What buyers pay goes to the merchant's own account at a processor.

create table shop_merchant (
  business_id int not null references business,
  id bigint generated always as identity,
  customer_id bigint not null,
  name text not null,
  terms text,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'PAUSED')),
  status_since timestamptz not null,
  -- What the business charges the merchant for a sale, in hundredths of a percent.
  fee_bp int not null default 0 check (fee_bp between 0 and 10000),
  -- The merchant's account at a processor.
  base_url text,
  secret_sealed text,
  secret_end text,
  event_secret_sealed text,
  event_secret_end text,
  -- The last part of the address that the processor sends events to.
  endpoint_key text not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (business_id, id),
  unique (business_id, customer_id),
  unique (business_id, endpoint_key),
  foreign key (business_id, customer_id) references customer (business_id, id)
);
select enable_tenancy('shop_merchant');

-- Accounts of the customer that keep the shop.
create table shop_merchant_member (
  business_id int not null references business,
  merchant_id bigint not null,
  account_id bigint not null references account,
  primary key (business_id, merchant_id, account_id),
  foreign key (business_id, merchant_id) references shop_merchant (business_id, id)
);
create index shop_merchant_member_by_account on shop_merchant_member (business_id, account_id);
select enable_tenancy('shop_merchant_member');

create table shop_product (
  business_id int not null references business,
  id bigint generated always as identity,
  merchant_id bigint not null,
  sku text not null,
  name text not null,
  description text,
  price_minor bigint not null check (price_minor > 0),
  -- Included in the price, in hundredths of a percent.
  tax_bp int not null default 0 check (tax_bp between 0 and 10000),
  currency text not null,
  age_limit int check (age_limit between 1 and 99),
  -- Hours after stocking; null keeps.
  shelf_life_h int check (shelf_life_h > 0),
  temperature_max_c numeric(5, 1),
  low_stock_at int not null default 1 check (low_stock_at >= 0),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'RETIRED')),
  status_since timestamptz not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (business_id, id),
  unique (business_id, merchant_id, sku),
  foreign key (business_id, merchant_id) references shop_merchant (business_id, id)
);
select enable_tenancy('shop_product');

-- Goods of one product at one locker. An empty cell has no compartment.
create table shop_cell (
  business_id int not null references business,
  id bigint generated always as identity,
  merchant_id bigint not null,
  product_id bigint not null,
  device_id bigint not null,
  size text not null check (size in ('XS', 'S', 'M', 'L', 'XL')),
  qty int not null default 0 check (qty >= 0),
  -- What a stocking round puts in, or takes out; counts when the door is closed.
  qty_change int not null default 0,
  reservation_id bigint,
  compartment_id bigint,
  stocked_at timestamptz,
  expires_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (business_id, id),
  foreign key (business_id, merchant_id) references shop_merchant (business_id, id),
  foreign key (business_id, product_id) references shop_product (business_id, id),
  foreign key (business_id, device_id) references locker_device (business_id, id),
  foreign key (business_id, reservation_id) references locker_reservation (business_id, id),
  foreign key (business_id, compartment_id) references locker_compartment (business_id, id)
);
create index shop_cell_by_device on shop_cell (business_id, device_id);
select enable_tenancy('shop_cell');

create table shop_sale (
  business_id int not null references business,
  id bigint generated always as identity,
  merchant_id bigint not null,
  product_id bigint not null,
  cell_id bigint not null,
  device_id bigint not null,
  status text not null default 'CART_HELD'
    check (status in ('CART_HELD', 'PAID', 'OPEN_GRANTED', 'COLLECTED', 'REFUND_PENDING', 'REFUNDED', 'EXPIRED')),
  status_since timestamptz not null,
  -- As they were when the cell was held.
  price_minor bigint not null,
  tax_minor bigint not null,
  fee_minor bigint not null,
  currency text not null,
  age_limit int,
  hold_ends_at timestamptz not null,
  checkout_reference text,
  checkout_url text,
  payment_reference text,
  payment_status text not null default 'NONE'
    check (payment_status in ('NONE', 'OPEN', 'AUTHORISED', 'CAPTURED', 'VOIDED', 'REFUNDED', 'FAILED')),
  -- What the processor is to be asked for.
  payment_wanted text check (payment_wanted in ('CAPTURE', 'VOID', 'REFUND')),
  payment_failure text,
  refund_reference text,
  age_checked_by bigint,
  command_id bigint,
  opened_at timestamptz,
  collected_at timestamptz,
  captured_at timestamptz,
  problem text check (problem in ('not_opened', 'wrong_item', 'bad_item', 'empty')),
  problem_text text,
  refund_cause text,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (business_id, id),
  foreign key (business_id, merchant_id) references shop_merchant (business_id, id),
  foreign key (business_id, product_id) references shop_product (business_id, id),
  foreign key (business_id, cell_id) references shop_cell (business_id, id),
  foreign key (business_id, device_id) references locker_device (business_id, id)
);
create index shop_sale_by_cell on shop_sale (business_id, cell_id, status);
create index shop_sale_by_merchant on shop_sale (business_id, merchant_id, id desc);
create unique index shop_sale_by_checkout on shop_sale (business_id, checkout_reference) where checkout_reference is not null;
create index shop_sale_by_refund on shop_sale (business_id, refund_reference) where refund_reference is not null;
select enable_tenancy('shop_sale');

-- Events of processors that were applied: they may send each several times.
create table shop_payment_event (
  business_id int not null references business,
  merchant_id bigint not null,
  event_id text not null,
  received_at timestamptz not null,
  primary key (business_id, merchant_id, event_id),
  foreign key (business_id, merchant_id) references shop_merchant (business_id, id)
);
select enable_tenancy('shop_payment_event');
