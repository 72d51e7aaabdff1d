-- Every edition of the product's own directory that was loaded. What super users entered is told from what an edition
-- brought, so that the next edition replaces only the latter.
CREATE TABLE directory_editions (
  number integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  digest text NOT NULL,
  loaded_at timestamptz NOT NULL,
  companies integer NOT NULL,
  policies_changed integer NOT NULL
);
INSERT INTO directory_editions (digest, loaded_at, companies, policies_changed)
SELECT starter_digest, now(), (SELECT count(*) FROM companies WHERE origin = 'directory'), 0
FROM directory_version WHERE starter_digest IS NOT NULL;
ALTER TABLE directory_version DROP COLUMN starter_digest;

ALTER TABLE company_aliases ADD COLUMN origin text NOT NULL DEFAULT 'super' CHECK (origin IN ('directory', 'super'));
ALTER TABLE company_domains ADD COLUMN origin text NOT NULL DEFAULT 'super' CHECK (origin IN ('directory', 'super'));
UPDATE company_aliases a SET origin = 'directory' FROM companies c
WHERE c.id = a.company_id AND c.origin = 'directory' AND NOT EXISTS (
  SELECT FROM employer_resolutions r WHERE r.company_id = a.company_id AND r.employer_text = a.name AND r.alias_added);
UPDATE company_domains d SET origin = 'directory' FROM companies c WHERE c.id = d.company_id AND c.origin = 'directory';

ALTER TABLE policies ADD COLUMN came_with_directory boolean NOT NULL DEFAULT false;
UPDATE policies p SET came_with_directory = true FROM companies c
WHERE c.id = p.company_id AND c.origin = 'directory' AND p.entered_by IS NULL;
