-- The letter to a donor whose employer's money was received: organizations switch it on.
ALTER TABLE organizations ADD COLUMN thank_donors boolean NOT NULL DEFAULT false;

-- The report of payouts that a letter of thanks follows from. It waits until somebody who saw how many there are lets it go.
ALTER TABLE notifications ADD COLUMN payout_report_id bigint,
  DROP CONSTRAINT notifications_held_because_check,
  ADD CONSTRAINT notifications_held_because_check CHECK (held_because IN ('team', 'support', 'directory', 'payout')) NOT VALID;

-- What the employer has paid for a match, and when last, whoever of the family entered the payout; nulls where nothing came.
CREATE FUNCTION employer_paid(organization bigint, donation bigint, OUT cents bigint, OUT paid_on date)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT sum(l.match_cents), max(coalesce(p.paid_on, p.period_end, p.created_at::date)) FILTER (WHERE l.match_cents > 0)
  FROM payout_lines l JOIN payouts p ON p.organization_id = l.organization_id AND p.id = l.payout_id
  WHERE l.donation_id = donation AND l.match_organization_id = organization
    AND (organization = ANY (tenant_organizations()) OR crosses_organizations())
  HAVING sum(l.match_cents) > 0
$$;

-- As before, with the letter of thanks.
CREATE OR REPLACE FUNCTION mail_count_of(n notifications, sign int) RETURNS mail_count LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(n.template_organization_id, n.organization_id),
    CASE WHEN n.kind IN ('deadline', 'deadline_last') THEN 102::smallint WHEN n.kind = 'thank_you' THEN 103::smallint
      ELSE n.status_id END, n.template_version,
    CASE n.kind WHEN 'reminder_1' THEN 2 WHEN 'reminder_2' THEN 3 ELSE 1 END,
    sign * (n.state = 'sent')::int, sign * (n.first_open IS NOT NULL)::int, sign * (n.clicks > 0)::int,
    sign * (n.decline_clicks > 0)::int, sign * (n.first_machine_open IS NOT NULL AND n.first_open IS NULL)::int,
    sign * n.led_to_submission::int
$$;

-- As before; thanks led to nothing that was asked for.
CREATE OR REPLACE FUNCTION credit_mail_of_submission() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE notifications n SET led_to_submission = NEW.status_id IN (1, 4)
  WHERE n.organization_id = NEW.organization_id AND n.id = (
    SELECT max(m.id) FROM notifications m
    WHERE m.organization_id = NEW.organization_id AND m.donation_id = NEW.id AND m.kind <> 'thank_you'
      AND m.state IN ('sending', 'sent'));
  RETURN NULL;
END $$;
