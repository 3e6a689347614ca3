-- Messages to people, and who sends them for a business.

-- Messages to people, as they were handed over. Bodies hold links that sign somebody in, so they are sealed
-- with the installation's key. A business of null is the platform itself.
create table outbox_message (
  id bigint generated always as identity primary key,
  business_id int references business,
  channel text not null check (channel in ('email', 'sms')),
  provider text not null,
  recipient text not null,
  subject text not null default '',
  body_sealed text not null,
  state text not null check (state in ('kept', 'queued', 'sent', 'failed')),
  created_at timestamptz not null,
  -- The same for each try, at the vendor too; unique among all installations that share an account.
  key uuid not null default gen_random_uuid(),
  purpose text not null default 'notice',
  html_sealed text,
  -- The text without what only its recipient may know; it replaces the body once nothing more is tried.
  masked_sealed text,
  attempts int not null default 0,
  attempts_max int not null default 1,
  -- When a queued message may be tried; while one is tried, when it may be tried again.
  next_at timestamptz,
  -- Of no use to its recipient after that.
  expires_at timestamptz,
  failure text,
  reason text,
  vendor_id text,
  sent_at timestamptz
);
create index outbox_message_by_business on outbox_message (business_id, id desc);
create index outbox_message_tests on outbox_message (business_id, created_at) where purpose = 'test';
-- The log by channel and by recipient, newest first.
create index outbox_message_by_channel on outbox_message (business_id, channel, id desc);
create index outbox_message_by_recipient on outbox_message (business_id, recipient, id desc);
select enable_tenancy('outbox_message');

-- Null: the installation's own vendor. Secrets inside are sealed with the installation's key.
create table messaging_settings (
  business_id int primary key references business,
  sms jsonb,
  email jsonb,
  version int not null default 1
);
select enable_tenancy('messaging_settings');

-- Apps are told whether text messages can be sent: who sends them for a business is part of what its apps are
-- configured with.
create function app_messaging_changed() returns trigger language plpgsql as $$
begin
  update app_assignment set configuration_version = configuration_version + 1 where business_id = new.business_id;
  return null;
end $$;
create trigger app_configuration after insert on messaging_settings for each row
  when (new.sms is not null)
  execute function app_messaging_changed();
create trigger app_configuration_change after update on messaging_settings for each row
  when (old.sms is distinct from new.sms)
  execute function app_messaging_changed();

grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
