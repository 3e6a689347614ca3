-- Receipts: goods that are expected at a warehouse, what was received of them by scan, and what differs.

create table receipt (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  warehouse_id bigint not null,
  -- Printed on the delivery note that goes with the goods, and scanned.
  code text not null,
  -- What the sender or owner calls it: a purchase order, a delivery note.
  ref text not null default '',
  -- Whose goods they are; null: of the business.
  customer_id bigint references customer,
  -- Announced with its lines; without a notice everything that comes is received.
  is_announced boolean not null,
  expected_date date,
  carrier text not null default '',
  note text not null default '',
  status text not null check (status in ('expected', 'receiving', 'closed', 'cancelled', 'rolled_back')),
  created_by bigint references account,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  ended_by bigint references account,
  version int not null default 1,
  search text not null generated always as (lower(code || ' ' || ref || ' ' || carrier)) stored,
  unique (business_id, id),
  unique (business_id, code),
  foreign key (business_id, warehouse_id) references warehouse (business_id, id),
  check ((status in ('closed', 'cancelled', 'rolled_back')) = (ended_at is not null)),
  check (status not in ('receiving', 'closed', 'rolled_back') or started_at is not null)
);
create index receipt_by_status on receipt (business_id, status, id desc);
create index receipt_by_warehouse on receipt (business_id, warehouse_id, id desc);
create index receipt_search on receipt using gin (search gin_trgm_ops);
select enable_tenancy('receipt');

-- For receipts without a code, of all businesses.
create sequence receipt_code_seq;

-- Pieces of an article, or one package. `expected_qty` 0: it came without being announced.
create table receipt_line (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  receipt_id bigint not null,
  article_id bigint,
  package_code text,
  lot text not null default '',
  expires_date date,
  expected_qty int not null check (expected_qty >= 0),
  received_qty int not null default 0 check (received_qty >= 0),
  -- Of those received.
  damaged_qty int not null default 0 check (damaged_qty >= 0 and damaged_qty <= received_qty),
  unique (business_id, id),
  unique nulls not distinct (business_id, receipt_id, article_id, package_code, lot, expires_date),
  foreign key (business_id, receipt_id) references receipt (business_id, id),
  foreign key (business_id, article_id) references article (business_id, id),
  check ((article_id is null) <> (package_code is null)),
  check (article_id is not null or (expected_qty <= 1 and received_qty <= 1 and lot = '' and expires_date is null))
);
create index receipt_line_by_article on receipt_line (business_id, article_id) where article_id is not null;
create index receipt_line_by_package on receipt_line (business_id, package_code) where package_code is not null;
select enable_tenancy('receipt_line');

-- Every scan, also one that received nothing.
create table receipt_scan (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  receipt_id bigint not null,
  line_id bigint,
  -- What was scanned; null for goods without a label.
  scanned text,
  outcome text not null check (outcome in ('received', 'unknown_code', 'already_received')),
  article_id bigint,
  package_id bigint,
  qty int not null default 0 check (qty >= 0),
  bin_id bigint,
  batch_id bigint,
  is_damaged boolean not null default false,
  weight_g int check (weight_g > 0),
  length_mm int check (length_mm > 0),
  width_mm int check (width_mm > 0),
  height_mm int check (height_mm > 0),
  note text not null default '',
  created_by bigint references account,
  created_at timestamptz not null,
  undone_at timestamptz,
  undone_by bigint references account,
  undo_batch_id bigint,
  unique (business_id, id),
  foreign key (business_id, receipt_id) references receipt (business_id, id),
  foreign key (business_id, line_id) references receipt_line (business_id, id),
  check ((outcome = 'received') = (batch_id is not null) and (outcome = 'received') = (line_id is not null)),
  check (outcome = 'received' or undone_at is null),
  check ((undone_at is null) = (undo_batch_id is null))
);
create index receipt_scan_by_receipt on receipt_scan (business_id, receipt_id, id desc);
select enable_tenancy('receipt_scan');

-- The newest receipts with a pattern of LIKE, in small letters, in code, reference or carrier. A function, because an index of
-- trigrams is not used behind row-level security; it looks at the business of the transaction alone.
create function search_receipts(pattern text, most int)
  returns table (id bigint) language sql stable security definer set search_path = public, pg_temp as $$
    (select r.id from receipt r
      where r.business_id = nullif(current_setting('app.business_id', true), '')::int and r.search like pattern
      order by r.id desc limit most)
    union
    (select r.id from customer c join receipt r on r.business_id = c.business_id and r.customer_id = c.id
      where c.business_id = nullif(current_setting('app.business_id', true), '')::int and lower(c.name) like pattern
      order by r.id desc limit most)
  $$;
revoke execute on function search_receipts from public;
grant execute on function search_receipts to packhorse_service, packhorse_system;

grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
