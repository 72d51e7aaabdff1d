-- The list of donations under a name: what it finds, its order, its columns. Personal, or shared with the organization.
CREATE TABLE list_views (
  organization_id bigint NOT NULL REFERENCES organizations ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  -- who made it
  user_id bigint NOT NULL REFERENCES users,
  shared boolean NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  -- as the contract has it (`listLook`)
  list jsonb NOT NULL,
  -- it can be brought back for a day
  deleted_at timestamptz,
  PRIMARY KEY (organization_id, id)
);
-- A name is given once among those that are shared, and once among a person's own.
CREATE UNIQUE INDEX list_views_by_name ON list_views (organization_id, (CASE WHEN shared THEN 0 ELSE user_id END), lower(name))
  WHERE deleted_at IS NULL;
CREATE INDEX list_views_of_user ON list_views (user_id);
CALL protect_organization_table('list_views');

-- How a person has the columns of the list in an organization.
CREATE TABLE list_layouts (
  organization_id bigint NOT NULL REFERENCES organizations ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users,
  -- null: those that the list has from the start
  columns jsonb,
  -- pixels by column; the others have the width that suits them
  widths jsonb NOT NULL,
  PRIMARY KEY (organization_id, user_id)
);
CREATE INDEX list_layouts_of_user ON list_layouts (user_id);
CALL protect_organization_table('list_layouts');
