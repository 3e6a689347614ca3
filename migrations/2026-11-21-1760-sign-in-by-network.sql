-- Failed sign-ins are counted by network: of an IPv6 address the last half is the caller's own to choose.

alter table sign_in add column network text;
drop index sign_in_by_address;
create index sign_in_failed_by_network on sign_in (network, at) where result <> 'ok';
