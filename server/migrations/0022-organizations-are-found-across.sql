-- What is not leakproof (lower, replace, ILIKE, our own functions) never reaches an index under row-level security. These
-- look with their owner's rights, only in transactions that say that they cross organizations, and answer nothing but ids.

CREATE FUNCTION organizations_with_ein(wanted text) RETURNS SETOF bigint
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT id FROM organizations WHERE ein_key(ein) = ein_key(wanted) AND ein <> '' AND crosses_organizations()
$$;

CREATE FUNCTION organizations_with_contact(address text) RETURNS SETOF bigint
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT id FROM organizations
  WHERE lower(contact_email) = address AND contact_email <> '' AND crosses_organizations()
$$;

-- The last part of a page's address: the name, with a dash for every space.
CREATE FUNCTION organizations_with_page(word text) RETURNS SETOF bigint
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT id FROM organizations
  WHERE lower(replace(name, ' ', '-')) = lower(replace(word, ' ', '-')) AND crosses_organizations()
$$;

-- `pattern` as for ILIKE.
CREATE FUNCTION organizations_with_name(pattern text) RETURNS SETOF bigint
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT id FROM organizations WHERE name ILIKE pattern AND crosses_organizations()
$$;

-- This slug, and those made of it with a number behind it.
CREATE FUNCTION slugs_like(wanted text) RETURNS SETOF text
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT slug FROM organizations
  WHERE (slug = wanted OR slug >= wanted || '-' AND slug < wanted || '.') AND crosses_organizations()
$$;
