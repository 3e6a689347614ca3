-- The language of messages to people who follow a shipment: the one that they asked in.

alter table tracking_watch add column language text not null default 'en' check (length(language) between 2 and 10);
