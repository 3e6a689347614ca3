-- Documents are signed when they are issued, and each is an entry of a log of the installation that is only appended to.

-- The keys, the newest signs. Of the installation.
create table document_key (
  ordinal int primary key check (ordinal > 0),
  key_id text not null unique,
  public_key bytea not null check (length(public_key) = 32),
  private_key_sealed text not null,
  -- Signature of this key with the key before it; null of the first one, and where that one was lost.
  endorsement bytea check (length(endorsement) = 64),
  created_at timestamptz not null
);
grant select, insert on document_key to packhorse_system;

-- Null in versions that were issued before documents were signed.
alter table document_version
  add column code text,
  add column key_id text,
  -- Of what a reader sees of it, however the file is written; null where the file could not be read.
  add column content_hash text,
  add column leaf_hash bytea check (length(leaf_hash) = 32),
  add column revoked_at timestamptz,
  add column revoked_by bigint,
  add constraint document_version_code_key unique (business_id, code);

-- Files that were issued before are known by their hash.
insert into directory_entry (kind, value_hash, business_id)
  select 'document_version', decode(sha256, 'hex'), business_id from document_version on conflict do nothing;

-- Entries of the log that have no place in it yet: they are written in the transaction of what they tell.
create table document_log_pending (
  business_id int not null references business,
  id bigint generated always as identity,
  leaf_hash bytea not null check (length(leaf_hash) = 32),
  primary key (business_id, id)
);
select enable_tenancy('document_log_pending');

-- Hashes of complete subtrees (RFC 9162). Level 0 are the entries. Of the installation.
create table document_log_node (
  level int not null check (level between 0 and 52),
  index bigint not null check (index >= 0),
  hash bytea not null check (length(hash) = 32),
  primary key (level, index)
);
create index document_log_node_leaf on document_log_node (hash) where level = 0;
grant select, insert on document_log_node to packhorse_system;

-- The signed root of each day on which the log grew, as it was at its end.
create table document_log_root (
  date date primary key,
  tree_size bigint not null check (tree_size > 0),
  root_hash bytea not null check (length(root_hash) = 32),
  signed_at timestamptz not null,
  key_id text not null,
  signature bytea not null check (length(signature) = 64)
);
grant select, insert, update on document_log_root to packhorse_system;

-- How often a version was checked on a day (UTC), by result.
create table document_check (
  business_id int not null references business,
  document_id bigint not null,
  version int not null,
  date date not null,
  verdict text not null check (verdict in ('authentic', 'altered', 'superseded', 'revoked')),
  count int not null check (count > 0),
  reported_count int not null default 0,
  primary key (business_id, document_id, version, date, verdict),
  foreign key (business_id, document_id) references document (business_id, id)
);
create index document_check_unreported on document_check (business_id) where count > reported_count;
select enable_tenancy('document_check');

grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
