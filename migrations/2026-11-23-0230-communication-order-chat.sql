-- Conversations about orders, apart from the notes of orders.

create table order_chat (
  business_id int not null references business,
  order_id bigint not null references delivery_order,
  -- The number of the latest message; numbers are never used again, whatever is deleted.
  last_seq int not null default 0,
  last_message_at timestamptz,
  -- The latest message is of somebody outside the business.
  needs_answer boolean not null default false,
  -- Null: as the settings of the business say.
  customer_enabled boolean,
  closed_at timestamptz,
  reopened_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null,
  primary key (business_id, order_id)
);
create index order_chat_by_last_message on order_chat (business_id, last_message_at desc, order_id desc) where last_message_at is not null;
create index order_chat_to_answer on order_chat (business_id, last_message_at desc, order_id desc) where needs_answer;
select enable_tenancy('order_chat');

create table order_chat_message (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  order_id bigint not null,
  -- 1, 2, 3 … in each conversation.
  seq int not null,
  author_role text not null check (author_role in ('staff', 'driver', 'customer', 'contractor')),
  author_account_id bigint not null references account,
  -- Who took part besides the people of the business when it was posted: nobody who came later reads it.
  driver_id bigint references driver,
  customer_id bigint references customer,
  contractor_account_id bigint references account,
  text text not null,
  -- A BCP 47 tag; null where the author did not say.
  language text,
  quick_reply text,
  translations jsonb not null default '{}',
  position jsonb,
  -- When a phone that was offline says it was written.
  written_at timestamptz,
  sent_at timestamptz not null,
  deleted_at timestamptz,
  deleted_by bigint references account,
  unique (business_id, order_id, seq),
  foreign key (business_id, order_id) references order_chat (business_id, order_id)
);
create index order_chat_message_by_time on order_chat_message (business_id, sent_at);
create index order_chat_message_by_author on order_chat_message (author_account_id);
create index order_chat_message_by_driver on order_chat_message (driver_id) where driver_id is not null;
create index order_chat_message_by_customer on order_chat_message (customer_id) where customer_id is not null;
create index order_chat_message_by_contractor on order_chat_message (contractor_account_id) where contractor_account_id is not null;
create index order_chat_message_by_deleter on order_chat_message (deleted_by) where deleted_by is not null;
select enable_tenancy('order_chat_message');

create table order_chat_attachment (
  business_id int not null references business,
  message_id bigint not null references order_chat_message on delete cascade,
  file_id bigint not null references file,
  primary key (business_id, message_id, file_id)
);
create index order_chat_attachment_by_message on order_chat_attachment (message_id);
create index order_chat_attachment_by_file on order_chat_attachment (file_id);
select enable_tenancy('order_chat_attachment');

-- How far somebody has read.
create table order_chat_read (
  business_id int not null references business,
  order_id bigint not null,
  account_id bigint not null references account,
  role text not null check (role in ('staff', 'driver', 'customer', 'contractor')),
  read_seq int not null,
  read_at timestamptz not null,
  primary key (business_id, order_id, account_id),
  foreign key (business_id, order_id) references order_chat (business_id, order_id)
);
create index order_chat_read_by_account on order_chat_read (account_id);
select enable_tenancy('order_chat_read');

-- What a business set, where it differs from the defaults.
create table order_chat_settings (
  business_id int primary key references business,
  customers text not null check (customers in ('off', 'on_request', 'all')),
  contractors boolean not null,
  driver_access text not null check (driver_access in ('assignment', 'departure')),
  grace_h int not null,
  retention_days int,
  hours jsonb,
  quick_replies jsonb,
  version int not null default 1
);
select enable_tenancy('order_chat_settings');

grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
