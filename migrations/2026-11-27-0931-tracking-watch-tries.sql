-- Tries at the code of a watch, by the network that made them.
alter table tracking_watch add column code_tries_by jsonb not null default '{}';
