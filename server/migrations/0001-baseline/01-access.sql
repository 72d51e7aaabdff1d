-- Extensions, the role of the product, and the functions that isolate organizations.

CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS unaccent;

-- Rights of the product. No one signs in with this role: each start grants the same rights to the server's own role.
DO $$ BEGIN
  CREATE ROLE twofold_app NOLOGIN;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; -- databases of one server share the role
END $$;
GRANT twofold_app TO CURRENT_USER;
GRANT USAGE ON SCHEMA public TO twofold_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO twofold_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO twofold_app;

CREATE FUNCTION tenant_organizations()
  RETURNS bigint[] LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT string_to_array(nullif(current_setting('app.organizations', true), ''), ',')::bigint[] $$;

CREATE FUNCTION crosses_organizations()
  RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT coalesce(current_setting('app.crossing', true), '') = 'on' $$;

CREATE PROCEDURE admit_owner(target regclass)
  LANGUAGE plpgsql
AS $$
BEGIN
  EXECUTE format('DROP POLICY IF EXISTS of_owner ON %s', target);
  EXECUTE format('CREATE POLICY of_owner ON %s TO %I USING (true)', target,
    (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = target));
END $$;

CREATE PROCEDURE protect_organization_table(target regclass)
  LANGUAGE plpgsql
AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', target);
  EXECUTE format(
    'CREATE POLICY of_organization ON %s USING (organization_id = ANY ((SELECT tenant_organizations())::bigint[])
       OR (SELECT crosses_organizations()))', target);
  CALL admit_owner(target);
END $$;

CREATE FUNCTION ein_key(ein text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN upper(regexp_replace(ein, '[^0-9A-Za-z]', '', 'g'));

CREATE FUNCTION employer_key(employer text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN COALESCE(NULLIF(btrim(regexp_replace(lower(employer), '[][\s.,;:''"`()/\\_*-]+', ' ', 'g')), ''), lower(employer));

CREATE FUNCTION chapter_name_key(name text)
  RETURNS text LANGUAGE sql IMMUTABLE
AS $$
  SELECT coalesce(nullif(btrim(regexp_replace(
    replace(lower(regexp_replace(normalize(name, NFKD),
      '[\u00ad\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u2060-\u2064\u20d0-\u20ff\ufe20-\ufe2f\ufeff]', '', 'g')), '&', ' and '),
    '[\s!-/:-@\[-`{-~\u2010-\u2027]+', ' ', 'g')), ''), lower(name))
$$;

CREATE FUNCTION search_form(given text)
  RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT lower(unaccent(given)) $$;

CREATE FUNCTION week_of_deadline(deadline_at timestamptz)
  RETURNS date LANGUAGE sql IMMUTABLE
AS $$
  SELECT date_trunc('week', deadline_at AT TIME ZONE 'UTC' + interval '12 hours')::date - 1
$$;

CREATE FUNCTION share_of(cents bigint, basis_points integer)
  RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  -- rounds half to even, like `shareOf`
  SELECT (whole + (rest * 2 > 10000 OR (rest * 2 = 10000 AND whole % 2 = 1))::int)::bigint
  FROM (SELECT div(cents::numeric * basis_points, 10000) AS whole, mod(cents::numeric * basis_points, 10000) AS rest) parts
$$;

CREATE FUNCTION submitted_part(status_id smallint, estimated_cents bigint)
  RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT CASE WHEN status_id IN (1, 4) THEN estimated_cents ELSE 0 END $$;

CREATE FUNCTION without_words(given jsonb, pattern text)
  RETURNS jsonb LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
AS $$
BEGIN
  CASE jsonb_typeof(given)
    WHEN 'string' THEN
      RETURN CASE WHEN given <> '""' AND (pattern IS NULL OR given #>> '{}' ~* pattern) THEN '"Erased donor"'::jsonb ELSE given END;
    WHEN 'array' THEN
      RETURN (SELECT coalesce(jsonb_agg(without_words(part, pattern) ORDER BY place), '[]')
        FROM jsonb_array_elements(given) WITH ORDINALITY AS parts (part, place));
    WHEN 'object' THEN
      RETURN (SELECT coalesce(jsonb_object_agg(key, without_words(value, pattern)), '{}') FROM jsonb_each(given));
    ELSE RETURN given;
  END CASE;
END $$;
