-- What a nonprofit or a donor says is wrong in the directory, until our support has decided. A donor's goes with their gift.
CREATE TABLE suggestions (
  organization_id bigint NOT NULL REFERENCES organizations ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  about text NOT NULL,
  value text NOT NULL CHECK (length(value) <= 500),
  source_url text NOT NULL DEFAULT '' CHECK (length(source_url) <= 500),
  note text NOT NULL DEFAULT '' CHECK (length(note) <= 1000),
  user_id bigint REFERENCES users,
  donation_id bigint,
  created_at timestamptz NOT NULL,
  decided_at timestamptz,
  decided_by bigint REFERENCES users,
  accepted boolean,
  reason text NOT NULL DEFAULT '' CHECK (length(reason) <= 500),
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, donation_id) REFERENCES donations (organization_id, id) ON DELETE CASCADE,
  CHECK ((user_id IS NULL) <> (donation_id IS NULL)),
  CHECK ((decided_at IS NULL) = (decided_by IS NULL) AND (decided_at IS NULL) = (accepted IS NULL))
);
CREATE INDEX suggestions_by_id ON suggestions (id);
CREATE INDEX suggestions_waiting ON suggestions (id) WHERE decided_at IS NULL;
CREATE INDEX suggestions_decided ON suggestions (decided_at DESC) WHERE decided_at IS NOT NULL;
CREATE INDEX suggestions_about_company ON suggestions (organization_id, company_id, id DESC);
CREATE INDEX suggestions_of_gift ON suggestions (organization_id, donation_id) WHERE donation_id IS NOT NULL;
CREATE INDEX suggestions_by_company ON suggestions (company_id);
CALL protect_organization_table('suggestions');
