-- Invitations, visits of our support, the audit trail's filters, and employers that are resolved by hand.

ALTER TABLE members ADD COLUMN invited_at timestamptz, ADD COLUMN invited_by bigint REFERENCES users;

-- A session of a super user came into an organization: one line of the audit trail, not one for every request.
CREATE TABLE super_visits (
  organization_id bigint NOT NULL REFERENCES organizations ON DELETE CASCADE,
  session_id uuid NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, session_id)
);
CALL protect_organization_table('super_visits');

CREATE INDEX audit_events_by_subject ON audit_events (organization_id, subject, id DESC);
CREATE INDEX audit_events_by_person ON audit_events (organization_id, user_id, id DESC);

-- Two spellings of an employer are one question when they differ in case, signs or spaces only.
CREATE FUNCTION employer_key(employer text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coalesce(nullif(btrim(regexp_replace(lower(employer), '[][\s.,;:''"`()/\\_*-]+', ' ', 'g')), ''), lower(employer));

CREATE INDEX donations_under_review ON donations (id)
  INCLUDE (organization_id, employer_text, amount_cents, currency, donated_at) WHERE status_id = 2 AND counted;
CREATE INDEX donations_under_review_by_employer ON donations (employer_key(employer_text), id)
  WHERE status_id = 2 AND counted;

-- A function of a column reaches no index under row-level security unless it cannot leak; this one looks with its owner's
-- rights, and only for a transaction that crosses organizations.
CREATE FUNCTION donations_waiting_for(wanted_key text, after_id bigint, at_most integer)
  RETURNS TABLE (organization_id bigint, id bigint, employer_text text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT d.organization_id, d.id, d.employer_text FROM donations d
  WHERE d.status_id = 2 AND d.counted AND employer_key(d.employer_text) = wanted_key AND d.id > after_id
    AND crosses_organizations()
  ORDER BY d.id LIMIT at_most
$$;

-- A super user said which company is meant. The gifts are judged again by a job, which finds its place here.
CREATE TABLE employer_resolutions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  employer_key text NOT NULL,
  employer_text text NOT NULL,
  company_id bigint NOT NULL REFERENCES companies,
  add_alias boolean NOT NULL,
  user_id bigint NOT NULL REFERENCES users,
  address text NOT NULL,
  request_id text NOT NULL,
  gifts integer NOT NULL DEFAULT 0,
  -- gifts up to this one were judged again
  last_id bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  done_at timestamptz
);
CREATE UNIQUE INDEX employer_resolutions_running ON employer_resolutions (employer_key) WHERE done_at IS NULL;
