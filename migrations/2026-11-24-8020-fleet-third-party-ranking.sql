-- The sequence in which a business falls back on its providers when those that it asked do not take an order.

alter table thirdparty_provider add column rank int check (rank between 1 and 1000);
create index thirdparty_provider_by_rank on thirdparty_provider (business_id, rank, id) where rank is not null;

alter table tender_offer add column fall_back boolean not null default false;
