-- The request that an idempotency key was stored by: what it created ends the key of an equal call, if it is written to.
alter table idempotency add column request_id text;
