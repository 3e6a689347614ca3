-- The number that a phone gave a message, so that one that is sent again after a lost answer is not stored twice.
alter table order_chat_message add column device_id text;
alter table order_chat_message add column device_seq bigint;
alter table order_chat_message add constraint order_chat_message_device check ((device_id is null) = (device_seq is null));
create unique index order_chat_message_by_device on order_chat_message (business_id, order_id, author_account_id, device_id, device_seq)
  where device_id is not null;
