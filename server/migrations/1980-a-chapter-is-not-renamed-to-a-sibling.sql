-- Chapters of one parent have different names: uploads find a row's chapter by its name. Held where one is made, joins and is
-- renamed; a rename sees its parent and not its siblings, and may not lock the parent, so both are done here.
CREATE FUNCTION chapter_has_name(parent bigint, wanted text, besides bigint) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF (crosses_organizations() OR parent = ANY (tenant_organizations())
    OR EXISTS (SELECT FROM organizations WHERE id = ANY (tenant_organizations()) AND parent_id = parent)) IS NOT TRUE
  THEN RETURN false; END IF;
  -- Two that take one name at once do so one after the other, and the second sees the first: the lock comes before the look.
  PERFORM FROM organizations WHERE id = parent FOR NO KEY UPDATE;
  RETURN EXISTS (SELECT FROM organizations
    WHERE parent_id = parent AND lower(name) = lower(wanted) AND id IS DISTINCT FROM besides);
END $$;
