-- Orders handed to one contractor exclusively. A row is one hand-over; it never changes after its end.

create table assignment (
  id int generated always as identity primary key,
  business_id int not null references business,
  order_id int not null references delivery_order,
  contractor_id int not null references contractor,
  -- The contractor's person that holds the order: an account.
  broker_id int not null references account,
  status text not null default 'active' check (status in ('active', 'revoked', 'released')),
  note text check (length(note) <= 500),
  -- What was known of plan and price at the hand-over.
  handover jsonb not null,
  assigned_by int,
  assigned_at timestamptz not null,
  ended_by int,
  ended_at timestamptz,
  end_reason text check (length(end_reason) <= 255),
  check ((status = 'active') = (ended_at is null)),
  check (ended_at >= assigned_at)
);
create unique index one_active_assignment_per_order on assignment (business_id, order_id) where status = 'active';
create index assignment_by_business on assignment (business_id, id desc);
create index assignment_by_status on assignment (business_id, status, id desc);
create index assignment_by_broker on assignment (business_id, broker_id, id desc);
create index assignment_by_order on assignment (business_id, order_id, id desc);
select enable_tenancy('assignment');
revoke delete on assignment from packhorse_service, packhorse_system;

-- The only change a row knows is its end.
create function keep_assignment() returns trigger language plpgsql as $$
begin
  if old.status <> 'active' then
    raise exception 'assignment % has ended', old.id;
  end if;
  if new.status = 'active' or (new.id, new.business_id, new.order_id, new.contractor_id, new.broker_id, new.handover, new.assigned_at)
      is distinct from (old.id, old.business_id, old.order_id, old.contractor_id, old.broker_id, old.handover, old.assigned_at) then
    raise exception 'assignment % can only end', old.id;
  end if;
  return new;
end $$;
create trigger keep_assignment before update on assignment for each row execute function keep_assignment();

-- What contractors see, and what they may plan, is a small part of a business's orders.
create index delivery_order_by_contractor on delivery_order (business_id, contractor_account_id, id desc)
  where contractor_account_id is not null;
-- Delivered orders keep their holder for good, so what is still in somebody's hands has an index of its own.
create index delivery_order_in_hand on delivery_order (business_id, contractor_account_id)
  where assignment_id is not null and status not in ('DELIVERED', 'RETURNED', 'REJECTED', 'CANCELLED');
create index route_of_contractor on route (business_id, contractor_id)
  where contractor_id is not null and status not in ('COMPLETED', 'CLOSED', 'CANCELLED');

grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
