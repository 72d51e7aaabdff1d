-- A domain that is new to sending is believed by receivers only as its mails grow in number. How far up the steps it is, and how many
-- of its day's places are taken; one row, because only the last day counts. `has_excess`: mails were moved to a later day.
CREATE TABLE sending_domains (
  domain text PRIMARY KEY CHECK (length(domain) <= 255),
  step smallint NOT NULL DEFAULT 0,
  day date NOT NULL,
  taken integer NOT NULL DEFAULT 0,
  has_excess boolean NOT NULL DEFAULT false
);
CREATE INDEX sending_domains_with_excess ON sending_domains (domain) WHERE has_excess;

-- Those that are sending already are not new.
INSERT INTO sending_domains (domain, step, day)
SELECT DISTINCT split_part(mail_from_address, '@', 2), 1000, current_date FROM organizations WHERE mail_from_address <> '';

CREATE INDEX organizations_by_sending_domain ON organizations (split_part(mail_from_address, '@', 2)) WHERE mail_from_address <> '';

-- `place_on`: the day one of whose places the last try took. `moved_by_limit`: its day had no place left.
ALTER TABLE notifications ADD COLUMN place_on date, ADD COLUMN moved_by_limit boolean NOT NULL DEFAULT false;

-- What waits for the places of a domain beside the mails of these organizations: numbers, of whomever. `product_domain` is that of
-- organizations without a domain of their own, and of all where `own_domains` is false.
CREATE FUNCTION mails_of_others(domain text, product_domain text, own_domains boolean, family bigint[], until timestamptz)
  RETURNS TABLE (organization_id bigint, is_urgent boolean, send_at timestamptz, mails bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH senders AS (
    SELECT o.id FROM organizations o LEFT JOIN organizations parent ON parent.id = o.parent_id
    WHERE o.id <> ALL (family) AND domain = CASE WHEN own_domains
      THEN split_part(coalesce(nullif(o.mail_from_address, ''), nullif(parent.mail_from_address, ''), '@' || product_domain), '@', 2)
      ELSE product_domain END)
  SELECT m.organization_id, m.kind IN ('deadline', 'deadline_last'), date_trunc('hour', m.send_at), count(*)
  FROM (
    SELECT n.organization_id, n.kind, n.send_at FROM senders s JOIN notifications n ON n.organization_id = s.id
    WHERE n.state = 'queued' AND n.held_at IS NULL AND n.send_at < until
    UNION ALL
    SELECT p.organization_id, p.kind, p.send_at FROM senders s JOIN planned_mails p ON p.organization_id = s.id
    WHERE p.held_at IS NULL AND p.dropped_at IS NULL AND p.send_at < until) m
  GROUP BY 1, 2, 3
$$;
