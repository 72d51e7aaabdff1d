-- A file or staff may say that a donor must not be emailed or has died. The gift of an organization or of somebody who died is a
-- kind of gift that no employer matches.
ALTER TABLE suppressions DROP CONSTRAINT suppressions_reason_check;
ALTER TABLE suppressions ADD CONSTRAINT suppressions_reason_check
  CHECK (reason IN ('unsubscribed', 'bounced', 'complained', 'opted_out', 'deceased'));
ALTER TABLE donations DROP CONSTRAINT donations_gift_kind_check;
ALTER TABLE donations ADD CONSTRAINT donations_gift_kind_check CHECK (gift_kind IN ('money', 'stock', 'in_kind',
  'donor_advised_fund', 'payroll', 'event_ticket', 'dues', 'auction', 'pledge', 'employer_match', 'grant', 'volunteer_hours',
  'organization', 'deceased')) NOT VALID;
