-- What the recipients of orders are told, over which channels, and what became of each notification.

create table notification_settings (
  business_id int primary key references business,
  -- Channels by "<event>/<order type>"; what is absent has its default.
  rules jsonb not null,
  -- {start, end, channels}: times of day of the recipient; null: at any time.
  quiet_hours jsonb,
  near_stops int not null check (near_stops between 1 and 10),
  link_days int not null check (link_days between 1 and 90),
  -- What a segment of a text message costs, millionths of the business's currency; null: costs are not shown.
  sms_segment_micros int check (sms_segment_micros >= 0),
  version int not null
);
select enable_tenancy('notification_settings');

-- Texts of the business's own; what has none is sent in the words that come with the service.
create table notification_template (
  business_id int not null references business,
  event text not null,
  channel text not null check (channel in ('sms', 'email', 'web_push')),
  language text not null,
  subject text not null,
  body text not null,
  updated_at timestamptz not null,
  primary key (business_id, event, channel, language)
);
select enable_tenancy('notification_template');

-- Addresses that were written to, and what their owners chose.
create table notification_recipient (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  channel text not null check (channel in ('sms', 'email')),
  -- E.164, or an e-mail address in lower case.
  address text not null,
  -- Null: notifications are welcome.
  opted_out_at timestamptz,
  opted_out_by text check (opted_out_by in ('link', 'reply', 'staff')),
  -- Null: nothing was chosen.
  language text,
  created_at timestamptz not null,
  unique (business_id, channel, address)
);
select enable_tenancy('notification_recipient');

-- Browsers of recipients that follow an order from its tracking page.
create table notification_push (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  order_id bigint not null references delivery_order,
  endpoint text not null,
  endpoint_hash bytea not null,
  p256dh text not null,
  auth text not null,
  language text not null,
  created_at timestamptz not null,
  unique (business_id, order_id, endpoint_hash)
);
create index notification_push_by_order on notification_push (order_id);
select enable_tenancy('notification_push');

-- The link in the notifications about an order: one until it nears its end.
create table notification_link (
  business_id int not null references business,
  order_id bigint not null references delivery_order,
  link_id bigint not null references link,
  token_sealed text not null,
  expires_at timestamptz not null,
  primary key (business_id, order_id)
);
create index notification_link_by_order on notification_link (order_id);
create index notification_link_by_link on notification_link (link_id);
select enable_tenancy('notification_link');

create table notification (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  order_id bigint not null references delivery_order,
  event text not null,
  -- Which time of the event it is: the attempt, the day, the route. An occurrence is told once to each target.
  occurrence text not null,
  channel text not null check (channel in ('sms', 'email', 'web_push')),
  -- Whom: the address, or the id of a browser; empty where there is none.
  target text not null,
  language text not null,
  state text not null check (state in ('deferred', 'suppressed', 'enqueued', 'sent', 'failed')),
  reason text,
  -- When the quiet hours end that it waits for.
  deferred_until timestamptz,
  expires_at timestamptz not null,
  occurred_at timestamptz not null,
  outbox_message_id bigint references outbox_message,
  segments int,
  cost_micros bigint,
  currency text not null,
  resent_of bigint references notification,
  created_at timestamptz not null,
  settled_at timestamptz,
  unique (business_id, order_id, event, occurrence, channel, target)
);
create index notification_by_order on notification (business_id, order_id, id desc);
create index notification_by_order_key on notification (order_id);
create index notification_by_message on notification (outbox_message_id) where outbox_message_id is not null;
create index notification_by_original on notification (resent_of) where resent_of is not null;
select enable_tenancy('notification');

-- What the vendor reports after it accepted a message.
alter table outbox_message add column receipt text check (receipt in ('delivered', 'undelivered'));
alter table outbox_message add column receipt_reason text;
alter table outbox_message add column receipt_at timestamptz;
create index outbox_message_by_vendor_id on outbox_message (business_id, vendor_id) where vendor_id is not null;

grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
