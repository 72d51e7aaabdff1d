-- The subsidiaries of a company, and the companies whose policy is their parent's.
CREATE INDEX companies_by_parent ON companies (parent_id) WHERE parent_id IS NOT NULL;
