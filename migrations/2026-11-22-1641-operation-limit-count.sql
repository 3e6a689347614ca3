-- Counts of limits that all processes share. Not of one business: a key is a token, an account or a network address. Unlogged,
-- because they are short-lived and written every second.

create unlogged table limit_count (
  key text not null,
  -- Milliseconds since 1970.
  slot bigint not null,
  count int not null,
  expires_at timestamptz not null,
  primary key (key, slot)
);
create index limit_count_by_expiry on limit_count (expires_at);
grant select, insert, update, delete on limit_count to packhorse_system;
