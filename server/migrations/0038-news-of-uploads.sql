-- What an upload changed of gifts that were here, and what they were before, so that it can be undone.
CREATE TABLE import_news (
  organization_id bigint NOT NULL,
  import_id bigint NOT NULL,
  donation_id bigint NOT NULL,
  -- refunded, failed, employer, address, amount, date, donor
  kinds text[] NOT NULL,
  -- the employer has had the match already: for the staff to settle
  with_employer boolean NOT NULL,
  -- columns of the donation
  before jsonb NOT NULL,
  -- the donor whose blanks were filled in, and which ones
  donor_id bigint NOT NULL,
  filled text[] NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, import_id, donation_id),
  FOREIGN KEY (organization_id, donation_id) REFERENCES donations ON DELETE CASCADE
);
CREATE INDEX import_news_of_donation ON import_news (organization_id, donation_id);
CALL protect_organization_table('import_news');

ALTER TABLE imports ADD COLUMN news integer NOT NULL DEFAULT 0;
