-- Tokens of OAuth clients: the resource that they are for (RFC 8707), the client that they were issued to, and how long they
-- can be refreshed. A refresh replaces the hash of the same row, so that the token keeps its id, its limits and its record.
alter table access_token
  add column resource text,
  add column oauth_client_hash bytea,
  add column refreshable_until timestamptz;
alter table oauth_code
  add column resource text,
  -- The client registered for refresh tokens.
  add column refreshes boolean not null default false;

-- One row for each refresh token issued: one that was used before and comes again has been copied.
create table oauth_refresh_token (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  token_id bigint not null references access_token on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index oauth_refresh_token_by_token on oauth_refresh_token (business_id, token_id, expires_at);
select enable_tenancy('oauth_refresh_token');
