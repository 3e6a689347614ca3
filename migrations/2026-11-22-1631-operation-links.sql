-- Links: whoever holds a token may call some operations about one subject, until it expires or is revoked.
create table link (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  token_hash bytea not null unique,
  subject_type text not null,
  subject_id text not null,
  operations text[] not null check (cardinality(operations) > 0),
  note text,
  created_by int references account,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  revoked_at timestamptz,
  -- Written at most once a minute by each process.
  uses bigint not null default 0,
  last_used_at timestamptz
);
create index link_by_subject on link (business_id, subject_type, subject_id, id);
create index link_by_creator on link (created_by);
select enable_tenancy('link');
grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
