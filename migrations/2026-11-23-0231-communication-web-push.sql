-- Browsers and apps that take push messages (RFC 8030), each for the session that registered it.

create table push_device (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  account_id bigint not null references account,
  -- Messages end with the session.
  token_id bigint not null references access_token,
  name text not null,
  endpoint text not null,
  endpoint_hash bytea not null,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null,
  unique (business_id, endpoint_hash)
);
create index push_device_by_account on push_device (business_id, account_id);
create index push_device_by_owner on push_device (account_id);
create index push_device_by_token on push_device (token_id);
select enable_tenancy('push_device');

grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
