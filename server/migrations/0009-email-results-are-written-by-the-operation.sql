-- Results of emails by template and version. `part` 1 is the first email, 2 and 3 are reminders. Operations append
-- differences; a worker adds them up every ten minutes.
CREATE TABLE email_results (
  organization_id bigint REFERENCES organizations ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  template_id smallint NOT NULL,
  version text NOT NULL,
  part smallint NOT NULL CHECK (part IN (1, 2, 3)),
  sent bigint NOT NULL DEFAULT 0,
  opened bigint NOT NULL DEFAULT 0,
  machine_opened bigint NOT NULL DEFAULT 0,
  confirm_clicked bigint NOT NULL DEFAULT 0,
  decline_clicked bigint NOT NULL DEFAULT 0,
  submitted bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (organization_id, id)
);
CALL protect_organization_table('email_results');

INSERT INTO email_results
  (organization_id, template_id, version, part, sent, opened, machine_opened, confirm_clicked, decline_clicked, submitted)
SELECT c.organization_id, c.template_id, c.version, p.part, sum(p.sent), sum(p.opened), sum(p.machine_opened),
  sum(p.confirm_clicked), sum(p.decline_clicked), sum(p.submitted)
FROM email_template_counts c CROSS JOIN LATERAL (VALUES
  (1, c.sent, c.opened, c.machine_opened, c.confirm_clicked, c.decline_clicked, c.submitted),
  (2, c.r1_sent, c.r1_opened, 0, c.r1_confirm_clicked, 0, 0),
  (3, c.r2_sent, c.r2_opened, 0, c.r2_confirm_clicked, 0, 0))
  AS p (part, sent, opened, machine_opened, confirm_clicked, decline_clicked, submitted)
GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4;

DROP TRIGGER count_changed_mails ON notifications;
DROP TRIGGER count_new_mails ON notifications;
DROP TRIGGER queue_first_open_deliveries ON notifications;
DROP TRIGGER queue_reminder_deliveries ON notifications;
DROP FUNCTION count_changed_mails, count_new_mails, add_template_counts, mail_count_of, queue_mail_deliveries;
DROP VIEW email_template_stats;
DROP TABLE email_template_counts;
DROP TYPE mail_count;
