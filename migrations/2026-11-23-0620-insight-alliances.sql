-- Alliances: businesses that let each other read some of their data. Every row belongs to the business that wrote it, and each business
-- writes its own alone. What one must know of the others (who is a member, what was granted) is asked with the functions below, which
-- answer a business about its own alliances and grants only.

create table alliance (
  id bigint generated always as identity primary key,
  -- The business that founded it.
  business_id int not null references business,
  name text not null,
  terms text not null,
  terms_version int not null default 1 check (terms_version > 0),
  status text not null default 'active' check (status in ('active', 'closed')),
  created_at timestamptz not null,
  version int not null default 1,
  unique (business_id, id)
);
select enable_tenancy('alliance');

-- The order of what businesses decide about a membership, whoever they are.
create sequence alliance_step;

-- What the owner or an admin (`business_id`) decided about a member: the latest step of each kind.
create table alliance_decision (
  business_id int not null references business,
  alliance_id bigint not null references alliance,
  member_business_id bigint not null references business,
  -- Of the member, as invited.
  role text check (role in ('owner', 'admin', 'member')),
  invited_step bigint,
  invited_at timestamptz,
  suspended_step bigint,
  suspended_at timestamptz,
  -- Why it was suspended.
  reason text not null default '',
  resumed_step bigint,
  primary key (business_id, alliance_id, member_business_id),
  check ((role is null) = (invited_step is null))
);
create index alliance_decision_by_alliance on alliance_decision (alliance_id);
create index alliance_decision_by_member on alliance_decision (member_business_id, alliance_id);
select enable_tenancy('alliance_decision');

-- What a member decided itself. It counts while no invitation came after it.
create table alliance_consent (
  business_id int not null references business,
  alliance_id bigint not null references alliance,
  decision text not null check (decision in ('accepted', 'declined', 'left')),
  step bigint not null,
  -- The version of the terms that it signed last.
  terms_version int,
  decided_at timestamptz not null,
  decided_by bigint,
  primary key (business_id, alliance_id),
  check (decision <> 'accepted' or terms_version is not null)
);
create index alliance_consent_by_alliance on alliance_consent (alliance_id);
select enable_tenancy('alliance_consent');

-- What a business lets another one read.
create table alliance_grant (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  alliance_id bigint not null references alliance,
  to_business_id bigint not null references business,
  -- Empty: revoked.
  scopes text[] not null check (scopes <@ array['tracking', 'orders_read', 'transfer', 'pois', 'capacity']),
  -- Given once and not any more.
  ended_scopes text[] not null default '{}',
  filters jsonb not null default '{}',
  fields_masked text[] not null default '{}',
  -- Null: without an end.
  valid_until timestamptz,
  changed_at timestamptz not null,
  version int not null default 1,
  unique (business_id, alliance_id, to_business_id),
  check (business_id <> to_business_id)
);
create index alliance_grant_by_grantee on alliance_grant (to_business_id, business_id);
select enable_tenancy('alliance_grant');

-- Who of the others read what, by day, person and record. A read that several alliances allow is in the log of each.
create table alliance_access (
  id bigint generated always as identity primary key,
  -- Whose data was read.
  business_id int not null references business,
  alliance_id bigint not null references alliance,
  to_business_id bigint not null references business,
  -- 0: no account.
  account_id bigint not null,
  account_name text not null,
  scope text not null,
  -- In the time zone of the business whose data it is.
  day date not null,
  -- The tracking number; empty for a list.
  subject text not null,
  reads int not null,
  records int not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  is_reported boolean not null default false,
  unique (business_id, alliance_id, to_business_id, account_id, scope, day, subject)
);
create index alliance_access_by_alliance on alliance_access (business_id, alliance_id, id desc);
create index alliance_access_to_report on alliance_access (business_id, day) where not is_reported;
select enable_tenancy('alliance_access');
revoke delete on alliance_access from packhorse_service, packhorse_system;

create function asking_business() returns int language sql stable as $$
  select nullif(current_setting('app.business_id', true), '')::int
$$;

