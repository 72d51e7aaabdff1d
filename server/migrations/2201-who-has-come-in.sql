-- An admin who was invited and never came keeps no organization: their address may be a slip.
CREATE FUNCTION has_come_in(person users) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT person.password_hash IS NOT NULL
    OR EXISTS (SELECT FROM passkeys p WHERE p.user_id = person.id)
    OR EXISTS (SELECT FROM sessions s WHERE s.user_id = person.id)
    OR EXISTS (SELECT FROM account_events e WHERE e.user_id = person.id AND e.action = 'signed_in')
$$;
