-- Limits that the owner of a token sets: calls a minute, created orders a day, money a day.
alter table access_token
  add column orders_per_day int check (orders_per_day >= 0),
  add column money_minor_per_day bigint check (money_minor_per_day >= 0);

-- What a token did in a calendar day of its business. Written in the transaction that does it, so that no two can pass the
-- limit together.
create table token_use_day (
  business_id int not null references business,
  token_id bigint not null references access_token on delete cascade,
  day date not null,
  orders int not null default 0,
  money_minor bigint not null default 0,
  primary key (business_id, token_id, day)
);
select enable_tenancy('token_use_day');

-- Calls of tokens with a limit, by second. After a crash of the database they are counted from nothing.
create unlogged table token_call_count (
  token_id bigint not null,
  second bigint not null,
  count int not null,
  primary key (token_id, second)
);
grant select, insert, update, delete on token_call_count to packhorse_system;

-- Counts a call if the limit of the last 60 seconds allows it; all processes ask here, one call of a token after another.
-- `frees_s` is the second from which another call is allowed; null when this one was.
create function take_token_call(wanted_token bigint, this_second bigint, call_limit int, out used int, out frees_s bigint)
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('token_call_count', wanted_token));
  delete from token_call_count where token_id = wanted_token and second < this_second - 60;
  select coalesce(sum(count), 0) into used from token_call_count where token_id = wanted_token;
  if used < call_limit then
    insert into token_call_count values (wanted_token, this_second, 1)
      on conflict (token_id, second) do update set count = token_call_count.count + 1;
    used := used + 1;
    return;
  end if;
  -- The first second at whose end enough calls are older than a minute.
  select min(second) + 61 into frees_s
    from (select second, sum(count) over (order by second) as ended from token_call_count where token_id = wanted_token) t
    where used - ended < call_limit;
end $$;
revoke execute on function take_token_call from public;
grant execute on function take_token_call to packhorse_system;
