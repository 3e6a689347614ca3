-- Apps are told whether text messages can be sent: who sends them for a business is part of what its apps are
-- configured with.
create function app_messaging_changed() returns trigger language plpgsql as $$
begin
  update app_assignment set configuration_version = configuration_version + 1 where business_id = new.business_id;
  return null;
end $$;
create trigger app_configuration after insert on messaging_settings for each row
  when (new.sms is not null)
  execute function app_messaging_changed();
create trigger app_configuration_change after update on messaging_settings for each row
  when (old.sms is distinct from new.sms)
  execute function app_messaging_changed();
