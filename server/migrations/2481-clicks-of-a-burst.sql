-- A scanner follows several links of an email within a minute. An action on the page proves a person.
ALTER TABLE notifications
  ADD COLUMN last_link text CHECK (last_link IN ('yes', 'no', 'unsubscribe')),
  ADD COLUMN last_link_at timestamptz,
  ADD COLUMN burst_at timestamptz,
  ADD COLUMN acted_at timestamptz;
