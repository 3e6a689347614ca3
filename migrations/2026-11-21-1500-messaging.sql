-- Who sends text messages and e-mail for a business, and what became of each message.

-- Null: the installation's own vendor. Secrets inside are sealed with the installation's key.
create table messaging_settings (
  business_id int primary key references business,
  sms jsonb,
  email jsonb,
  version int not null default 1
);
select enable_tenancy('messaging_settings');

alter table outbox_message
  -- The same for each try, at the vendor too; unique among all installations that share an account.
  add key uuid not null default gen_random_uuid(),
  add purpose text not null default 'notice',
  add html_sealed text,
  -- The text without what only its recipient may know; it takes the body's place once nothing more is tried.
  add masked_sealed text,
  add attempts int not null default 0,
  add attempts_max int not null default 1,
  -- When a queued message may be tried; while one is tried, when it may be taken up again.
  add next_at timestamptz,
  -- Of no use to its recipient after that.
  add expires_at timestamptz,
  add failure text,
  add reason text,
  add vendor_id text,
  add sent_at timestamptz;

create index outbox_message_tests on outbox_message (business_id, created_at) where purpose = 'test';
-- The log by channel and by recipient, newest first.
create index outbox_message_by_channel on outbox_message (business_id, channel, id desc);
create index outbox_message_by_recipient on outbox_message (business_id, recipient, id desc);

-- Turns of the operations agent that a business has used on one of its days.
create table ai_turn_day (
  business_id int not null references business,
  day date not null,
  turns int not null check (turns > 0),
  primary key (business_id, day)
);
select enable_tenancy('ai_turn_day');

grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
