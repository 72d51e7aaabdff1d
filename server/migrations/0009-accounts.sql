-- Passwords that are set by mail, sessions that can be listed, and the optional second step of signing in.

-- One use. 'reset' replaces a password, 'first' sets the first one of a person who was registered or invited.
CREATE TABLE password_links (
  token_hash bytea PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('reset', 'first')),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX password_links_by_user ON password_links (user_id);

ALTER TABLE sessions ADD COLUMN last_seen_at timestamptz NOT NULL DEFAULT now();
UPDATE sessions SET last_seen_at = created_at;

-- The secret is sealed to its person. Without confirmed_at it was shown and nobody has proved yet to have it.
CREATE TABLE totp_secrets (
  user_id bigint PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  sealed_secret text NOT NULL,
  created_at timestamptz NOT NULL,
  confirmed_at timestamptz,
  -- the 30-second step of the last code that was taken: a code is good once
  last_step bigint NOT NULL DEFAULT 0
);

CREATE TABLE recovery_codes (
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (user_id, code_hash)
);

CREATE TABLE passkeys (
  -- the credential's id, base64url
  id text PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  name text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX passkeys_by_user ON passkeys (user_id);

-- Somebody who passed the first step of signing in, or is about to add a passkey. Ends with its first success.
CREATE TABLE sign_in_steps (
  token_hash bytea PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  purpose text NOT NULL CHECK (purpose IN ('second-step', 'setup', 'add-passkey')),
  redirect text,
  challenge text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sign_in_steps_by_user ON sign_in_steps (user_id);

-- Registration
-- How registration recognises an organization, however its number was written: letters and digits only.
CREATE FUNCTION ein_key(ein text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN upper(regexp_replace(ein, '[^0-9A-Za-z]', '', 'g'));
CREATE INDEX organizations_by_ein ON organizations (ein_key(ein)) WHERE ein <> '';

-- A donor's way to the correction of one match: mailed to the address that is stored, one use.
CREATE TABLE donor_links (
  organization_id bigint NOT NULL REFERENCES organizations ON DELETE CASCADE,
  token_hash bytea NOT NULL,
  donation_id bigint NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (organization_id, token_hash),
  FOREIGN KEY (organization_id, donation_id) REFERENCES donations ON DELETE CASCADE
);
CREATE INDEX donor_links_by_donation ON donor_links (organization_id, donation_id);
CALL protect_organization_table('donor_links');
