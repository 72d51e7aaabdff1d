-- The open matches of one organization that run out next, for its dashboard.
CREATE INDEX donations_by_deadline ON donations (organization_id, deadline_at)
  WHERE counted AND NOT inert AND deadline_at IS NOT NULL AND status_id IN (3, 5, 6, 7, 8, 25, 28);