-- The members of an alliance with their states. Only for the functions below.
create function alliance_fold(of_alliance bigint)
  returns table (member_id bigint, role text, state text, invited_at timestamptz, suspended_at timestamptz, reason text,
    signed_version int, signed_at timestamptz)
  language sql stable set search_path = public, pg_temp as $$
    select d.member_business_id, d.role,
      case when c.step is null or c.step < d.invited_step then 'invited'
        when c.decision <> 'accepted' then c.decision
        when d.suspended_step > greatest(d.resumed_step, d.invited_step) then 'suspended'
        else 'active' end,
      d.invited_at, d.suspended_at, d.reason,
      case when c.decision = 'accepted' and c.step > d.invited_step then c.terms_version end,
      case when c.decision = 'accepted' and c.step > d.invited_step then c.decided_at end
    from (
      select x.member_business_id,
        (array_agg(x.role order by x.invited_step desc) filter (where x.invited_step is not null))[1] as role,
        max(x.invited_step) as invited_step, max(x.invited_at) as invited_at,
        max(x.suspended_step) as suspended_step, max(x.suspended_at) as suspended_at, max(x.resumed_step) as resumed_step,
        (array_agg(x.reason order by x.suspended_step desc) filter (where x.suspended_step is not null))[1] as reason
      from alliance a join alliance_decision x on x.alliance_id = a.id
      where a.id = of_alliance
        -- Of the owner, and of those whom the owner made admins.
        and (x.business_id = a.business_id or exists (
          select from alliance_decision o where o.business_id = a.business_id and o.alliance_id = a.id
            and o.member_business_id = x.business_id and o.role = 'admin'))
      group by x.member_business_id) d
    left join alliance_consent c on c.alliance_id = of_alliance and c.business_id = d.member_business_id
    where d.invited_step is not null
  $$;

-- The alliances that the business of the transaction was invited to, with its own state in each.
create function my_alliances()
  returns table (id bigint, owner_id int, owner_code text, owner_name text, name text, terms text, terms_version int, status text,
    created_at timestamptz, version int, role text, state text, invited_at timestamptz, suspended_at timestamptz, reason text,
    signed_version int, signed_at timestamptz, members int)
  language sql stable security definer set search_path = public, pg_temp as $$
    select a.id, b.id, b.code, b.name, a.name, a.terms, a.terms_version, a.status, a.created_at, a.version,
      f.role, f.state, f.invited_at, f.suspended_at, f.reason, f.signed_version, f.signed_at,
      (select count(*)::int from alliance_fold(a.id) m where m.state in ('active', 'suspended'))
    from (select distinct d.alliance_id from alliance_decision d where d.member_business_id = asking_business()) mine
      join alliance a on a.id = mine.alliance_id
      join business b on b.id = a.business_id
      join lateral (select * from alliance_fold(a.id) m where m.member_id = asking_business()) f on true
  $$;

-- The members of an alliance, for a business that is invited to it or in it.
create function alliance_members(of_alliance bigint)
  returns table (member_id bigint, code text, name text, role text, state text, invited_at timestamptz, suspended_at timestamptz,
    reason text, signed_version int, signed_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
    select f.member_id, b.code, b.name, f.role, f.state, f.invited_at, f.suspended_at, f.reason, f.signed_version, f.signed_at
      from alliance_fold(of_alliance) f join business b on b.id = f.member_id
     where exists (select from alliance_fold(of_alliance) m where m.member_id = asking_business()
       and m.state in ('invited', 'active', 'suspended'))
  $$;

-- Grants of one business to another, with what decides whether they are in force. The business of the transaction is one of both; null
-- for the other means any.
create function alliance_grants(giver bigint, taker bigint)
  returns table (id bigint, alliance_id bigint, alliance_name text, giver_id bigint, giver_code text, giver_name text, taker_id bigint,
    taker_code text, taker_name text, scopes text[], ended_scopes text[], filters jsonb, fields_masked text[], valid_until timestamptz,
    changed_at timestamptz, version int, is_open boolean, terms_version int, giver_state text, giver_signed int, taker_state text,
    taker_signed int)
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
      and (giver is null or g.business_id = giver) and (taker is null or g.to_business_id = taker)
    order by g.id
  $$;

-- Decisions about an alliance are taken one after another, and while no read under its grants is under way.
create function lock_alliance(wanted bigint) returns void
  language sql volatile security definer set search_path = public, pg_temp as $$
    select from alliance a where a.id = wanted
      and exists (select from alliance_decision d where d.alliance_id = a.id and d.member_business_id = asking_business()) for update
  $$;

-- Reads under grants wait for decisions, and decisions for reads: what is revoked when the owner's call returns is read by nobody.
create function lock_alliance_grants(giver bigint, taker bigint) returns void
  language sql volatile security definer set search_path = public, pg_temp as $$
    select from alliance_grant g join alliance a on a.id = g.alliance_id
     where g.business_id = giver and g.to_business_id = taker and asking_business() in (giver, taker)
     order by g.id for share of g, a
  $$;

revoke execute on function asking_business, alliance_fold, my_alliances, alliance_members, alliance_grants, lock_alliance,
  lock_alliance_grants from public;
grant execute on function asking_business, alliance_fold to packhorse_system;
grant execute on function my_alliances, alliance_members, alliance_grants, lock_alliance, lock_alliance_grants
  to packhorse_service, packhorse_system;

grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
