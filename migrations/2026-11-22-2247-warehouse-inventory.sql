-- Stock: what lies in the bins of warehouses, as the sum of movements that are never changed.

-- The order in which a person walks past the bins: nearest is the smallest difference.
alter table warehouse_bin add column walk_order int;

create table article (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  -- Whose it is; null: of the business.
  customer_id bigint references customer,
  sku text not null,
  name text not null,
  -- What one piece is called: piece, bottle, box.
  unit text not null default 'piece',
  -- Of one piece; null: not known.
  weight_g int check (weight_g > 0),
  length_mm int check (length_mm > 0),
  width_mm int check (width_mm > 0),
  height_mm int check (height_mm > 0),
  status text not null default 'active' check (status in ('active', 'retired')),
  search text not null generated always as (lower(sku || ' ' || name)) stored,
  created_at timestamptz not null,
  version int not null default 1,
  unique (business_id, id),
  unique nulls not distinct (business_id, customer_id, sku)
);
create index article_by_sku on article (business_id, sku);
create index article_search on article using gin (search gin_trgm_ops);
select enable_tenancy('article');

create table article_barcode (
  business_id int not null references business,
  article_id bigint not null,
  customer_id bigint references customer,
  barcode text not null,
  primary key (business_id, article_id, barcode),
  -- A barcode means one article of an owner; two owners may sell the same goods.
  unique nulls not distinct (business_id, customer_id, barcode),
  foreign key (business_id, article_id) references article (business_id, id)
);
create index article_barcode_by_code on article_barcode (business_id, barcode);
select enable_tenancy('article_barcode');

-- A package, pallet or tote with a code of its own. One row for each code: what comes back is the same row.
create table stock_package (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  code text not null,
  customer_id bigint references customer,
  -- Gross, as measured; null: not measured.
  weight_g int check (weight_g > 0),
  length_mm int check (length_mm > 0),
  width_mm int check (width_mm > 0),
  height_mm int check (height_mm > 0),
  damaged boolean not null default false,
  -- What its owner or the order calls it.
  ref text not null default '',
  status text not null check (status in ('in_stock', 'issued', 'lost', 'disposed', 'rolled_back')),
  bin_id bigint,
  -- Reserved for one subject, such as a ship-out.
  holder_type text,
  holder_id bigint,
  held_at timestamptz,
  received_at timestamptz not null,
  left_at timestamptz,
  version int not null default 1,
  unique (business_id, id),
  unique (business_id, code),
  foreign key (business_id, bin_id) references warehouse_bin (business_id, id),
  check ((status = 'in_stock') = (bin_id is not null)),
  check ((status = 'in_stock') = (left_at is null)),
  check ((holder_type is null) = (holder_id is null) and (holder_type is null) = (held_at is null))
);
create index stock_package_by_customer on stock_package (business_id, customer_id, id) where status = 'in_stock';
create index stock_package_by_bin on stock_package (business_id, bin_id) where bin_id is not null;
create index stock_package_by_holder on stock_package (business_id, holder_type, holder_id) where holder_id is not null;
create index stock_package_code on stock_package using gin (code gin_trgm_ops);
select enable_tenancy('stock_package');

-- For packages without a label, of all businesses.
create sequence stock_package_code_seq;

-- What lies in a bin: pieces of an article, loose or in a package, or a package itself. A line that was emptied stays, so
-- that it can be read as of a past time.
create table stock_line (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  warehouse_id bigint not null,
  bin_id bigint not null,
  article_id bigint,
  package_id bigint,
  customer_id bigint references customer,
  lot text not null default '',
  expires_date date,
  qty int not null check (qty >= 0),
  created_at timestamptz not null,
  -- Of the last movement.
  changed_at timestamptz not null,
  unique (business_id, id),
  unique nulls not distinct (business_id, bin_id, article_id, package_id, customer_id, lot, expires_date),
  foreign key (business_id, bin_id) references warehouse_bin (business_id, id),
  foreign key (business_id, article_id) references article (business_id, id),
  foreign key (business_id, package_id) references stock_package (business_id, id),
  check (article_id is not null or package_id is not null),
  check (article_id is not null or (qty <= 1 and lot = '' and expires_date is null))
);
create index stock_line_present on stock_line (business_id, bin_id) where qty > 0;
create index stock_line_by_warehouse on stock_line (business_id, warehouse_id, bin_id);
create index stock_line_by_article on stock_line (business_id, article_id, bin_id) where article_id is not null;
create index stock_line_by_package on stock_line (business_id, package_id, bin_id) where package_id is not null;
create index stock_line_by_customer on stock_line (business_id, customer_id, bin_id);
create index stock_line_lot on stock_line using gin (lower(lot) gin_trgm_ops) where lot <> '';
-- A package is in one bin.
create unique index one_bin_per_package on stock_line (business_id, package_id) where article_id is null and qty > 0;
select enable_tenancy('stock_line');

