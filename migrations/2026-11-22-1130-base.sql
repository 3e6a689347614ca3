-- What every table builds on: the trigram index, roles and row-level security of tenants, values of the installation.

create extension if not exists pg_trgm;

grant usage on schema public to packhorse_service, packhorse_system;

-- Tables of a tenant carry business_id and are closed to every other business by row-level security.
-- The service role sees the business of its transaction; the system role sees all.
create function enable_tenancy(table_name regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', table_name);
  execute format(
    'create policy tenant on %s to packhorse_service
       using (business_id = nullif(current_setting(''app.business_id'', true), '''')::int)
       with check (business_id = nullif(current_setting(''app.business_id'', true), '''')::int)', table_name);
  execute format('create policy everything on %s to packhorse_system using (true) with check (true)', table_name);
  execute format('grant select, insert, update, delete on %s to packhorse_service, packhorse_system', table_name);
end $$;

-- Values of the whole installation, not of one business: the marker of the folder in which all processes store files.
create table installation (
  name text primary key,
  value text not null
);
grant select, insert on installation to packhorse_system;

grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
