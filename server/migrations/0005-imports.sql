-- The file's own header, so that rejected rows go back in the shape they came in; and how often a worker took the import
-- up, so that a file on which workers die ends as failed.
ALTER TABLE imports
  ADD headers jsonb NOT NULL DEFAULT '[]',
  ADD attempts integer NOT NULL DEFAULT 0;
