-- A queued batch is worked off part by part: each part is done in one transaction that also keeps its results,
-- so that a worker that dies half way starts again at the next part and makes nothing twice.

create table batch_part (
  batch_id bigint not null references batch,
  part int not null,
  business_id int not null references business,
  -- Index of the first item within the batch.
  first_index int not null,
  items int not null,
  -- What was asked; forgotten once it is done, because it names people.
  request jsonb,
  results jsonb,
  attempts int not null default 0,
  primary key (batch_id, part)
);
create index batch_part_open on batch_part (business_id, batch_id, part) where results is null;
select enable_tenancy('batch_part');

-- Which source a batch came through, for the orders it makes.
alter table batch add column source text not null default 'rest';
alter table batch add column failure text;

grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
