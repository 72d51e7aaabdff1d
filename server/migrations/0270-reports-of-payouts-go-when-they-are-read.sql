-- As an upload's (0172): the sweeper removes the files of reports that ended before today.
INSERT INTO loose_files (file_key) SELECT file_key FROM payout_reports
  WHERE file_key IS NOT NULL AND state IN ('done', 'failed', 'undone') ON CONFLICT DO NOTHING;
UPDATE payout_reports SET file_key = NULL WHERE state IN ('done', 'failed', 'undone');
