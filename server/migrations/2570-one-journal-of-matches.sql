-- One journal of matches before an operation that can be undone, instead of match_undos, donor_merge_matches and matches_before_payouts.
CREATE TABLE match_journal (
  organization_id bigint NOT NULL,
  operation_id uuid NOT NULL,
  donation_id bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('staff', 'donor', 'merge', 'directory', 'money')),
  at timestamptz NOT NULL,
  -- the donation's version after the operation; each later change makes it greater
  version integer NOT NULL,
  before jsonb NOT NULL,
  expires_at timestamptz NOT NULL,
  undone_at timestamptz,
  -- the undo found the match changed, and could not give it its former status
  not_restored boolean NOT NULL DEFAULT false,
  PRIMARY KEY (organization_id, operation_id, donation_id),
  FOREIGN KEY (organization_id, donation_id) REFERENCES donations ON DELETE CASCADE
);
CALL protect_organization_table('match_journal');

INSERT INTO match_journal (organization_id, operation_id, donation_id, kind, at, version, before, expires_at, undone_at, not_restored)
SELECT organization_id, undo_id, donation_id,
  CASE WHEN stays_until IS NULL THEN 'staff' WHEN undo_id IN (SELECT undo_id FROM directory_changes WHERE undo_id IS NOT NULL)
    THEN 'directory' ELSE 'donor' END,
  at, version, before, coalesce(stays_until, at) + interval '1 hour', undone_at, not_restored
FROM match_undos;
-- A donor's undo restores the status alone.
UPDATE match_journal SET before = (SELECT jsonb_object_agg(key, value) FROM jsonb_each(before)
  WHERE key IN ('status_id', 'previous_status_id', 'payment_state', 'reason_code', 'status_changed_at'))
WHERE kind = 'donor';

ALTER TABLE donor_merges ADD COLUMN operation_id uuid NOT NULL DEFAULT gen_random_uuid();
ALTER TABLE donor_merges ALTER COLUMN operation_id DROP DEFAULT;
INSERT INTO match_journal (organization_id, operation_id, donation_id, kind, at, version, before, expires_at, undone_at)
SELECT k.organization_id, m.operation_id, k.donation_id, 'merge', m.at, k.version, k.before,
  m.at + interval '30 days 1 hour', m.undone_at
FROM donor_merge_matches k JOIN donor_merges m ON m.organization_id = k.organization_id AND m.id = k.merge_id;

-- all payouts are one operation
INSERT INTO match_journal (organization_id, operation_id, donation_id, kind, at, version, before, expires_at)
SELECT b.organization_id, '00000000-0000-4000-8000-000000000001', b.donation_id, 'money', now(), d.version,
  jsonb_build_object('status_id', b.status_id, 'previous_status_id', b.previous_status_id, 'payment_state', b.payment_state,
    'reason_code', b.reason_code, 'status_changed_at', coalesce(b.status_changed_at, d.status_changed_at)),
  'infinity'
FROM matches_before_payouts b JOIN donations d ON d.organization_id = b.organization_id AND d.id = b.donation_id;

CREATE INDEX match_journal_of_donation ON match_journal (organization_id, donation_id);
CREATE INDEX match_journal_by_expiry ON match_journal (expires_at);
-- The next that a directory change is to restore, in whichever organization.
CREATE INDEX match_journal_of_directory ON match_journal (operation_id, organization_id, donation_id)
  WHERE kind = 'directory' AND undone_at IS NULL;
CREATE INDEX match_journal_not_restored ON match_journal (operation_id, donation_id) WHERE not_restored;

DROP TABLE match_undos, donor_merge_matches, matches_before_payouts;

-- A nonprofit's signature goes with the step that it belongs to.
CREATE OR REPLACE FUNCTION nonprofit_signature_is_withdrawn() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM form_signatures WHERE organization_id = NEW.organization_id AND donation_id = NEW.donation_id
    AND role = 'nonprofit' AND undo_id = NEW.operation_id;
  IF NOT FOUND THEN RETURN NULL; END IF;
  INSERT INTO loose_files (file_key)
  SELECT final_key FROM match_forms
  WHERE organization_id = NEW.organization_id AND donation_id = NEW.donation_id AND final_key IS NOT NULL
  ON CONFLICT DO NOTHING;
  UPDATE match_forms SET final_key = NULL, final_sha256 = NULL
  WHERE organization_id = NEW.organization_id AND donation_id = NEW.donation_id;
  RETURN NULL;
END $$;
CREATE TRIGGER nonprofit_signature_is_withdrawn AFTER UPDATE OF undone_at ON match_journal
  FOR EACH ROW WHEN (NEW.undone_at IS NOT NULL) EXECUTE FUNCTION nonprofit_signature_is_withdrawn();

CREATE OR REPLACE FUNCTION refresh_statistics_of_grown()
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $$
DECLARE
  known_at_least constant integer := 8;
  each text;
  looked_at text[] := '{}';
BEGIN
  FOR each IN SELECT relname FROM pg_class
    WHERE oid = ANY (ARRAY['bulk_rows', 'donation_deltas', 'donation_events', 'donations', 'donors', 'evaluations', 'ledger_entries', 'match_journal',
        'notifications', 'payout_entries', 'payout_lines', 'planned_mails']::regclass[])
      AND pg_relation_size(oid) / current_setting('block_size')::bigint > 2 * greatest(relpages, known_at_least)
    ORDER BY relname
  LOOP
    EXECUTE format('ANALYZE (SKIP_LOCKED) %I', each);
    looked_at := looked_at || each;
  END LOOP;
  RETURN looked_at;
END $$;
