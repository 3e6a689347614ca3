-- Commands of routes that a driver's phone said it still holds, by its last word. No row: none.
create table driver_unsent (
  business_id int not null references business,
  driver_id bigint not null references driver,
  device_id text not null,
  route_id bigint not null,
  commands int not null check (commands > 0),
  reported_at timestamptz not null,
  primary key (business_id, driver_id, device_id, route_id)
);
create index driver_unsent_by_route on driver_unsent (business_id, route_id);
select enable_tenancy('driver_unsent');
