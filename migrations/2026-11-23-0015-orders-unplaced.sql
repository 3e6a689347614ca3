-- Orders without a position are counted for the navigation and listed by address: few of all orders, found without the others.
create index delivery_order_unplaced on delivery_order (business_id, scheduled_date, id)
  where lat is null or (type = 'P2P' and (pickup ->> 'lat') is null);
