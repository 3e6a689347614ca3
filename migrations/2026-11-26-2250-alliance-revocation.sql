-- Readers under a grant and decisions about it wait for each other in the order in which they came. Locks of rows alone are
-- shared by readers who come while a revocation waits, so that it may wait for ever.

create or replace function lock_alliance(wanted bigint) returns void
  language sql volatile security definer set search_path = public, pg_temp as $$
    select pg_advisory_xact_lock(hashtextextended('alliance/' || a.id, 0)) from alliance a where a.id = wanted
      and exists (select from alliance_decision d where d.alliance_id = a.id and d.member_business_id = asking_business());
    select from alliance a where a.id = wanted
      and exists (select from alliance_decision d where d.alliance_id = a.id and d.member_business_id = asking_business()) for update
  $$;

create or replace function lock_alliance_grants(grantor bigint, grantee bigint) returns void
  language sql volatile security definer set search_path = public, pg_temp as $$
    select pg_advisory_xact_lock_shared(hashtextextended('alliance/' || ordered.alliance_id, 0)) from (
      select distinct g.alliance_id from alliance_grant g
       where g.business_id = grantor and g.to_business_id = grantee and asking_business() in (grantor, grantee)
       order by g.alliance_id) as ordered;
    select from alliance_grant g join alliance a on a.id = g.alliance_id
     where g.business_id = grantor and g.to_business_id = grantee and asking_business() in (grantor, grantee)
     order by g.id for share of g, a
  $$;
