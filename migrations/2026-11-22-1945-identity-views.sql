-- Saved views of the console's lists: filters, sort order and columns under a name.
create table saved_view (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  account_id bigint not null references account on delete cascade,
  -- The list that it is a view of.
  page text not null,
  name text not null,
  shared boolean not null default false,
  definition jsonb not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index saved_view_by_name on saved_view (business_id, account_id, page, lower(name));
create index saved_view_shared on saved_view (business_id, page) where shared;
select enable_tenancy('saved_view');

-- The view that a list opens with, for each account.
create table saved_view_default (
  business_id int not null references business,
  account_id bigint not null references account on delete cascade,
  page text not null,
  view_id bigint not null references saved_view on delete cascade,
  primary key (business_id, account_id, page)
);
create index saved_view_default_by_view on saved_view_default (view_id);
select enable_tenancy('saved_view_default');

grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
