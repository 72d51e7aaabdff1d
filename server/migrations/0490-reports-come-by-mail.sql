-- Who gets a report by mail, and when: everybody by a rhythm of their own, in the organization that keeps the report.
CREATE TABLE report_mailings (
  organization_id bigint NOT NULL REFERENCES organizations ON DELETE CASCADE,
  report_id bigint NOT NULL,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  rhythm text NOT NULL CHECK (rhythm IN ('weekly', 'monthly')),
  -- of the week, from Monday (1) on; of the month, whose last day stands in for one that it does not have
  day smallint NOT NULL CHECK (day BETWEEN 1 AND CASE rhythm WHEN 'weekly' THEN 7 ELSE 31 END),
  set_by bigint REFERENCES users ON DELETE SET NULL,
  -- of the organization, as they were when this was written: the day that comes next, and its morning
  next_day date NOT NULL,
  next_at timestamptz NOT NULL,
  -- whose mail was queued last, in the same transaction
  last_day date,
  PRIMARY KEY (organization_id, report_id, user_id),
  FOREIGN KEY (organization_id, report_id) REFERENCES reports (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX report_mailings_due ON report_mailings (next_at);
CREATE INDEX report_mailings_of_user ON report_mailings (user_id);
CALL protect_organization_table('report_mailings');
