-- Businesses, accounts, sign-in, customers, apps, OAuth.

create table business (
  id int generated always as identity primary key,
  code text not null unique check (code ~ '^[a-z][a-z0-9-]{1,39}$'),
  name text not null,
  time_zone text not null default 'UTC',
  currency text not null default 'EUR',
  country text not null default '',
  locale text not null default 'en',
  status text not null default 'active' check (status in ('active', 'suspended', 'closed')),
  feature_families jsonb not null default '{}',
  feature_gates jsonb not null default '{}',
  modules jsonb not null default '{}',
  settings jsonb not null default '{}',
  version int not null default 1,
  created_at timestamptz not null default now()
);
alter table business enable row level security;
create policy tenant on business to packhorse_service
  using (id = nullif(current_setting('app.business_id', true), '')::int)
  with check (id = nullif(current_setting('app.business_id', true), '')::int);
create policy everything on business to packhorse_system using (true) with check (true);
grant select, update on business to packhorse_service;
grant select, insert, update, delete on business to packhorse_system;

create table customer (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  code text not null,
  name text not null,
  email text,
  phone_e164 text,
  tier text not null default 'standard',
  price_list_id bigint,
  hidden_price_families text[] not null default '{}',
  credit_limit_minor int not null default 0,
  status text not null default 'active' check (status in ('active', 'disabled')),
  version int not null default 1,
  created_at timestamptz not null default now(),
  -- Proofs that a customer wants for every delivery, besides those of each order.
  required_proofs text[] not null default '{}'
    check (required_proofs <@ array['photo', 'signature', 'pin', 'scan', 'id_check', 'note']),
  unique (business_id, code)
);
create index customer_by_name on customer (business_id, name, id);
select enable_tenancy('customer');

-- A sign-in identity in one business; platform administrators belong to none.
create table account (
  id bigint generated always as identity primary key,
  business_id int references business,
  role text not null check (role in
    ('platform_admin', 'client_admin', 'employee', 'broker_employee', 'driver', 'customer')),
  name text not null,
  email text not null,
  email_folded text not null generated always as (lower(email)) stored,
  password_hash text,
  phone_e164 text,
  phone_verified boolean not null default false,
  locale text not null default 'en',
  status text not null default 'active' check (status in ('invited', 'pending_review', 'active', 'disabled')),
  permissions text[] not null default '{}',
  warehouse_ids bigint[] not null default '{}',
  customer_id bigint references customer,
  driver_id bigint,
  contractor_id bigint,
  failed_sign_ins int not null default 0,
  locked_until timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  check ((role = 'platform_admin') = (business_id is null))
);
create unique index account_email on account (coalesce(business_id, 0), email_folded);
create index account_by_email on account (email_folded);
create index account_by_business on account (business_id, role, id);
-- A verified number belongs to one account of a business.
create unique index account_verified_phone on account (business_id, phone_e164) where phone_verified;
select enable_tenancy('account');

-- Created by platform administrators; of no business, so every business may read it.
create table platform_app (
  id bigint generated always as identity primary key,
  code text not null unique check (code ~ '^[a-z][a-z0-9-]{1,39}$'),
  name text not null,
  type text not null check (type in ('customer', 'rider', 'warehouse')),
  schema_version int not null default 1,
  roles text[] not null,
  -- What the platform allows, in words of src/domain/identity/apps/capabilities.ts.
  capabilities text[] not null default '{}',
  methods text[] not null default '{}',
  identity_provider text,
  server_client_id text,
  status text not null default 'active' check (status in ('active', 'killed')),
  status_reason text not null default '',
  version int not null default 1,
  created_at timestamptz not null
);
grant select on platform_app to packhorse_service;
grant select, insert, update, delete on platform_app to packhorse_system;

-- What a new customer starts with.
create table customer_template (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  name text not null,
  tier text not null default 'standard',
  price_list_id bigint,
  hidden_price_families text[] not null default '{}',
  credit_limit_minor int not null default 0,
  required_proofs text[] not null default '{}',
  is_default boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null
);
create unique index customer_template_name on customer_template (business_id, name);
create unique index customer_template_default on customer_template (business_id) where is_default;
select enable_tenancy('customer_template');

-- An app bound to a client, with what the client chose for it.
create table app_assignment (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  app_id bigint not null references platform_app,
  status text not null default 'active' check (status in ('active', 'suspended')),
  status_reason text not null default '',
  -- Null: what the app allows.
  allowed_capabilities text[],
  allowed_methods text[],
  -- The client's switches; missing ones have the default of src/domain/identity/apps/rules.ts.
  capabilities jsonb not null default '{}',
  methods jsonb not null default '{}',
  branding jsonb not null default '{}',
  quick_actions text[] not null default '{}',
  hidden_quick_actions text[] not null default '{}',
  registration jsonb not null default '{}',
  version_policy jsonb not null default '{}',
  customer_template_id bigint references customer_template,
  configuration_version int not null default 1,
  created_at timestamptz not null,
  unique (business_id, app_id)
);
create index app_assignment_by_app on app_assignment (app_id, business_id);
select enable_tenancy('app_assignment');

