-- The connection of a device to the broker that counts: the latest. A command is sent once over each.
alter table locker_device add column connection_id uuid;
alter table locker_command add column connection_id uuid;
