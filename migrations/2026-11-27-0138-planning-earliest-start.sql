-- The start that somebody chose for the routes of a plan, such as an evening wave: a later change of their stops keeps it.
alter table route add column earliest_start_at timestamptz;
