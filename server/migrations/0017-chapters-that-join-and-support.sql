-- Support changes nothing before it says so; denied attempts; organizations that join another one as its chapter.

-- This session of a super user may change things in the organization until then; null: it only looks.
ALTER TABLE super_visits ADD COLUMN changes_until timestamptz;

-- What an organization was before it became a chapter; null for those that were made as chapters.
ALTER TABLE organizations ADD COLUMN before_joining jsonb;

-- An organization asks another one to become its chapter. The row belongs to the one that asks, and holds what was typed;
-- whom that may mean is for the admins of those organizations, and nobody learns it before one of them has agreed.
CREATE TABLE chapter_requests (
  organization_id bigint NOT NULL REFERENCES organizations ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  asked_for text NOT NULL,
  asked_ids bigint[] NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'accepted', 'declined', 'withdrawn')),
  asked_by bigint NOT NULL REFERENCES users,
  asked_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- who agreed
  chapter_id bigint REFERENCES organizations ON DELETE SET NULL,
  answered_at timestamptz,
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX chapter_requests_of_asked ON chapter_requests USING gin (asked_ids) WHERE state = 'waiting';
CALL protect_organization_table('chapter_requests');

CREATE INDEX organizations_by_contact ON organizations (lower(contact_email)) WHERE contact_email <> '';
