-- The address of its own that an organization wants emails to donors to come from. Each has a key of its own, so that nobody proves a domain with another's
-- lines. `lines` is what the last look into the DNS found.
CREATE TABLE sending_addresses (
  organization_id bigint PRIMARY KEY REFERENCES organizations ON DELETE CASCADE,
  address text NOT NULL CHECK (length(address) <= 255),
  selector text NOT NULL CHECK (selector ~ '^[a-z0-9]{1,63}$'),
  public_key text NOT NULL,
  private_key_sealed text NOT NULL,
  checked_at timestamptz,
  lines jsonb
);
CREATE INDEX sending_addresses_checked ON sending_addresses (checked_at);
CALL protect_organization_table('sending_addresses');

-- The same address while its lines stand in the DNS: what emails to donors come from. '' is what a parent has, else the product's.
ALTER TABLE organizations
  ADD COLUMN mail_from_address text NOT NULL DEFAULT '' CHECK (length(mail_from_address) <= 255);
