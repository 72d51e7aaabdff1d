-- Versions A to E of an email template, beside the Default, which is no row: its words stand in the program. Ids begin above
-- those of statuses, by which a Default is named.
CREATE TABLE email_templates (
  organization_id bigint NOT NULL REFERENCES organizations ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY (START WITH 1001),
  -- of the donor's status, or 102
  template_id smallint NOT NULL,
  name text NOT NULL CHECK (name IN ('A', 'B', 'C', 'D', 'E')),
  live boolean NOT NULL DEFAULT false,
  -- by field, only what differs from the Default
  words jsonb NOT NULL,
  version integer NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL,
  updated_by bigint REFERENCES users ON DELETE SET NULL,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, template_id, name)
);
CREATE INDEX email_templates_of_user ON email_templates (updated_by);
CALL protect_organization_table('email_templates');

-- What a version said before.
CREATE TABLE email_wordings (
  organization_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  email_template_id bigint NOT NULL,
  words jsonb NOT NULL,
  written_at timestamptz NOT NULL,
  written_by bigint REFERENCES users ON DELETE SET NULL,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, email_template_id) REFERENCES email_templates (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX email_wordings_of_template ON email_wordings (organization_id, email_template_id, id DESC);
CREATE INDEX email_wordings_of_user ON email_wordings (written_by);
CALL protect_organization_table('email_wordings');

-- How often a template was dealt among its live versions.
CREATE TABLE email_template_deals (
  organization_id bigint NOT NULL REFERENCES organizations ON DELETE CASCADE,
  template_id smallint NOT NULL,
  dealt bigint NOT NULL,
  PRIMARY KEY (organization_id, template_id)
);
CALL protect_organization_table('email_template_deals');

-- The versions that go out beside the Default: the organization's own live ones, else those of its parent.
CREATE FUNCTION live_email_templates(organization bigint, template bigint)
  RETURNS TABLE (organization_id bigint, name text, words jsonb)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT t.organization_id, t.name, t.words FROM organizations o
  JOIN email_templates t ON t.live AND t.template_id = template AND t.organization_id IN (o.id, o.parent_id)
  WHERE o.id = organization AND (o.id = ANY (tenant_organizations()) OR crosses_organizations())
    AND (t.organization_id = o.id OR NOT EXISTS (SELECT FROM email_templates own
      WHERE own.organization_id = o.id AND own.template_id = template AND own.live))
  ORDER BY t.name
$$;
