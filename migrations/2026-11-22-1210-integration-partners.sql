-- Partners are outside companies with a key: for tracking events, and for whatever else comes from outside.

alter table otep_provider rename to partner;
alter table partner add column uses text[] not null default '{events}'
  check (cardinality(uses) > 0 and uses <@ '{events,tenders,pushes}');
alter index otep_provider_pkey rename to partner_pkey;
alter index otep_provider_key_id_key rename to partner_key_id_key;
alter index otep_provider_code rename to partner_code;
alter index otep_provider_by_business rename to partner_by_business;
alter table signed_request rename column provider_id to partner_id;
