-- What a person answered about files with these columns: question ID to answer.
ALTER TABLE import_maps ADD COLUMN answers jsonb NOT NULL DEFAULT '{}';
