-- Standard terms: a payment of an invoice is reversed, a payment of an employer is voided, a change is undone.
ALTER TABLE payments RENAME COLUMN taken_back_at TO reversed_at;
ALTER TABLE payments RENAME COLUMN taken_back_by TO reversed_by;
ALTER TABLE payments RENAME COLUMN taken_back_why TO reversal_reason;
ALTER TABLE payments RENAME COLUMN taken_back_entry_id TO reversal_entry_id;
ALTER TABLE payments
  RENAME CONSTRAINT payments_organization_id_taken_back_entry_id_fkey TO payments_organization_id_reversal_entry_id_fkey;
ALTER TABLE payments RENAME CONSTRAINT payments_taken_back_by_fkey TO payments_reversed_by_fkey;
ALTER INDEX payments_taken_back RENAME TO payments_of_reversal_entry;
ALTER INDEX payments_taken_back_by RENAME TO payments_reversed_by;

ALTER TABLE payout_reports RENAME COLUMN undone_lines TO lines_to_void;
ALTER TABLE payout_reports RENAME COLUMN taken_back TO voided_lines;
UPDATE payout_reports SET questions = (
  SELECT jsonb_agg(q - 'words' || jsonb_build_object('text', q -> 'words', 'examples', (
    SELECT coalesce(jsonb_agg(e - 'words' || jsonb_build_object('text', e -> 'words') ORDER BY at), '[]')
    FROM jsonb_array_elements(q -> 'examples') WITH ORDINALITY AS example (e, at))) ORDER BY number)
  FROM jsonb_array_elements(questions) WITH ORDINALITY AS question (q, number))
WHERE questions <> '[]';

ALTER TABLE bulk_changes RENAME COLUMN taken_back TO undone;
ALTER TABLE bulk_rows DROP CONSTRAINT bulk_rows_outcome_check;
UPDATE bulk_rows SET outcome = 'undone' WHERE outcome = 'taken_back';
ALTER TABLE bulk_rows
  ADD CONSTRAINT bulk_rows_outcome_check CHECK (outcome IN ('cannot', 'done', 'refused', 'undone', 'kept'));
UPDATE donation_events SET action = 'undone' WHERE action = 'taken_back';
UPDATE audit_events SET action = CASE action WHEN 'took back' THEN 'voided payments of' ELSE 'restored payments of' END
WHERE subject = 'payout report' AND action IN ('took back', 'gave back');
UPDATE audit_events SET action = 'withdrew gifts of' WHERE subject = 'campaign' AND action = 'took back gifts of';
UPDATE audit_events SET action = 'reversed at Stripe' WHERE subject = 'payment' AND action = 'reversed';
UPDATE audit_events
SET action = CASE subject WHEN 'payment' THEN 'reversed' WHEN 'match' THEN 'change undone' ELSE 'assignment undone' END
WHERE subject IN ('payment', 'match', 'employer') AND action = 'taken back';
