-- An article number is the same in all its lengths: GTIN-8, UPC-A, EAN-13, ITF-14 and UPC-E have one key of 14 digits. The barcode
-- stays as it was registered.
alter table article_barcode add column key text;
-- Of several articles of an owner that had one number in different lengths, all but the first: a scan finds each of them.
alter table article_barcode add column is_shared boolean not null default false;

create function pg_temp.has_mod10(digits text) returns boolean language sql immutable as $$
  select sum(substr(reverse(digits), i, 1)::int * case when i % 2 = 1 then 1 else 3 end) % 10 = 0 from generate_series(1, length(digits)) as i
$$;
create function pg_temp.expand_upc_e(digits text) returns text language sql immutable as $$
  select substr(digits, 1, 1) || case
      when substr(digits, 7, 1) in ('0', '1', '2') then substr(digits, 2, 2) || substr(digits, 7, 1) || '0000' || substr(digits, 4, 3)
      when substr(digits, 7, 1) = '3' then substr(digits, 2, 3) || '00000' || substr(digits, 5, 2)
      when substr(digits, 7, 1) = '4' then substr(digits, 2, 4) || '00000' || substr(digits, 6, 1)
      else substr(digits, 2, 5) || '0000' || substr(digits, 7, 1) end || substr(digits, 8, 1)
$$;
create function pg_temp.article_key(barcode text) returns text language sql immutable as $$
  select coalesce(
    case
      when d !~ '^(\d{8}|\d{12,14})$' or d ~ '^0+$' then null
      when d ~ '^0\d{7}$' and pg_temp.has_mod10(pg_temp.expand_upc_e(d)) then lpad(pg_temp.expand_upc_e(d), 14, '0')
      when pg_temp.has_mod10(d) then lpad(d, 14, '0')
      when d ~ '^1\d{7}$' and pg_temp.has_mod10(pg_temp.expand_upc_e(d)) then lpad(pg_temp.expand_upc_e(d), 14, '0')
    end, barcode)
    from (select regexp_replace(replace(barcode, '-', ''), '^\(?01\)?(\d{14})$', '\1') as d) as plain
$$;
update article_barcode set key = pg_temp.article_key(barcode);
-- One article that has a number twice has it once.
delete from article_barcode b using article_barcode f
 where f.business_id = b.business_id and f.article_id = b.article_id and f.key = b.key and f.barcode < b.barcode;
update article_barcode b set is_shared = true
  from article_barcode f
 where f.business_id = b.business_id and f.customer_id is not distinct from b.customer_id and f.key = b.key and f.article_id < b.article_id;
alter table article_barcode alter column key set not null;
alter table article_barcode drop constraint article_barcode_business_id_customer_id_barcode_key;
create unique index article_barcode_once on article_barcode (business_id, customer_id, key) nulls not distinct where not is_shared;
drop index article_barcode_by_code;
create index article_barcode_by_key on article_barcode (business_id, key);
-- A SKU is scanned in capital letters, and without its spaces.
create index article_by_folded_sku on article (business_id, upper(replace(sku, ' ', '')));
