-- Search in steps, the dear one last: what holds every word of the query; only when nothing does, what resembles it.
-- Both look through the trigrams of all businesses, so both are asked through these definer functions, which keep to one.

drop function search_orders(text, int, int, int);

-- `words` are patterns of LIKE; `rarest`, one of them, drives the index. A word that many orders have is found among
-- the newest ones at once, and the index is left alone; ranking looks at 5000 orders at most.
create function search_orders(query text, rarest text, words text[], customer int, contractor_account int, most int)
  returns table (id int, score real) language sql stable security definer set search_path = public, pg_temp as $$
    with newest as materialized (
      select o.id, o.search from delivery_order o
       where o.business_id = nullif(current_setting('app.business_id', true), '')::int
         and customer is null and contractor_account is null
       order by o.id desc limit 2000),
    near as materialized (select n.id, n.search from newest n where n.search like all (words)),
    far as (
      select o.id, o.search from delivery_order o
       where (select count(*) from near) < most
         and o.business_id = nullif(current_setting('app.business_id', true), '')::int
         and o.search like rarest and o.search like all (words)
         and (customer is null or o.customer_id = customer)
         and (contractor_account is null or o.contractor_account_id = contractor_account)
       limit 5000)
    select f.id, word_similarity(query, f.search) as score from (select * from near union select * from far) f
     order by score desc, f.id desc limit most
  $$;

create function search_orders_alike(query text, customer int, contractor_account int, most int)
  returns table (id int, score real) language sql stable security definer set search_path = public, pg_temp as $$
    select o.id, word_similarity(query, o.search) as score from delivery_order o
     where o.business_id = nullif(current_setting('app.business_id', true), '')::int
       and query <% o.search
       and (customer is null or o.customer_id = customer)
       and (contractor_account is null or o.contractor_account_id = contractor_account)
     order by score desc, o.id desc limit most
  $$;

revoke execute on function search_orders, search_orders_alike from public;
grant execute on function search_orders, search_orders_alike to packhorse_service, packhorse_system;
