-- A person whose data was erased is not known any more, and still must not come back by the next upload: what is kept is a
-- keyed digest of each address they had, good for nothing but to recognize it. Gifts under it count for the erased donor.
CREATE TABLE erased_addresses (
  organization_id bigint NOT NULL,
  address_hash bytea NOT NULL,
  donor_id bigint NOT NULL,
  PRIMARY KEY (organization_id, address_hash),
  FOREIGN KEY (organization_id, donor_id) REFERENCES donors (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX erased_addresses_of_donor ON erased_addresses (organization_id, donor_id);
CALL protect_organization_table('erased_addresses');
