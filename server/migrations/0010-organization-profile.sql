-- What an organization tells about itself beyond 0001, and who saved which field last.
ALTER TABLE organizations
  ADD version integer NOT NULL DEFAULT 1,
  -- the version that last changed each field: two people who save different fields do not stand in each other's way
  ADD field_versions jsonb NOT NULL DEFAULT '{}',
  ADD contact_phone text NOT NULL DEFAULT '',
  ADD billing_contact_name text NOT NULL DEFAULT '',
  ADD billing_contact_email text NOT NULL DEFAULT '',
  ADD creator_id bigint REFERENCES users ON DELETE SET NULL,
  ADD stripe_customer_id text,
  ADD rule_show_billing boolean NOT NULL DEFAULT false,
  ADD rule_invoiced boolean NOT NULL DEFAULT false,
  ADD custom jsonb NOT NULL DEFAULT '{}',
  -- the organization's own account at its payment provider; the private key is sealed and never read back to a person
  ADD public_key text NOT NULL DEFAULT '',
  ADD private_key_sealed text;

-- Up to five documents, and beside them one W-9 and one IRS letter. The file lies under its random key.
CREATE TABLE organization_documents (
  organization_id bigint NOT NULL REFERENCES organizations ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL CHECK (kind IN ('document', 'w9', 'irs')),
  name text NOT NULL,
  file_name text NOT NULL,
  file_key text NOT NULL,
  media_type text NOT NULL,
  bytes integer NOT NULL,
  uploaded_by bigint REFERENCES users ON DELETE SET NULL,
  uploaded_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX organization_documents_one_of_kind ON organization_documents (organization_id, kind)
  WHERE kind <> 'document';
CALL protect_organization_table('organization_documents');

-- Who gets the digest beside the primary contact.
CREATE TABLE notifees (
  organization_id bigint NOT NULL REFERENCES organizations ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  email text NOT NULL,
  email_key text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, email_key)
);
CALL protect_organization_table('notifees');
