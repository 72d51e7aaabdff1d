-- Messages that staff write to selected donors.
CREATE TABLE staff_messages (
  organization_id bigint REFERENCES organizations ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  subject text NOT NULL,
  body text NOT NULL,
  mails integer NOT NULL,
  created_at timestamptz NOT NULL,
  created_by bigint REFERENCES users ON DELETE SET NULL,
  PRIMARY KEY (organization_id, id)
);
CALL protect_organization_table('staff_messages');
CREATE INDEX staff_messages_of_user ON staff_messages (created_by);

-- The message of the organization or its parent.
ALTER TABLE notifications ADD staff_message_id bigint;
-- All rows pass the former, narrower check, so they aren't read again.
ALTER TABLE notifications DROP CONSTRAINT notifications_kind_check;
ALTER TABLE notifications ADD CONSTRAINT notifications_kind_check
  CHECK (kind IN ('initial', 'reminder_1', 'reminder_2', 'deadline', 'deadline_last', 'thank_you', 'message')) NOT VALID;

-- Messages have no template, so its results don't count them.
CREATE OR REPLACE FUNCTION count_changed_mails()
  RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
  counts mail_count[] := ARRAY(
    SELECT unnest(ARRAY[mail_count_of(o, -1), mail_count_of(n, 1)]) FROM before o JOIN after n USING (organization_id, id)
    WHERE n.kind <> 'message'
      AND (o.state = 'sent', o.first_open IS NULL, o.clicks > 0, o.decline_clicks > 0, o.first_machine_open IS NULL,
        o.led_to_submission, o.kind, o.status_id, o.template_version, o.template_organization_id)
      IS DISTINCT FROM (n.state = 'sent', n.first_open IS NULL, n.clicks > 0, n.decline_clicks > 0, n.first_machine_open IS NULL,
        n.led_to_submission, n.kind, n.status_id, n.template_version, n.template_organization_id));
BEGIN
  IF cardinality(counts) > 0 THEN PERFORM add_template_counts(counts); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_new_mails()
  RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  PERFORM add_template_counts(ARRAY(SELECT mail_count_of(n, 1) FROM after n WHERE n.state = 'sent' AND n.kind <> 'message'));
  RETURN NULL;
END $$;
