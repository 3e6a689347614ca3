-- The address book.

create table address_entry (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  customer_id bigint references customer,
  label text not null default '',
  place jsonb not null,
  normalised_key text not null,
  lat float8,
  lng float8,
  geocode jsonb not null default '{}',
  access jsonb not null default '{}',
  default_for text[] not null default '{}',
  verified boolean not null default false,
  visits int not null default 0,
  search text not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Street and number, without the other parts of the key: finds entries for an address with less detail.
  street_key text not null generated always as (split_part(normalised_key, '|', 1)) stored
);
create unique index address_entry_key on address_entry (business_id, coalesce(customer_id, 0), normalised_key);
create index address_entry_search on address_entry using gin (search gin_trgm_ops);
create index address_entry_by_owner on address_entry (business_id, customer_id, id);
-- From an order's address to the entries with its position, whoever owns them.
create index address_entry_by_key on address_entry (business_id, normalised_key);
create index address_entry_by_street on address_entry (business_id, street_key);
select enable_tenancy('address_entry');

create function search_addresses(query text, exact text, customer bigint, most int)
  returns table (id bigint, score real) language sql stable security definer set search_path = public, pg_temp as $$
    select a.id, word_similarity(query, a.search) as score from address_entry a
     where a.business_id = nullif(current_setting('app.business_id', true), '')::int
       and (a.search like '%' || replace(replace(replace(query, '\', '\\'), '%', '\%'), '_', '\_') || '%' or query <% a.search)
       and (customer is null or a.customer_id = customer)
     order by (exact <> '' and a.normalised_key like exact || '|%') desc,
       (a.label <> '' and a.search like replace(replace(replace(query, '\', '\\'), '%', '\%'), '_', '\_') || ' %') desc, score desc, a.visits desc, a.id desc limit most
  $$;
revoke execute on function search_addresses from public;
grant execute on function search_addresses to packhorse_service, packhorse_system;

grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
