-- A file is needed until its upload has ended. The sweeper removes those of uploads that ended before today.
INSERT INTO loose_files (file_key) SELECT file_key FROM imports
  WHERE file_key IS NOT NULL AND state IN ('done', 'failed', 'undone') ON CONFLICT DO NOTHING;
UPDATE imports SET file_key = NULL WHERE state IN ('done', 'failed', 'undone');
