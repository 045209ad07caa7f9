-- People who came by an invitation, or have changed their address, have followed a link that was sent to the present one.
update people set email_confirmed_at = created_at
  where created_at <> (select families.created_at from families where families.id = people.family_id)
    or exists (select 1 from mails where mails.person_id = people.id and mails.cause like 'email-changed:%');
