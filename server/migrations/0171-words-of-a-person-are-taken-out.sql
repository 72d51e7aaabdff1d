-- Takes what names a person out of a text: each string that the pattern finds, or every string where there is none.
CREATE FUNCTION without_words(given jsonb, pattern text) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
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

-- The trail is append-only but for this: who did what and when stays, what names an erased person goes. Nothing else of the
-- trail can be reached with it, because the donor has to be an erased one of an organization that the transaction is about.
CREATE FUNCTION erase_from_trail(organization bigint, donor bigint, former bigint[], pattern text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT (organization = ANY (tenant_organizations())) OR NOT EXISTS (
    SELECT FROM donors WHERE organization_id = organization AND id = donor AND erased_at IS NOT NULL) THEN
    RAISE EXCEPTION 'only an erased donor is taken out of the trail' USING ERRCODE = 'insufficient_privilege';
  END IF;
  UPDATE audit_events e SET before = without_words(e.before, NULL), after = without_words(e.after, NULL)
  WHERE e.organization_id = organization AND e.subject = 'donor'
    AND (e.subject_id = donor::text OR e.subject_id = ANY (former::text[]));
  UPDATE audit_events e SET
    before = (SELECT coalesce(jsonb_object_agg(key, CASE WHEN key IN ('currency', 'date', 'status', 'action', 'undone') THEN value
      ELSE without_words(value, NULL) END), '{}') FROM jsonb_each(e.before)),
    after = (SELECT coalesce(jsonb_object_agg(key, CASE WHEN key IN ('currency', 'date', 'status', 'action', 'undone') THEN value
      ELSE without_words(value, NULL) END), '{}') FROM jsonb_each(e.after))
  WHERE e.organization_id = organization AND e.subject IN ('donation', 'match')
    AND e.subject_id IN (SELECT id::text FROM donations WHERE organization_id = organization AND donor_id = donor);
  UPDATE audit_events e SET before = without_words(e.before, pattern), after = without_words(e.after, pattern)
  WHERE e.organization_id = organization AND pattern <> '' AND (e.before::text ~* pattern OR e.after::text ~* pattern);
END $$;
REVOKE ALL ON FUNCTION erase_from_trail FROM PUBLIC;
GRANT EXECUTE ON FUNCTION erase_from_trail TO twofold_app;
