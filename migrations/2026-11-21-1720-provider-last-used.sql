-- When a provider's key was last used, to the minute: a key that nobody uses can be ended.
alter table otep_provider add column last_used_at timestamptz;
