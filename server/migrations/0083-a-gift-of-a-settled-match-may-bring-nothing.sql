-- The gift that carries a match which its employer has may be refunded, while the others that it was merged with stay.
ALTER TABLE donations DROP CONSTRAINT donations_check;
ALTER TABLE donations ADD CONSTRAINT donations_own_cents_check CHECK (own_cents BETWEEN 0 AND amount_cents) NOT VALID;
ALTER TABLE donations VALIDATE CONSTRAINT donations_own_cents_check;
