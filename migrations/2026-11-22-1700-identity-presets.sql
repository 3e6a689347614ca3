-- The preset of an employee, and how the person's permissions differ from it. The permissions of a preset are not stored:
-- they grow with the families of the installation. Without a preset, `permissions` is the person's own selection; empty, the
-- default of the role.
alter table account
  add column preset text,
  add column permissions_added text[] not null default '{}',
  add column permissions_removed text[] not null default '{}',
  add check (preset is null or (role = 'employee' and permissions = '{}')),
  add check (preset is not null or (permissions_added = '{}' and permissions_removed = '{}'));
