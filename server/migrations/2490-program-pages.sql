-- The published rules of a program: its page or a guideline document. Never the place to request a match.
ALTER TABLE policies ADD COLUMN guide_url text;
