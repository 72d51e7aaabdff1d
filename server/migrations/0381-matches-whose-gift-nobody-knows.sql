-- Money of an employer that no gift explains is a match all the same. What was given is not known then: 0, and never the
-- employer's sum, which would count as given. Only external matches may be without a gift.
ALTER TABLE donations DROP CONSTRAINT donations_amount_cents_check;
ALTER TABLE donations ADD CONSTRAINT donations_amount_cents_check CHECK (amount_cents > 0 OR amount_cents = 0 AND inert) NOT VALID;
ALTER TABLE donations VALIDATE CONSTRAINT donations_amount_cents_check;
