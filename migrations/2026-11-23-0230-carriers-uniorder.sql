-- One kind of order over own deliveries and labels of carriers, and batches of them.

create table unified_order (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  customer_id bigint references customer,
  kind text not null check (kind in ('self', 'label')),
  -- Either of these: what it is a view of.
  order_id bigint references delivery_order,
  label_order_id bigint,
  rate_id text not null,
  ref text,
  created_by bigint references account,
  created_at timestamptz not null,
  unique (business_id, id),
  unique (business_id, order_id),
  unique (business_id, label_order_id),
  foreign key (business_id, label_order_id) references label_order (business_id, id),
  check ((kind = 'self') = (order_id is not null)),
  check ((kind = 'label') = (label_order_id is not null))
);
create index unified_order_by_customer on unified_order (business_id, customer_id, id desc);
select enable_tenancy('unified_order');

create table unified_job (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  public_id text not null,
  -- Whose result it is: a customer sees its own.
  customer_id bigint references customer,
  operation text not null check (operation in ('uniorderRate', 'uniorderCreate')),
  state text not null check (state in ('QUEUED', 'RUNNING', 'COMPLETED', 'COMPLETED_WITH_ERRORS', 'FAILED', 'CANCELLED')),
  items_total int not null check (items_total > 0),
  items_done int not null default 0,
  items_failed int not null default 0,
  created_by bigint references account,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  unique (business_id, public_id),
  unique (business_id, id),
  check (items_done + items_failed <= items_total)
);
select enable_tenancy('unified_job');

create table unified_job_item (
  business_id int not null references business,
  job_id bigint not null,
  index int not null,
  -- Null once it is done.
  input jsonb,
  result jsonb,
  primary key (business_id, job_id, index),
  foreign key (business_id, job_id) references unified_job (business_id, id),
  check ((input is null) = (result is not null))
);
select enable_tenancy('unified_job_item');

grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
