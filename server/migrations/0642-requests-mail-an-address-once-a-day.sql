-- A stranger can fill in anybody's address on a public page. Which mail of such a request an address got last, whatever the
-- organization, as a digest; older than a day it says nothing and goes.
CREATE TABLE mailed_requests (
  address_digest text PRIMARY KEY,
  message_id text NOT NULL,
  mailed_at timestamptz NOT NULL
);
