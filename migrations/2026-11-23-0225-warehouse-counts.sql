-- Stock counts: bins that are counted, by whom, what was counted beside what should be there, and what was approved.

create table stock_count (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  warehouse_id bigint not null,
  kind text not null check (kind in ('zone', 'bin', 'article')),
  zone_id bigint,
  article_id bigint,
  -- What should be there is not shown to those who count.
  is_blind boolean not null,
  -- Who count each bin independently of each other in the first round.
  counters int not null check (counters in (1, 2)),
  note text not null default '',
  status text not null check (status in ('open', 'closed', 'cancelled')),
  created_by bigint references account,
  created_at timestamptz not null,
  ended_at timestamptz,
  version int not null default 1,
  unique (business_id, id),
  foreign key (business_id, warehouse_id) references warehouse (business_id, id),
  foreign key (business_id, zone_id) references warehouse_zone (business_id, id),
  foreign key (business_id, article_id) references article (business_id, id),
  check ((kind = 'zone') = (zone_id is not null) and (kind = 'article') = (article_id is not null)),
  check ((status = 'open') = (ended_at is null))
);
create index stock_count_by_warehouse on stock_count (business_id, warehouse_id, id desc);
select enable_tenancy('stock_count');

create table stock_count_bin (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  count_id bigint not null,
  bin_id bigint not null,
  status text not null check (status in ('open', 'difference', 'agreed', 'adjusted')),
  -- Counted again in another round while counts differ.
  round int not null default 1,
  decided_by bigint references account,
  decided_at timestamptz,
  batch_id bigint,
  unique (business_id, id),
  unique (business_id, count_id, bin_id),
  foreign key (business_id, count_id) references stock_count (business_id, id),
  foreign key (business_id, bin_id) references warehouse_bin (business_id, id),
  check ((status = 'adjusted') = (decided_at is not null))
);
select enable_tenancy('stock_count_bin');

-- One person counts one bin once.
create table stock_count_entry (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  count_bin_id bigint not null,
  round int not null,
  counted_by bigint not null references account,
  started_at timestamptz not null,
  -- When each line of the bin last changed, by id of the line: what changes while it is counted is counted again.
  seen jsonb not null,
  finished_at timestamptz,
  unique (business_id, id),
  unique (business_id, count_bin_id, round, counted_by),
  foreign key (business_id, count_bin_id) references stock_count_bin (business_id, id)
);
select enable_tenancy('stock_count_entry');

create table stock_count_line (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  entry_id bigint not null,
  article_id bigint,
  package_id bigint,
  customer_id bigint references customer,
  lot text not null default '',
  expires_date date,
  counted_qty int not null check (counted_qty >= 0),
  -- What should have been there when it was handed in.
  book_qty int not null check (book_qty >= 0),
  -- It changed while it was counted.
  has_moved boolean not null,
  -- Of the line of stock, when it was handed in; null where there was none.
  line_changed_at timestamptz,
  unique nulls not distinct (business_id, entry_id, article_id, package_id, customer_id, lot, expires_date),
  foreign key (business_id, entry_id) references stock_count_entry (business_id, id),
  foreign key (business_id, article_id) references article (business_id, id),
  foreign key (business_id, package_id) references stock_package (business_id, id),
  check ((article_id is null) <> (package_id is null))
);
select enable_tenancy('stock_count_line');

grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
