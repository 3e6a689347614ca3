-- What devices were to accept or to know and never answered: few, looked for when one returns.
create index locker_command_untold on locker_command (business_id, device_id) where status = 'EXPIRED' and kind in ('set_use', 'configure');
