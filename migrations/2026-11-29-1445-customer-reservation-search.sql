-- What the desk is told: a code, or part of a name.
create index reservation_search on reservation using gin (lower(code || ' ' || coalesce(guest_name, '')) gin_trgm_ops);

-- A function, because an index of trigrams is not used behind row-level security; it looks at the business of the transaction alone.
create function search_reservations(pattern text, most int)
  returns table (id bigint) language sql stable security definer set search_path = public, pg_temp as $$
    select r.id from reservation r
     where r.business_id = nullif(current_setting('app.business_id', true), '')::int
       and lower(r.code || ' ' || coalesce(r.guest_name, '')) like pattern
     order by r.id desc limit most
  $$;
revoke execute on function search_reservations from public;
grant execute on function search_reservations to packhorse_service, packhorse_system;
