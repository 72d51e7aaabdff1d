-- A mail that the team took out of what is to go, and may bring back.
ALTER TABLE notifications ADD dropped_at timestamptz;
