-- A mail that the team took out of what is to go, and may bring back.
ALTER TABLE notifications ADD dropped_at timestamptz;
CREATE INDEX notifications_dropped ON notifications (organization_id, send_at) WHERE dropped_at IS NOT NULL;
