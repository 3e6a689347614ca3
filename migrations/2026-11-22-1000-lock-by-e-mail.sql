-- Wrong passwords in a row are counted by e-mail address, too, so that one that nobody has is locked like any other.

create index sign_in_in_a_row on sign_in (email_folded, id) where result in ('ok', 'unlocked', 'wrong_password');
