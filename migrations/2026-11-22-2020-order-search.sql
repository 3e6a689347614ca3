-- Searches find numbers and postal codes however they are separated, and letters that have no accent to take away: the text
-- of orders that exist gets what new ones have.
update delivery_order o set search = translate(
    replace(replace(replace(replace(concat_ws(' ', o.search, extra.compact), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    'łøđðı', 'loddi')
  from (
    select d.id, nullif(concat_ws(' ',
        case when d.ref ~ '[^[:alnum:]]' then regexp_replace(lower(d.ref), '[^[:alnum:]]', '', 'g') end,
        case when d.external_tracking ~ '[^[:alnum:]]' then regexp_replace(lower(d.external_tracking), '[^[:alnum:]]', '', 'g') end,
        case when d.postal_code ~ '[^[:alnum:]]' then regexp_replace(lower(d.postal_code), '[^[:alnum:]]', '', 'g') end), '') as compact
      from delivery_order d) extra
 where extra.id = o.id and (extra.compact is not null or o.search ~ '[łøđðıßæœþ]');
