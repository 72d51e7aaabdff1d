-- Files say it now: '' is what nobody has said, and English is written to these, as before.
ALTER TABLE donors ALTER COLUMN language SET DEFAULT '';
UPDATE donors SET language = '' WHERE language = 'en';
