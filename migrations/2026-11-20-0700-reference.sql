-- Reference data: versions of price lists, and the way from an address to its entries.

-- A version is never changed: the next one stands beside it under the same root. Customers and the default
-- point at any version; the price of a day is that of the version in effect then.
alter table price_list add column root_id int references price_list;
alter table price_list add column version int not null default 1;
alter table price_list add column tier text;
create unique index price_list_version on price_list (business_id, coalesce(root_id, id), version);

-- From an order's address to the entries that know where it is, whoever keeps them.
create index address_entry_by_key on address_entry (business_id, normalised_key);

create index quote_by_expiry on quote (expires_at);
