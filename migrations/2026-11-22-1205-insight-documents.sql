-- Issued documents: one row per kind and subject, one per version; bytes are in the files store under their hash.

create table document (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  kind text not null,
  number text not null,
  subject_type text not null,
  subject_id bigint not null,
  version int not null,
  unique (business_id, id),
  unique (business_id, kind, subject_type, subject_id)
);
create index document_by_subject on document (business_id, subject_type, subject_id, id);
select enable_tenancy('document');

create table document_version (
  business_id int not null references business,
  document_id bigint not null,
  version int not null,
  language text not null,
  -- SHA-256 of what was drawn, in hex: equal sources are not issued again.
  source_hash text not null,
  -- SHA-256 of the file, in hex: the document's fingerprint.
  sha256 text not null,
  size_bytes int not null,
  pages int not null,
  unprintable int not null,
  issued_by bigint,
  issued_at timestamptz not null,
  primary key (business_id, document_id, version),
  foreign key (business_id, document_id) references document (business_id, id)
);
create index document_version_by_hash on document_version (business_id, sha256);
select enable_tenancy('document_version');

grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
