-- Wrong tries count for whoever makes them, so that a stranger's never use up the owner's.

-- The sign-in with which somebody tried a current password; null for a try to sign in.
alter table sign_in add column session text;
create index sign_in_by_session on sign_in (account_id, id) where session is not null or result = 'unlocked';

-- Of a number, only the newest code that one network requested counts.
drop index app_challenge_open;
create unique index app_challenge_open on app_challenge (business_id, phone_e164, address) where state = 'open';
