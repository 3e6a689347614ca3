-- Labels that were read from pictures and PDFs.

create table label_upload (
  business_id int not null references business,
  id bigint generated always as identity,
  name text not null,
  content_type text not null,
  pages int not null check (pages >= 1),
  -- What is still to be read; null once it was.
  content bytea,
  -- Null: of the business.
  customer_id bigint,
  -- Of an upload that is read in the background.
  batch_id bigint,
  created_by bigint references account,
  created_at timestamptz not null,
  primary key (business_id, id),
  foreign key (business_id, customer_id) references customer (business_id, id)
);
select enable_tenancy('label_upload');

-- A page as people see it. The picture shows names and addresses, and goes when its time is over.
create table label_page (
  business_id int not null references business,
  id bigint generated always as identity,
  upload_id bigint not null,
  page int not null check (page >= 1),
  width int not null check (width >= 1),
  height int not null check (height >= 1),
  picture bytea,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  primary key (business_id, id),
  unique (business_id, upload_id, page),
  foreign key (business_id, upload_id) references label_upload (business_id, id)
);
select enable_tenancy('label_page');

create table label_scan (
  business_id int not null references business,
  id bigint generated always as identity,
  upload_id bigint not null,
  page int not null check (page >= 1),
  -- Null until the page was read.
  page_id bigint,
  customer_id bigint,
  status text not null check (status in ('queued', 'parsed', 'needs_review', 'confirmed', 'failed')),
  failure text check (failure in ('nothing_readable', 'unreadable', 'too_large', 'cancelled', 'gave_up')),
  -- Value, confidence, box and source of each, as they were read.
  fields jsonb not null default '{}',
  tracking_candidates jsonb not null default '[]',
  conflicts text[] not null default '{}',
  box jsonb,
  -- What a person says instead, by field; null: it is not on the label.
  corrections jsonb not null default '{}',
  -- As it is compared; null where none is certain enough to be looked for.
  tracking_number text,
  carrier text,
  created_type text check (created_type in ('order', 'inbound')),
  created_record_id bigint,
  reviewed_by bigint references account,
  reviewed_at timestamptz,
  created_by bigint references account,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (business_id, id),
  foreign key (business_id, upload_id) references label_upload (business_id, id),
  foreign key (business_id, page_id) references label_page (business_id, id),
  foreign key (business_id, customer_id) references customer (business_id, id),
  check ((status = 'failed') = (failure is not null)),
  check ((status = 'confirmed') = (reviewed_at is not null)),
  check ((created_type is null) = (created_record_id is null))
);
create index label_scan_by_status on label_scan (business_id, status, id desc);
create index label_scan_by_customer on label_scan (business_id, customer_id, id desc) where customer_id is not null;
create index label_scan_by_number on label_scan (business_id, tracking_number) where tracking_number is not null;
create index label_scan_by_upload on label_scan (business_id, upload_id, page);
select enable_tenancy('label_scan');

-- What people said of each field that was read: kept without its value, when the scan is long gone.
create table label_field_review (
  business_id int not null references business,
  id bigint generated always as identity,
  scan_id bigint not null,
  carrier text,
  field text not null,
  -- Null: it was not read, and a person found it.
  source text check (source in ('barcode', 'text', 'model')),
  confidence real,
  is_right boolean not null,
  created_at timestamptz not null,
  primary key (business_id, id),
  unique (business_id, scan_id, field),
  foreign key (business_id, scan_id) references label_scan (business_id, id)
);
create index label_field_review_by_time on label_field_review (business_id, created_at);
select enable_tenancy('label_field_review');
