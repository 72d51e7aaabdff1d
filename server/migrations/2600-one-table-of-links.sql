-- One-time links of all kinds. The digest is of the token; the token itself is only in the email or the browser.
-- organization_id 0: a link of an account, which belongs to no organization.
-- The subject is a gift, a donor or an account. With a gift, donor_id is its donor when the link was created; address_digest is of
-- the donor's address then.
CREATE TABLE links (
  digest bytea NOT NULL,
  purpose text NOT NULL,
  organization_id bigint NOT NULL,
  user_id bigint REFERENCES users (id) ON DELETE CASCADE,
  donation_id bigint,
  donor_id bigint,
  address_digest text,
  detail jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (digest, organization_id),
  FOREIGN KEY (organization_id, donation_id) REFERENCES donations (organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, donor_id) REFERENCES donors (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX links_of_user ON links (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX links_of_donation ON links (organization_id, donation_id) WHERE donation_id IS NOT NULL;
CREATE INDEX links_of_donor ON links (organization_id, donor_id) WHERE donor_id IS NOT NULL;
CREATE INDEX links_by_expiry ON links (expires_at);
CALL protect_organization_table('links');
ALTER POLICY of_organization ON links USING (organization_id = 0
  OR organization_id = ANY ((SELECT tenant_organizations())::bigint[]) OR (SELECT crosses_organizations()));

INSERT INTO links (digest, purpose, organization_id, user_id, detail, created_at, expires_at)
SELECT token_hash, 'sign-in', 0, user_id, jsonb_build_object('redirect', redirect, 'tries', code_tries,
    'code', rtrim(translate(encode(code_hash, 'base64'), '+/', '-_'), '='),
    'browser', rtrim(translate(encode(browser_hash, 'base64'), '+/', '-_'), '=')), created_at, expires_at
FROM login_links WHERE used_at IS NULL
UNION ALL
SELECT token_hash, CASE kind WHEN 'first' THEN 'first-password' ELSE 'reset-password' END, 0, user_id,
  jsonb_build_object('organization', organization, 'invitedBy', invited_by), created_at, expires_at
FROM password_links WHERE used_at IS NULL
UNION ALL
-- No token: its email waits and will renew the link.
SELECT coalesce(token_hash, sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))), 'confirm-email', 0, user_id,
  jsonb_build_object('email', email), created_at, expires_at
FROM email_changes
UNION ALL
SELECT token_hash, purpose, 0, user_id, jsonb_build_object('redirect', redirect, 'challenge', challenge), created_at, expires_at
FROM sign_in_steps;

INSERT INTO links (digest, purpose, organization_id, donation_id, donor_id, address_digest, detail, created_at, expires_at)
SELECT * FROM (
  SELECT token_hash, 'donor-match', organization_id, donation_id, donor_id, encode(address_digest, 'hex'), '{}'::jsonb,
    created_at, expires_at
  FROM donor_links WHERE used_at IS NULL
  UNION ALL
  SELECT coalesce(token_hash, sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))), 'donor-handover',
    organization_id, donation_id, donor_id, encode(address_digest, 'hex'), jsonb_build_object('email', email, 'name', name),
    created_at, expires_at
  FROM donor_handovers
  UNION ALL
  SELECT coalesce(token_hash, sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))), 'donor-' || wish,
    organization_id, NULL, donor_id, encode(address_digest, 'hex'), '{}'::jsonb, created_at, expires_at
  FROM donor_data_wishes
) given
WHERE donor_id IS NULL
  OR EXISTS (SELECT FROM donors p WHERE p.organization_id = given.organization_id AND p.id = given.donor_id);

INSERT INTO links (digest, purpose, organization_id, user_id, detail, created_at, expires_at)
SELECT token_hash, 'download', organization_id, user_id, jsonb_build_object('of', purpose, 'parameters', parameters, 'key',
    CASE WHEN api_key_id IS NOT NULL
    THEN jsonb_build_object('organizationId', api_key_organization_id, 'id', api_key_id) END), now(), expires_at
FROM tickets WHERE used_at IS NULL;

DROP TABLE login_links, password_links, email_changes, sign_in_steps, donor_links, donor_handovers, donor_data_wishes, tickets;
