-- Which carrier and service a shipment goes with, decided by the business beforehand: one ordered list of rules.

create table shipping_rule_set (
  business_id int primary key references business,
  -- src/domain/carriers/shipping-rules/shapes.ts, ShippingRule; the first that fits decides.
  rules jsonb not null,
  version int not null default 1,
  updated_by bigint references account,
  updated_at timestamptz not null
);
select enable_tenancy('shipping_rule_set');
