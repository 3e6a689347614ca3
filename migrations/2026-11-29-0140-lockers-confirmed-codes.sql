-- What a device has confirmed of the codes that it accepts at a compartment, and when somebody looked into it last.
alter table locker_compartment
  add column confirmed_revision bigint not null default 0,
  add column confirmed_seq bigint not null default 0,
  add column checked_at timestamptz,
  add column check_margin_ms integer not null default 0;
update locker_compartment set confirmed_revision = use_revision;
