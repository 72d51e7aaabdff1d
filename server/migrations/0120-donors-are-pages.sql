-- A donor is a page that people edit: what was changed, by whom, and the version that it made.
ALTER TABLE donors
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  -- The donor that this one turned out to be, or is known as now: gifts that come under this address are theirs.
  ADD COLUMN merged_into_id bigint,
  -- The person was erased; the row keeps what stays together.
  ADD COLUMN erased_at timestamptz,
  ADD FOREIGN KEY (organization_id, merged_into_id) REFERENCES donors (organization_id, id);

CREATE TABLE donor_events (
  organization_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  donor_id bigint NOT NULL,
  at timestamptz NOT NULL,
  user_id bigint REFERENCES users,
  action text NOT NULL,
  -- field, from, to, as people read them
  changes jsonb NOT NULL DEFAULT '[]',
  version integer NOT NULL,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, donor_id) REFERENCES donors (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX donor_events_of_donor ON donor_events (organization_id, donor_id, id);
CALL protect_organization_table('donor_events');

-- Who is looked for by a former address is found as who they are now.
CREATE OR REPLACE FUNCTION donors_matching(in_organization bigint, words text) RETURNS SETOF bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT DISTINCT coalesce(merged_into_id, id) FROM donors
  WHERE organization_id = in_organization
    AND in_organization = ANY (tenant_organizations())
    AND search_text LIKE '%' || replace(replace(replace(search_form(words), '\', '\\'), '%', '\%'), '_', '\_') || '%'
$$;
