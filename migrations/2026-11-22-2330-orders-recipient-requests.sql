-- What the recipient of an order asked for by a link, and what the driver is told of it.

alter table delivery_order add column recipient_preferences jsonb;

create table recipient_request (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  order_id bigint not null references delivery_order,
  -- The link that it came by.
  link_id bigint not null references link,
  choice text not null check (choice in ('note', 'day', 'safe_place', 'neighbour', 'contact')),
  -- `open` until a dispatcher decides; `applied` took effect at once; `replaced` by a later one of the same choice.
  state text not null check (state in ('open', 'applied', 'accepted', 'declined', 'answered', 'replaced')),
  -- The note, the place, the neighbour or the message.
  text text not null,
  -- Of choice `day`: the day that was asked for, and the one before.
  scheduled_date date,
  former_date date,
  answer text,
  decided_by bigint references account,
  decided_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null,
  check ((choice = 'day') = (scheduled_date is not null))
);
create index recipient_request_by_order on recipient_request (business_id, order_id, id desc);
create index recipient_request_open on recipient_request (business_id, id desc) where state = 'open';
create index recipient_request_by_link on recipient_request (link_id);
create index recipient_request_by_decider on recipient_request (decided_by);
create unique index one_open_recipient_request on recipient_request (business_id, order_id, choice)
  where state = 'open' and choice <> 'contact';
select enable_tenancy('recipient_request');

grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
