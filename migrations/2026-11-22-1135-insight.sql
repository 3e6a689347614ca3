-- Uploaded files.

create table file (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  sha256 text not null,
  content_type text not null,
  name text not null,
  size_bytes int not null,
  uploaded_by bigint,
  created_at timestamptz not null
);
create index file_by_hash on file (business_id, sha256);
select enable_tenancy('file');

grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
