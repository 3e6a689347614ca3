-- Authorization codes: made when somebody agrees on the consent page, exchanged once for a token.

create table oauth_code (
  id int generated always as identity primary key,
  business_id int not null references business,
  account_id int not null references account on delete cascade,
  code_hash bytea not null unique,
  client_id_hash bytea not null,
  client_name text not null,
  redirect_uri text not null,
  code_challenge text not null,
  profile text,
  -- Null means everything the account may do.
  scopes text[],
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index oauth_code_by_expiry on oauth_code (business_id, expires_at);
select enable_tenancy('oauth_code');

grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
