-- Who holds a mail back: the organization's team, our support, or that it follows from news of the directory, which nobody of
-- the organization has seen the number of.
ALTER TABLE notifications ADD COLUMN held_because text CHECK (held_because IN ('team', 'support', 'directory'));
UPDATE notifications SET held_because = 'team' WHERE held_at IS NOT NULL;
