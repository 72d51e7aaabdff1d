-- Plain names: a report has a definition, and an organization is reevaluated.
ALTER TABLE reports RENAME COLUMN look TO definition;
ALTER TABLE organizations RENAME COLUMN looking_again_since TO reevaluation_started_at;
UPDATE report_files SET wanted = (jsonb_set(wanted::jsonb #- '{report,look}', '{report,definition}', wanted::jsonb #> '{report,look}'))::json
WHERE wanted::jsonb #> '{report,look}' IS NOT NULL;
