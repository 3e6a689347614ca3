-- A person is not a house: several people at one address have entries of their own.
alter table address_entry add column contact_key text not null default '';
update address_entry set contact_key = coalesce(
  nullif(trim(regexp_replace(lower(coalesce(place ->> 'name', '')), '[^[:alnum:]]+', ' ', 'g')), ''),
  nullif(regexp_replace(coalesce(place ->> 'phone', ''), '[^0-9]', '', 'g'), ''),
  '');
drop index address_entry_key;
create unique index address_entry_key on address_entry (business_id, coalesce(customer_id, 0), normalised_key, contact_key);

-- What follows # is a house number where it had been taken for a unit: Calle 10 # 5-51.
update address_entry a set
  place = jsonb_set(jsonb_set(place, '{line1}', to_jsonb((place ->> 'line1') || ' ' || (place ->> 'line2'))), '{line2}', '""'),
  normalised_key = split_part(normalised_key, '|', 1) || ' '
    || trim(regexp_replace(lower(place ->> 'line2'), '[^[:alnum:]]+', ' ', 'g')) || '||'
    || split_part(normalised_key, '|', 3) || '|' || split_part(normalised_key, '|', 4) || '|' || split_part(normalised_key, '|', 5)
 where place ->> 'line2' ~ '^#\s*[0-9A-Za-z-]+\s*$' and split_part(normalised_key, '|', 2) <> ''
   and split_part(normalised_key, '|', 5) not in ('', 'us', 'ca', 'au', 'nz', 'gb', 'ie', 'sg', 'my', 'hk');
