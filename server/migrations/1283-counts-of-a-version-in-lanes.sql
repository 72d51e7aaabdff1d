-- Whoever marked a mail as sent held the counters of its version until its transaction was on the disk, and all others of that
-- organization waited: a second worker brought nothing. Each connection counts in one of sixteen rows now, and who reads sums them.
ALTER TABLE email_template_stats RENAME TO email_template_counts;
ALTER TABLE email_template_counts ADD lane smallint NOT NULL DEFAULT 0;
ALTER TABLE email_template_counts DROP CONSTRAINT email_template_stats_pkey;
ALTER TABLE email_template_counts ADD CONSTRAINT email_template_counts_pkey PRIMARY KEY (organization_id, template_id, version, lane);
ALTER TABLE email_template_counts
  RENAME CONSTRAINT email_template_stats_organization_id_fkey TO email_template_counts_organization_id_fkey;

CREATE OR REPLACE FUNCTION add_template_counts(counts mail_count[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO email_template_counts AS s (organization_id, template_id, version, sent, opened, confirm_clicked, decline_clicked,
    r1_sent, r1_opened, r1_confirm_clicked, r2_sent, r2_opened, r2_confirm_clicked, machine_opened, submitted, lane)
  SELECT c.organization_id, c.template_id, c.version,
    coalesce(sum(c.sent) FILTER (WHERE c.part = 1), 0), coalesce(sum(c.opened) FILTER (WHERE c.part = 1), 0),
    coalesce(sum(c.confirmed) FILTER (WHERE c.part = 1), 0), sum(c.declined),
    coalesce(sum(c.sent) FILTER (WHERE c.part = 2), 0), coalesce(sum(c.opened) FILTER (WHERE c.part = 2), 0),
    coalesce(sum(c.confirmed) FILTER (WHERE c.part = 2), 0),
    coalesce(sum(c.sent) FILTER (WHERE c.part = 3), 0), coalesce(sum(c.opened) FILTER (WHERE c.part = 3), 0),
    coalesce(sum(c.confirmed) FILTER (WHERE c.part = 3), 0), sum(c.by_machine), sum(c.submitted), pg_backend_pid() % 16
  FROM unnest(counts) c JOIN organizations o ON o.id = c.organization_id
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (organization_id, template_id, version, lane) DO UPDATE SET
    sent = s.sent + excluded.sent,
    opened = s.opened + excluded.opened,
    confirm_clicked = s.confirm_clicked + excluded.confirm_clicked,
    decline_clicked = s.decline_clicked + excluded.decline_clicked,
    r1_sent = s.r1_sent + excluded.r1_sent,
    r1_opened = s.r1_opened + excluded.r1_opened,
    r1_confirm_clicked = s.r1_confirm_clicked + excluded.r1_confirm_clicked,
    r2_sent = s.r2_sent + excluded.r2_sent,
    r2_opened = s.r2_opened + excluded.r2_opened,
    r2_confirm_clicked = s.r2_confirm_clicked + excluded.r2_confirm_clicked,
    machine_opened = s.machine_opened + excluded.machine_opened,
    submitted = s.submitted + excluded.submitted
$$;

-- As nodes of the former edition read it. A lane may hold less than nothing: what was counted in one is taken off in another.
CREATE VIEW email_template_stats WITH (security_invoker = true) AS
  SELECT organization_id, template_id, version,
    sum(sent)::bigint AS sent, sum(opened)::bigint AS opened, sum(confirm_clicked)::bigint AS confirm_clicked,
    sum(decline_clicked)::bigint AS decline_clicked, sum(r1_sent)::bigint AS r1_sent, sum(r1_opened)::bigint AS r1_opened,
    sum(r1_confirm_clicked)::bigint AS r1_confirm_clicked, sum(r2_sent)::bigint AS r2_sent, sum(r2_opened)::bigint AS r2_opened,
    sum(r2_confirm_clicked)::bigint AS r2_confirm_clicked, sum(machine_opened)::bigint AS machine_opened,
    sum(submitted)::bigint AS submitted
  FROM email_template_counts GROUP BY organization_id, template_id, version;
GRANT SELECT ON email_template_stats TO twofold_app;
