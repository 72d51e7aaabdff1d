-- The list of donations as a report: columns, filters, days and order under a name. Its maker's, the organization's, or its
-- chapters' too.
CREATE TABLE reports (
  organization_id bigint NOT NULL REFERENCES organizations ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  -- who made it
  user_id bigint NOT NULL REFERENCES users,
  scope text NOT NULL CHECK (scope IN ('personal', 'organization', 'full_org')),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  -- as the contract has it (`reportLook`); json keeps the columns in their order, jsonb does not
  look json NOT NULL,
  downloads bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  -- it can be brought back for a day
  deleted_at timestamptz,
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX reports_by_id ON reports (id);
CREATE INDEX reports_of_user ON reports (user_id);
CALL protect_organization_table('reports');
