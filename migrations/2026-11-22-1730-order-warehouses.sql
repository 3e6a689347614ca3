-- The warehouses of orders: where the goods start, and where they are now. Warehouses are closed and never deleted, so
-- no foreign key is needed; one would lock the row of the depot with every order that is created.

alter table delivery_order
  add column origin_warehouse_id bigint,
  add column current_warehouse_id bigint;

update delivery_order o set origin_warehouse_id = w.id
  from warehouse w where w.business_id = o.business_id and w.is_depot;

create index delivery_order_by_warehouse on delivery_order (business_id, current_warehouse_id, id desc)
  where current_warehouse_id is not null;

-- Where a route starts and ends; null at a place that is no warehouse. `start_place` and `end_place` keep the address
-- that the route was planned with.
alter table route
  add column start_warehouse_id bigint,
  add column end_warehouse_id bigint,
  add foreign key (business_id, start_warehouse_id) references warehouse (business_id, id),
  add foreign key (business_id, end_warehouse_id) references warehouse (business_id, id);
create index route_by_warehouse on route (business_id, start_warehouse_id)
  where status not in ('COMPLETED', 'CLOSED', 'CANCELLED');

update route r set start_warehouse_id = w.id, end_warehouse_id = w.id
  from warehouse w where w.business_id = r.business_id and w.is_depot and w.place = r.start_place;
