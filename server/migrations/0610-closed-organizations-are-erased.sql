-- An organization that was closed is erased when its days are over. Its row stays, for the books, without persons.
ALTER TABLE organizations
  -- the letter that says the day was queued; it is erased only after one was sent
  ADD erasure_warned_at timestamptz,
  -- from here on nothing brings it back
  ADD erasure_began_at timestamptz,
  ADD erased_at timestamptz,
  ADD CONSTRAINT organizations_erased_are_closed CHECK (erasure_began_at IS NULL OR cancelled_at IS NOT NULL),
  ADD CONSTRAINT organizations_erased_after_begin CHECK (erased_at IS NULL OR erasure_began_at IS NOT NULL);
CREATE INDEX organizations_closed ON organizations (cancelled_at) WHERE cancelled_at IS NOT NULL AND erased_at IS NULL;
CREATE INDEX account_mails_of_erasure ON account_mails ((parameters ->> 'organizationId')) WHERE kind = 'erasure-soon';

-- Who belonged to an organization that is being erased: their accounts are looked at when its rows are gone.
CREATE TABLE erasing_people (
  organization_id bigint NOT NULL REFERENCES organizations ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  PRIMARY KEY (organization_id, user_id)
);
CREATE INDEX erasing_people_of_user ON erasing_people (user_id);
CALL protect_organization_table('erasing_people');
