-- What was worked out for the preview of a proposal, where it is executed as it was looked at: a plan of routes.

alter table proposal add column prepared jsonb;
