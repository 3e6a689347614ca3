-- Named after what it finds.
alter index locker_command_untold rename to locker_command_expired;
