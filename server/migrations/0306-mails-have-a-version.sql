-- Whose version a mail has (template_version): null is the organization's own, or the Default.
ALTER TABLE notifications
  ADD template_organization_id bigint,
  ADD led_to_submission boolean NOT NULL DEFAULT false;

-- Counters of a version, moved in the transaction that moves the mail.
CREATE TABLE email_template_stats (
  organization_id bigint NOT NULL REFERENCES organizations ON DELETE CASCADE,
  template_id smallint NOT NULL,
  version text NOT NULL,
  sent bigint NOT NULL,
  opened bigint NOT NULL,
  confirm_clicked bigint NOT NULL,
  decline_clicked bigint NOT NULL,
  r1_sent bigint NOT NULL,
  r1_opened bigint NOT NULL,
  r1_confirm_clicked bigint NOT NULL,
  r2_sent bigint NOT NULL,
  r2_opened bigint NOT NULL,
  r2_confirm_clicked bigint NOT NULL,
  machine_opened bigint NOT NULL,
  submitted bigint NOT NULL,
  PRIMARY KEY (organization_id, template_id, version)
);
CALL protect_organization_table('email_template_stats');

CREATE TYPE mail_count AS (
  organization_id bigint, template_id smallint, version text, part int,
  sent int, opened int, confirmed int, declined int, by_machine int, submitted int
);

-- What a mail counts for as it stands, once added or once taken off.
CREATE FUNCTION mail_count_of(n notifications, sign int) RETURNS mail_count LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(n.template_organization_id, n.organization_id),
    CASE WHEN n.kind IN ('deadline', 'deadline_last') THEN 102::smallint ELSE n.status_id END, n.template_version,
    CASE n.kind WHEN 'reminder_1' THEN 2 WHEN 'reminder_2' THEN 3 ELSE 1 END,
    sign * (n.state = 'sent')::int, sign * (n.first_open IS NOT NULL)::int, sign * (n.clicks > 0)::int,
    sign * (n.decline_clicks > 0)::int, sign * (n.first_machine_open IS NOT NULL AND n.first_open IS NULL)::int,
    sign * n.led_to_submission::int
$$;

CREATE FUNCTION add_template_counts(counts mail_count[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO email_template_stats AS s
  SELECT c.organization_id, c.template_id, c.version,
    coalesce(sum(c.sent) FILTER (WHERE c.part = 1), 0), coalesce(sum(c.opened) FILTER (WHERE c.part = 1), 0),
    coalesce(sum(c.confirmed) FILTER (WHERE c.part = 1), 0), sum(c.declined),
    coalesce(sum(c.sent) FILTER (WHERE c.part = 2), 0), coalesce(sum(c.opened) FILTER (WHERE c.part = 2), 0),
    coalesce(sum(c.confirmed) FILTER (WHERE c.part = 2), 0),
    coalesce(sum(c.sent) FILTER (WHERE c.part = 3), 0), coalesce(sum(c.opened) FILTER (WHERE c.part = 3), 0),
    coalesce(sum(c.confirmed) FILTER (WHERE c.part = 3), 0), sum(c.by_machine), sum(c.submitted)
  FROM unnest(counts) c JOIN organizations o ON o.id = c.organization_id
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (organization_id, template_id, version) DO UPDATE SET
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

CREATE FUNCTION count_new_mails() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM add_template_counts(ARRAY(SELECT mail_count_of(n, 1) FROM after n WHERE n.state = 'sent'));
  RETURN NULL;
END $$;

-- Rows that count for the same as before cost a comparison: most changes of a mail are those of its queue.
CREATE FUNCTION count_changed_mails() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM add_template_counts(ARRAY(
    SELECT unnest(ARRAY[mail_count_of(o, -1), mail_count_of(n, 1)]) FROM before o JOIN after n USING (organization_id, id)
    WHERE mail_count_of(o, 1) IS DISTINCT FROM mail_count_of(n, 1)));
  RETURN NULL;
END $$;

SELECT add_template_counts(ARRAY(SELECT mail_count_of(n, 1) FROM notifications n WHERE n.state = 'sent'));

CREATE TRIGGER count_new_mails AFTER INSERT ON notifications
  REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION count_new_mails();
CREATE TRIGGER count_changed_mails AFTER UPDATE ON notifications
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION count_changed_mails();

-- The last mail about a match before it was asked for at the company led to that, unless this is taken back.
CREATE FUNCTION credit_mail_of_submission() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE notifications n SET led_to_submission = NEW.status_id IN (1, 4)
  WHERE n.organization_id = NEW.organization_id AND n.id = (
    SELECT max(m.id) FROM notifications m
    WHERE m.organization_id = NEW.organization_id AND m.donation_id = NEW.id AND m.state IN ('sending', 'sent'));
  RETURN NULL;
END $$;
CREATE TRIGGER credit_mail_of_submission AFTER UPDATE OF status_id ON donations FOR EACH ROW
  WHEN ((NEW.status_id IN (1, 4)) <> (OLD.status_id IN (1, 4)) AND NEW.status_id IN (1, 3, 4, 5, 6, 7, 8, 22, 25, 28))
  EXECUTE FUNCTION credit_mail_of_submission();