-- What an app is told depends on its app and its business too: whoever changes them, the version of every
-- configuration made from them rises in the same transaction.
create function app_configuration_changed() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'business' then
    update app_assignment set configuration_version = configuration_version + 1 where business_id = new.id;
  else
    update app_assignment set configuration_version = configuration_version + 1 where app_id = new.id;
  end if;
  return null;
end $$;
create trigger app_configuration after update on business for each row
  when ((old.code, old.name, old.status, old.country, old.feature_families, old.feature_gates)
    is distinct from (new.code, new.name, new.status, new.country, new.feature_families, new.feature_gates))
  execute function app_configuration_changed();
create trigger app_configuration after update on platform_app for each row
  when (old.* is distinct from new.*)
  execute function app_configuration_changed();

-- A person's sign-in on one device; each of its tokens in access_token replaces the one before.
create table app_session (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  assignment_id bigint not null references app_assignment,
  account_id bigint not null references account on delete cascade,
  device_id text not null,
  device_platform text not null check (device_platform in ('ios', 'android')),
  app_version text,
  method text not null check (method in ('idp', 'email', 'registration')),
  created_at timestamptz not null,
  refreshed_at timestamptz,
  revoked_at timestamptz,
  revoked_reason text
);
create unique index app_session_of_device on app_session (business_id, assignment_id, account_id, device_id)
  where revoked_at is null;
create index app_session_by_account on app_session (business_id, account_id, id);
select enable_tenancy('app_session');

-- Opaque bearer tokens, stored as SHA-256. `scopes` null means everything the account may do.
create table access_token (
  id bigint generated always as identity primary key,
  business_id int references business,
  account_id bigint not null references account on delete cascade,
  token_hash bytea not null unique,
  kind text not null check (kind in ('login', 'api', 'app')),
  name text,
  profile text,
  scopes text[],
  bound_to jsonb not null default '{}',
  calls_per_minute int,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  app_session_id bigint references app_session on delete cascade,
  -- When a later token replaced it.
  rotated_at timestamptz
);
create index access_token_by_account on access_token (business_id, account_id, id);
create index access_token_by_session on access_token (business_id, app_session_id) where app_session_id is not null;
select enable_tenancy('access_token');

create table sign_in (
  id bigint generated always as identity primary key,
  business_id int references business,
  account_id bigint references account on delete cascade,
  email_folded text not null,
  address text,
  device text,
  result text not null,
  at timestamptz not null,
  -- Failed sign-ins are counted by network: of an IPv6 address the last half is the caller's own to choose.
  network text
);
create index sign_in_by_account on sign_in (business_id, account_id, id);
create index sign_in_failed_by_network on sign_in (network, at) where result <> 'ok';
-- Consecutive wrong passwords are also counted by e-mail address, so that an address without an account is locked like any other.
create index sign_in_in_a_row on sign_in (email_folded, id) where result in ('ok', 'unlocked', 'wrong_password');
select enable_tenancy('sign_in');

create table password_reset (
  token_hash bytea primary key,
  business_id int references business,
  account_id bigint not null references account on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_reset_by_account on password_reset (account_id, expires_at);
select enable_tenancy('password_reset');

-- Authorization codes: made when somebody agrees on the consent page, exchanged once for a token.
create table oauth_code (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  account_id bigint not null references account on delete cascade,
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
  used_at timestamptz,
  -- The token that was issued for the code: using the code a second time revokes it (RFC 6749, section 4.1.2).
  token_id bigint references access_token on delete set null
);
create index oauth_code_by_expiry on oauth_code (business_id, expires_at);
select enable_tenancy('oauth_code');

-- Codes sent to telephones, kept hashed.
create table app_challenge (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  assignment_id bigint not null references app_assignment,
  challenge_id text not null unique check (length(challenge_id) = 64),
  phone_e164 text not null,
  code_hash text not null,
  -- The text message in outbox_message.
  message_id bigint,
  tries int not null default 0,
  state text not null default 'open' check (state in ('open', 'superseded', 'used', 'failed')),
  address text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
-- Only the newest of a number counts.
create unique index app_challenge_open on app_challenge (business_id, phone_e164) where state = 'open';
create index app_challenge_by_phone on app_challenge (business_id, phone_e164, created_at);
create index app_challenge_by_address on app_challenge (business_id, address, created_at);
create index app_challenge_by_business on app_challenge (business_id, created_at);
select enable_tenancy('app_challenge');

-- Who registered through an app. What the person wrote is kept only while a decision is open.
create table app_registration (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  assignment_id bigint not null references app_assignment,
  account_id bigint references account on delete set null,
  customer_id bigint references customer,
  state text not null check (state in ('pending', 'approved', 'declined', 'completed')),
  profile jsonb,
  phone_verified boolean not null,
  device_platform text not null,
  address text not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  decided_by bigint,
  reason text not null default ''
);
create index app_registration_by_state on app_registration (business_id, state, id);
create index app_registration_by_address on app_registration (business_id, address, created_at);
create index app_registration_by_account on app_registration (business_id, account_id);
select enable_tenancy('app_registration');

-- One identity of an outside provider is one account, on every app and on the web.
create table identity_binding (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  account_id bigint not null references account on delete cascade,
  issuer text not null,
  subject text not null,
  created_at timestamptz not null,
  unique (issuer, subject),
  unique (account_id, issuer)
);
create index identity_binding_by_account on identity_binding (business_id, account_id);
select enable_tenancy('identity_binding');

grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
