-- Ids of accounts have 64 bits.
alter table link alter column created_by type bigint;
