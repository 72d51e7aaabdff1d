-- Codes beside mailed links, what happened to a person's account, and new addresses that wait for their proof.

ALTER TABLE login_links
  -- six digits of the same mail, signed together with the link's digest; five tries
  ADD COLUMN code_hash bytea,
  ADD COLUMN code_tries integer NOT NULL DEFAULT 0,
  -- the browser that asked for the link; null where none did
  ADD COLUMN browser_hash bytea;

-- What a person did with their own account, and from where. Never changed, never removed while the person is there.
CREATE TABLE account_events (
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL,
  action text NOT NULL,
  detail text NOT NULL DEFAULT '',
  address text NOT NULL DEFAULT '',
  user_agent text NOT NULL DEFAULT '',
  request_id text NOT NULL DEFAULT '',
  PRIMARY KEY (user_id, id)
);
REVOKE UPDATE, DELETE ON account_events FROM twofold_app;

-- An address that somebody wants to sign in with from now on. The link's digest comes when its mail is sent.
CREATE TABLE email_changes (
  user_id bigint PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  email text NOT NULL,
  token_hash bytea UNIQUE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
