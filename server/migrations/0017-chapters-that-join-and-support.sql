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

-- A resolution can be taken back: with the other name and the company that came with it, for the gifts that it changed.
ALTER TABLE employer_resolutions
  ALTER COLUMN company_id DROP NOT NULL,
  DROP CONSTRAINT employer_resolutions_company_id_fkey,
  ADD CONSTRAINT employer_resolutions_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies ON DELETE SET NULL,
  ADD COLUMN company_name text NOT NULL DEFAULT '',
  ADD COLUMN company_added boolean NOT NULL DEFAULT false,
  ADD COLUMN alias_added boolean NOT NULL DEFAULT false,
  -- the first gift was looked at, after the time in which nothing had happened yet; newer gifts have higher ids
  ADD COLUMN begun_at timestamptz,
  ADD COLUMN newest_gift bigint,
  ADD COLUMN undone_at timestamptz,
  ADD COLUMN undone_by bigint REFERENCES users,
  ADD COLUMN undone_from text NOT NULL DEFAULT '',
  ADD COLUMN undo_request_id text NOT NULL DEFAULT '',
  ADD COLUMN undo_done_at timestamptz;
UPDATE employer_resolutions r SET company_name = c.name, begun_at = r.created_at FROM companies c WHERE c.id = r.company_id;

CREATE TABLE employer_resolution_gifts (
  organization_id bigint NOT NULL REFERENCES organizations ON DELETE CASCADE,
  resolution_id bigint NOT NULL REFERENCES employer_resolutions ON DELETE CASCADE,
  donation_id bigint NOT NULL,
  PRIMARY KEY (organization_id, resolution_id, donation_id)
);
CREATE INDEX employer_resolution_gifts_of ON employer_resolution_gifts (resolution_id, organization_id);
CALL protect_organization_table('employer_resolution_gifts');

-- Who was removed from an organization, for the thirty days in which it can be taken back.
CREATE TABLE removed_members (
  organization_id bigint NOT NULL REFERENCES organizations ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  level text NOT NULL CHECK (level IN ('read', 'write', 'admin')),
  joined_at timestamptz NOT NULL,
  invited_at timestamptz,
  invited_by bigint REFERENCES users,
  removed_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, user_id)
);
CALL protect_organization_table('removed_members');
