-- The upload that a mail to a donor came from, and that people hold it back. An upload of a parent brings mails of chapters,
-- so the import is no part of the organization's keys, as with donations.
ALTER TABLE notifications
  ADD COLUMN import_id bigint,
  ADD COLUMN held_at timestamptz;

-- What came of an upload, as it was when it ended: how many gifts could be matched, and up to which sum.
ALTER TABLE imports ADD COLUMN outcome jsonb;
