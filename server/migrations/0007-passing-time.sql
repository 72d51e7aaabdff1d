-- What time alone changes: deadlines that pass, donors who never answer, series that have waited long enough.
ALTER TABLE donations ADD look_again_at timestamptz;
CREATE INDEX donations_overdue ON donations (deadline_at)
  WHERE counted AND NOT inert AND status_id IN (5, 6, 7, 8, 25, 28);
CREATE INDEX donations_unanswered ON donations (donated_at)
  WHERE counted AND NOT inert AND deadline_at IS NULL AND status_id IN (6, 7, 8, 25);
CREATE INDEX donations_to_look_at ON donations (look_again_at) WHERE counted AND look_again_at IS NOT NULL;
