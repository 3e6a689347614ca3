-- What was created in a day is asked by every digest; without this it walks all orders of the business.
create index delivery_order_by_creation on delivery_order (business_id, created_at);
