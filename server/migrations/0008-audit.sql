-- Who changed what, before and after, from where. Written in the transaction of the change; never changed, never removed.
CREATE TABLE audit_events (
  organization_id bigint NOT NULL REFERENCES organizations ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL,
  -- null: the product itself, or a donor
  user_id bigint REFERENCES users,
  -- a super user acts in the organization's name
  as_super boolean NOT NULL DEFAULT false,
  action text NOT NULL,
  -- what was changed: 'organization', 'member', 'api_key', …, and which one
  subject text NOT NULL,
  subject_id text NOT NULL DEFAULT '',
  -- only what changed; secrets are named and never shown
  before jsonb NOT NULL DEFAULT '{}',
  after jsonb NOT NULL DEFAULT '{}',
  address text NOT NULL DEFAULT '',
  request_id text NOT NULL DEFAULT '',
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX audit_events_by_time ON audit_events (organization_id, at DESC, id DESC);
CALL protect_organization_table('audit_events');
REVOKE UPDATE, DELETE ON audit_events FROM twofold_app;
