-- Proofs that a customer wants for every delivery, besides those of each order.
alter table customer add column required_proofs text[] not null default '{}'
  check (required_proofs <@ array['photo', 'signature', 'pin', 'scan', 'id_check', 'note']);

-- Positions of drivers on duty, for the map of the console.
create index driver_on_duty on driver (business_id, id) where duty <> 'off';
