-- One row: what leaves the product is held since then (OUTGOING=paused), and the last outage of the mail server.
CREATE TABLE outgoing (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  held_since timestamptz,
  released_at timestamptz,
  mail_away_since timestamptz,
  mail_back_at timestamptz,
  mail_problem text
);
INSERT INTO outgoing DEFAULT VALUES;
REVOKE INSERT, DELETE ON outgoing FROM twofold_app;
