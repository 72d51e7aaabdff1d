-- What a donation form said of a gift that its donor asked to have matched. It is no proof: whoever fills in the form may write
-- it, so a gift has no transaction id before an upload or a person says so. It only finds the request again, for the same donor and amount.
CREATE TABLE requested_transactions (
  organization_id bigint NOT NULL,
  donation_id bigint NOT NULL,
  -- digest of transaction id, donor, amount and currency
  claim_key uuid NOT NULL,
  PRIMARY KEY (organization_id, donation_id),
  FOREIGN KEY (organization_id, donation_id) REFERENCES donations ON DELETE CASCADE
);
CREATE INDEX requested_transactions_by_claim ON requested_transactions (organization_id, claim_key);
CALL protect_organization_table('requested_transactions');
