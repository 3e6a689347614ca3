-- Platform apps: apps of the installation, their assignment to clients, sessions bound to a device, verification
-- of telephone numbers, registrations, identities of outside providers, templates of new customers.

-- Made by platform administrators; of no business, so every business may read it.
create table platform_app (
  id int generated always as identity primary key,
  code text not null unique check (code ~ '^[a-z][a-z0-9-]{1,39}$'),
  name text not null,
  type text not null check (type in ('customer', 'rider', 'warehouse')),
  schema_version int not null default 1,
  roles text[] not null,
  -- What the platform allows, in words of src/domain/apps/capabilities.ts.
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
  id int generated always as identity primary key,
  business_id int not null references business,
  name text not null,
  tier text not null default 'standard',
  price_list_id int,
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
  id int generated always as identity primary key,
  business_id int not null references business,
  app_id int not null references platform_app,
  status text not null default 'active' check (status in ('active', 'suspended')),
  status_reason text not null default '',
  -- Null: what the app allows.
  allowed_capabilities text[],
  allowed_methods text[],
  -- The client's switches; what it said nothing of has the default of src/domain/apps/rules.ts.
  capabilities jsonb not null default '{}',
  methods jsonb not null default '{}',
  branding jsonb not null default '{}',
  quick_actions text[] not null default '{}',
  hidden_quick_actions text[] not null default '{}',
  registration jsonb not null default '{}',
  version_policy jsonb not null default '{}',
  customer_template_id int references customer_template,
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

-- A person's sign-in on one device; its tokens follow one another in access_token.
create table app_session (
  id int generated always as identity primary key,
  business_id int not null references business,
  assignment_id int not null references app_assignment,
  account_id int not null references account on delete cascade,
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

alter table access_token add column app_session_id int references app_session on delete cascade,
  -- When a later token took its place.
  add column rotated_at timestamptz;
create index access_token_by_session on access_token (business_id, app_session_id) where app_session_id is not null;

-- Codes sent to telephones, kept hashed.
create table app_challenge (
  id int generated always as identity primary key,
  business_id int not null references business,
  assignment_id int not null references app_assignment,
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
  id int generated always as identity primary key,
  business_id int not null references business,
  assignment_id int not null references app_assignment,
  account_id int references account on delete set null,
  customer_id int references customer,
  state text not null check (state in ('pending', 'approved', 'declined', 'completed')),
  profile jsonb,
  phone_verified boolean not null,
  device_platform text not null,
  address text not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  decided_by int,
  reason text not null default ''
);
create index app_registration_by_state on app_registration (business_id, state, id);
create index app_registration_by_address on app_registration (business_id, address, created_at);
create index app_registration_by_account on app_registration (business_id, account_id);
select enable_tenancy('app_registration');

-- A verified number belongs to one account of a business.
create unique index account_verified_phone on account (business_id, phone_e164) where phone_verified;

-- One identity of an outside provider is one account, on every app and on the web.
create table identity_binding (
  id int generated always as identity primary key,
  business_id int not null references business,
  account_id int not null references account on delete cascade,
  issuer text not null,
  subject text not null,
  created_at timestamptz not null,
  unique (issuer, subject),
  unique (account_id, issuer)
);
create index identity_binding_by_account on identity_binding (business_id, account_id);
select enable_tenancy('identity_binding');

grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
