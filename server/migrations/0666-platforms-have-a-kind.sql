-- Where employees ask for a match, or who only pays money on: a company's policy leads to none of the second kind.
ALTER TABLE platforms
  ADD COLUMN kind text NOT NULL DEFAULT 'workplace',
  ADD CONSTRAINT platforms_kind_check CHECK (kind IN ('workplace', 'payer'));
