-- A report can have several questions. One with an open question gets it in the new form.
ALTER TABLE payout_reports ADD questions jsonb NOT NULL DEFAULT '[]', ADD answers jsonb NOT NULL DEFAULT '{}';
UPDATE payout_reports SET questions = jsonb_build_array(jsonb_build_object(
  'id', 'earlier_question',
  'words', question ->> 'words',
  'examples', question -> 'examples',
  'options', jsonb_build_array(
    jsonb_build_object('value', 'stop', 'label', 'Don’t record it'),
    jsonb_build_object('value', 'record', 'label', 'Ask again')),
  'answer', 'stop'))
WHERE state = 'asking' AND question IS NOT NULL;
ALTER TABLE payout_reports DROP question, DROP answered_at;

-- Recorded lines whose payment the report calls undone, and those that a person unlinked because of it.
ALTER TABLE payout_reports ADD undone_lines jsonb NOT NULL DEFAULT '[]', ADD taken_back jsonb NOT NULL DEFAULT '[]';
