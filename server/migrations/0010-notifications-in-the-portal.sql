ALTER TABLE members ADD alerts_seen_at timestamptz;
-- Members start without unread notifications about the past.
UPDATE members SET alerts_seen_at = now();

-- The latest networks that used a key, oldest first.
ALTER TABLE api_keys ADD networks text[] NOT NULL DEFAULT '{}', ADD new_network_at timestamptz;
