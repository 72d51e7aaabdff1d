-- Uploads find a chapter by its name without marks, invisible characters, punctuation and the case of its letters: two whose names
-- differ in nothing else were one to a file. A name that nothing is left of is compared as it stands.
CREATE FUNCTION chapter_name_key(name text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(nullif(btrim(regexp_replace(
    replace(lower(regexp_replace(normalize(name, NFKD),
      '[\u00ad\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u2060-\u2064\u20d0-\u20ff\ufe20-\ufe2f\ufeff]', '', 'g')), '&', ' and '),
    '[\s!-/:-@\[-`{-~\u2010-\u2027]+', ' ', 'g')), ''), lower(name))
$$;

CREATE OR REPLACE FUNCTION chapter_has_name(parent bigint, wanted text, besides bigint) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF (crosses_organizations() OR parent = ANY (tenant_organizations())
    OR EXISTS (SELECT FROM organizations WHERE id = ANY (tenant_organizations()) AND parent_id = parent)) IS NOT TRUE
  THEN RETURN false; END IF;
  -- Two that take one name at once do so one after the other, and the second sees the first: the lock comes before the look.
  PERFORM FROM organizations WHERE id = parent FOR NO KEY UPDATE;
  RETURN EXISTS (SELECT FROM organizations
    WHERE parent_id = parent AND chapter_name_key(name) = chapter_name_key(wanted) AND id IS DISTINCT FROM besides);
END $$;