-- Movements that were made together.
create table stock_batch (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  warehouse_id bigint not null,
  kind text not null check (kind in ('receipt', 'putaway', 'move', 'adjustment', 'count', 'issue', 'rollback')),
  -- What caused it: a receipt, a count, a ship-out.
  subject_type text,
  subject_id bigint,
  note text not null default '',
  created_by bigint references account,
  created_at timestamptz not null,
  unique (business_id, id),
  check ((subject_type is null) = (subject_id is null))
);
create index stock_batch_by_subject on stock_batch (business_id, subject_type, subject_id, id) where subject_id is not null;
select enable_tenancy('stock_batch');

create table stock_movement (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  batch_id bigint not null,
  -- Movements of one line have rising ids and times.
  at timestamptz not null,
  reason text not null check (reason in
    ('received', 'put_away', 'moved', 'issued', 'rolled_back', 'counted', 'found', 'lost', 'damaged', 'expired', 'disposed', 'corrected')),
  article_id bigint,
  package_id bigint,
  customer_id bigint,
  lot text not null default '',
  expires_date date,
  qty int not null check (qty > 0),
  -- Null: from outside the warehouse, or out of it.
  from_bin_id bigint,
  to_bin_id bigint,
  from_line_id bigint,
  to_line_id bigint,
  -- Of the lines after this movement.
  from_qty_after int check (from_qty_after >= 0),
  to_qty_after int check (to_qty_after >= 0),
  -- What was scanned; null where nothing was.
  scanned text,
  created_by bigint references account,
  unique (business_id, id),
  foreign key (business_id, batch_id) references stock_batch (business_id, id),
  foreign key (business_id, from_line_id) references stock_line (business_id, id),
  foreign key (business_id, to_line_id) references stock_line (business_id, id),
  check (from_bin_id is distinct from to_bin_id),
  check (article_id is not null or package_id is not null),
  check (article_id is not null or qty = 1),
  check ((from_bin_id is null) = (from_line_id is null) and (from_bin_id is null) = (from_qty_after is null)),
  check ((to_bin_id is null) = (to_line_id is null) and (to_bin_id is null) = (to_qty_after is null))
);
create index stock_movement_by_batch on stock_movement (business_id, batch_id);
create index stock_movement_from on stock_movement (business_id, from_line_id, id desc) where from_line_id is not null;
create index stock_movement_to on stock_movement (business_id, to_line_id, id desc) where to_line_id is not null;
create index stock_movement_by_article on stock_movement (business_id, article_id, id desc) where article_id is not null;
create index stock_movement_by_package on stock_movement (business_id, package_id, id desc) where package_id is not null;
select enable_tenancy('stock_movement');

-- What was moved stays: a mistake is corrected by another movement.
revoke update, delete on stock_movement, stock_batch from packhorse_service, packhorse_system;

-- The articles with a pattern of LIKE, in small letters, in SKU or name. A function, because an index of trigrams is not used
-- behind row-level security; it looks at the business of the transaction alone.
create function search_articles(pattern text, most int)
  returns table (article_id bigint) language sql stable security definer set search_path = public, pg_temp as $$
    select a.id from article a where a.business_id = nullif(current_setting('app.business_id', true), '')::int and a.search like pattern limit most
  $$;

-- The lines of stock with a pattern of LIKE, in small letters, in article, package, bin or lot.
create function search_stock_lines(pattern text, most int)
  returns table (line_id bigint) language sql stable security definer set search_path = public, pg_temp as $$
    (select l.id from article a join stock_line l on l.business_id = a.business_id and l.article_id = a.id
      where a.business_id = nullif(current_setting('app.business_id', true), '')::int and a.search like pattern limit most)
    union
    (select l.id from stock_package p join stock_line l on l.business_id = p.business_id and l.package_id = p.id
      where p.business_id = nullif(current_setting('app.business_id', true), '')::int and p.code like upper(pattern) limit most)
    union
    (select l.id from warehouse_bin b join stock_line l on l.business_id = b.business_id and l.bin_id = b.id
      where b.business_id = nullif(current_setting('app.business_id', true), '')::int and lower(b.code) like pattern limit most)
    union
    (select l.id from stock_line l
      where l.business_id = nullif(current_setting('app.business_id', true), '')::int and l.lot <> '' and lower(l.lot) like pattern limit most)
  $$;
revoke execute on function search_articles, search_stock_lines from public;
grant execute on function search_articles, search_stock_lines to packhorse_service, packhorse_system;

grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
