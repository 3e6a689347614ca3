-- The business that gives access under an alliance is the grantor, the one that receives it the grantee.

drop function alliance_grants;
drop function lock_alliance_grants;

-- Grants of one business to another, with what decides whether they are in force. The business of the transaction is one of both; null
-- for the other means any.
create function alliance_grants(grantor bigint, grantee bigint)
  returns table (id bigint, alliance_id bigint, alliance_name text, grantor_id bigint, grantor_code text, grantor_name text,
    grantee_id bigint, grantee_code text, grantee_name text, scopes text[], ended_scopes text[], filters jsonb, fields_masked text[],
    valid_until timestamptz, changed_at timestamptz, version int, is_open boolean, terms_version int, grantor_state text,
    grantor_signed int, grantee_state text, grantee_signed int)
  language sql stable security definer set search_path = public, pg_temp as $$
    select g.id, g.alliance_id, a.name, g.business_id, gb.code, gb.name, g.to_business_id, tb.code, tb.name, g.scopes, g.ended_scopes,
      g.filters, g.fields_masked, g.valid_until, g.changed_at, g.version,
      a.status = 'active' and gb.status = 'active' and tb.status = 'active', a.terms_version,
      gf.state, gf.signed_version, tf.state, tf.signed_version
    from alliance_grant g join alliance a on a.id = g.alliance_id
      join business gb on gb.id = g.business_id join business tb on tb.id = g.to_business_id
      left join lateral (select * from alliance_fold(a.id) m where m.member_id = g.business_id) gf on true
      left join lateral (select * from alliance_fold(a.id) m where m.member_id = g.to_business_id) tf on true
    where asking_business() in (g.business_id, g.to_business_id)
      and (grantor is null or g.business_id = grantor) and (grantee is null or g.to_business_id = grantee)
    order by g.id
  $$;

-- Reads under grants wait for decisions, and decisions for reads: what is revoked when the owner's call returns is read by nobody.
create function lock_alliance_grants(grantor bigint, grantee bigint) returns void
  language sql volatile security definer set search_path = public, pg_temp as $$
    select from alliance_grant g join alliance a on a.id = g.alliance_id
     where g.business_id = grantor and g.to_business_id = grantee and asking_business() in (grantor, grantee)
     order by g.id for share of g, a
  $$;

revoke execute on function alliance_grants, lock_alliance_grants from public;
grant execute on function alliance_grants, lock_alliance_grants to packhorse_service, packhorse_system;
