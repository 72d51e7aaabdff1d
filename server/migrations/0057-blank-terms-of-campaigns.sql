-- A blank minimum or maximum of a campaign is the company's, 0 is none. So far 0 was written where nothing was said.
ALTER TABLE campaigns
  ALTER COLUMN min_amount_cents DROP NOT NULL, ALTER COLUMN min_amount_cents DROP DEFAULT,
  ALTER COLUMN max_amount_cents DROP NOT NULL, ALTER COLUMN max_amount_cents DROP DEFAULT;
UPDATE campaigns SET min_amount_cents = nullif(min_amount_cents, 0), max_amount_cents = nullif(max_amount_cents, 0);
