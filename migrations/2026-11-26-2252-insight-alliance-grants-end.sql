-- What others granted to a member ends for good when it leaves, or declines: invited again, it is granted nothing by what was
-- decided before. The rows are of the businesses that granted, which are not the one that leaves.
create function end_alliance_grants() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update alliance_grant set scopes = '{}', version = version + 1, changed_at = new.decided_at,
      ended_scopes = array(select distinct scope from unnest(ended_scopes || scopes) scope order by scope)
    where alliance_id = new.alliance_id and to_business_id = new.business_id and scopes <> '{}';
  return null;
end $$;
revoke execute on function end_alliance_grants from public;
create trigger alliance_consent_ends_grants after insert or update of decision, step on alliance_consent
  for each row when (new.decision in ('left', 'declined')) execute function end_alliance_grants();

update alliance_grant g set scopes = '{}', version = version + 1,
    ended_scopes = array(select distinct scope from unnest(ended_scopes || scopes) scope order by scope)
  from alliance_consent c
 where c.alliance_id = g.alliance_id and c.business_id = g.to_business_id and c.decision in ('left', 'declined') and g.scopes <> '{}';
