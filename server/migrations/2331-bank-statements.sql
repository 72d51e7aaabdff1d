-- Statements of a bank that were uploaded, so that a whole wrong one can be removed. Lines from before belong to none.
CREATE TABLE bank_statements (
  organization_id bigint NOT NULL REFERENCES organizations ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  file_name text NOT NULL,
  user_id bigint NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL,
  removed_at timestamptz,
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX bank_statements_newest ON bank_statements (organization_id, id DESC) WHERE removed_at IS NULL;
CREATE INDEX bank_statements_by_user ON bank_statements (user_id);
CALL protect_organization_table('bank_statements');

-- Lines that stand in a statement, those that were here before it too.
CREATE TABLE bank_statement_lines (
  organization_id bigint NOT NULL,
  statement_id bigint NOT NULL,
  bank_line_id bigint NOT NULL,
  -- somebody had typed it in before this statement had it
  was_typed boolean NOT NULL DEFAULT false,
  PRIMARY KEY (organization_id, statement_id, bank_line_id),
  FOREIGN KEY (organization_id, statement_id) REFERENCES bank_statements ON DELETE CASCADE,
  FOREIGN KEY (organization_id, bank_line_id) REFERENCES bank_lines ON DELETE CASCADE
);
CREATE INDEX bank_statement_lines_by_line ON bank_statement_lines (organization_id, bank_line_id);
CALL protect_organization_table('bank_statement_lines');

-- The statement with which it was removed: it comes back with that, and when that is uploaded again.
ALTER TABLE bank_lines ADD COLUMN removed_with bigint;
