-- The directory: the business of each value that is unique over all businesses, such as the token of a public page. Who
-- shows the value names no business, and a database that is distributed over servers by `business_id` cannot look into the
-- tables of all of them (docs/decisions/0004). `kind` is the table that has the value.
create table directory_entry (
  kind text not null,
  -- SHA-256 of the value.
  value_hash bytea not null check (length(value_hash) = 32),
  business_id int not null references business,
  primary key (kind, value_hash)
);
create index directory_entry_by_business on directory_entry (business_id);
select enable_tenancy('directory_entry');

insert into directory_entry (kind, value_hash, business_id)
  select 'link', token_hash, business_id from link
  union all select 'oauth_code', code_hash, business_id from oauth_code
  union all select 'oauth_refresh_token', token_hash, business_id from oauth_refresh_token
  union all select 'partner', sha256(convert_to(key_id, 'UTF8')), business_id from partner
  union all select 'payment_settings', sha256(convert_to(endpoint_key, 'UTF8')), business_id from payment_settings
  union all select 'identity_binding', sha256(convert_to(issuer || ' ' || subject, 'UTF8')), business_id from identity_binding;

alter table link drop constraint link_token_hash_key, add unique (business_id, token_hash);
alter table oauth_code drop constraint oauth_code_code_hash_key, add unique (business_id, code_hash);
alter table oauth_refresh_token drop constraint oauth_refresh_token_token_hash_key, add unique (business_id, token_hash);
alter table partner drop constraint partner_key_id_key, add unique (business_id, key_id);
alter table payment_settings drop constraint payment_settings_endpoint_key_key;
alter table identity_binding drop constraint identity_binding_issuer_subject_key, add unique (business_id, issuer, subject);
