-- The nonprofit signs a company's form after its donor. `file_key` stays the donor's; `final_key` has both signatures.
ALTER TABLE match_forms
  -- name, pages and placements of the form as the donor signed it; null: signed when only donors could sign here
  ADD COLUMN layout jsonb,
  ADD COLUMN final_key text,
  ADD COLUMN final_sha256 bytea,
  ADD CONSTRAINT match_forms_final_check CHECK ((final_key IS NULL) = (final_sha256 IS NULL));
ALTER TABLE form_signatures DROP CONSTRAINT form_signatures_role_check;
ALTER TABLE form_signatures
  ADD CONSTRAINT form_signatures_role_check CHECK (role IN ('donor', 'nonprofit')),
  -- of who signs for the nonprofit
  ADD COLUMN title text NOT NULL DEFAULT '',
  ADD COLUMN user_id bigint REFERENCES users ON DELETE SET NULL,
  -- by which a person takes their signing back a moment later
  ADD COLUMN undo_id uuid;

-- A row that goes leaves its files to the sweeper.
CREATE OR REPLACE FUNCTION match_form_file_is_loose() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO loose_files (file_key)
  SELECT key FROM unnest(ARRAY[OLD.file_key, OLD.final_key]) AS key WHERE key IS NOT NULL ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

-- A signing that is taken back leaves the donor's signature alone.
CREATE FUNCTION nonprofit_signature_is_withdrawn() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM form_signatures WHERE organization_id = NEW.organization_id AND donation_id = NEW.donation_id
    AND role = 'nonprofit' AND undo_id = NEW.undo_id;
  IF NOT FOUND THEN RETURN NULL; END IF;
  INSERT INTO loose_files (file_key)
  SELECT final_key FROM match_forms
  WHERE organization_id = NEW.organization_id AND donation_id = NEW.donation_id AND final_key IS NOT NULL
  ON CONFLICT DO NOTHING;
  UPDATE match_forms SET final_key = NULL, final_sha256 = NULL
  WHERE organization_id = NEW.organization_id AND donation_id = NEW.donation_id;
  RETURN NULL;
END $$;
CREATE TRIGGER nonprofit_signature_is_withdrawn AFTER UPDATE OF undone_at ON match_undos
  FOR EACH ROW WHEN (NEW.undone_at IS NOT NULL) EXECUTE FUNCTION nonprofit_signature_is_withdrawn();
