-- A refund in a row of its own: the gift it names by key, which may come later, and what goes back. 0 cents: all of it.
CREATE TABLE gift_reversals (
  organization_id bigint NOT NULL REFERENCES organizations (id),
  gift_key uuid NOT NULL,
  reversal_key uuid NOT NULL,
  cents bigint NOT NULL CHECK (cents >= 0),
  import_id bigint NOT NULL,
  PRIMARY KEY (organization_id, gift_key, reversal_key),
  FOREIGN KEY (organization_id, import_id) REFERENCES imports (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX gift_reversals_of_import ON gift_reversals (organization_id, import_id);
CALL protect_organization_table('gift_reversals');
