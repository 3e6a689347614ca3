-- Tracking numbers of a business's own form.

-- Numbers are prefix, serial with leading zeros, check digits, suffix. `low` and `high` are the first and last number up to the
-- serial, and `length` is the length of a whole number: no two ranges of an installation may contain the same number.
create table number_range (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  name text not null,
  prefix text not null check (prefix ~ '^[A-Z0-9]{2,12}$'),
  suffix text not null default '' check (suffix ~ '^[A-Z]{0,4}$'),
  digits int not null check (digits between 4 and 15),
  check_digit text not null check (check_digit in ('none', 'mod10', 'mod97', 's10')),
  first bigint not null check (first >= 0),
  last bigint not null check (last >= first),
  next bigint not null check (next between first and last + 1),
  low text collate "C" not null,
  high text collate "C" not null,
  length int not null,
  status text not null default 'active' check (status in ('active', 'closed')),
  created_by bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1
);
create index number_range_by_business on number_range (business_id, id);
create index number_range_by_length on number_range (length);
select enable_tenancy('number_range');

-- Is there a range, of whatever business, that shares a number with this one?
create function number_range_overlaps(new_low text, new_high text, new_length int) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
    select exists (select 1 from number_range r, lateral (select least(length(r.low), length(new_low)) as n) k
      where r.length = new_length and left(r.low, k.n) <= left(new_high, k.n) collate "C"
        and left(new_low, k.n) collate "C" <= left(r.high, k.n))
  $$;
revoke execute on function number_range_overlaps from public;
grant execute on function number_range_overlaps to packhorse_service, packhorse_system;

grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
