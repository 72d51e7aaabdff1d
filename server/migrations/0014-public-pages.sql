-- Public pages are found by the organization's name in lower case with dashes; what the slug said of a name is not asked
-- any more, since names change.
CREATE INDEX organizations_by_page ON organizations (lower(replace(name, ' ', '-')));
