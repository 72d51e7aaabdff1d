-- Canadian dollars for one US dollar from a day on, until the next row. Super users keep them; a gift goes by its day.
CREATE TABLE exchange_rates (
  since date PRIMARY KEY,
  cad_per_usd numeric(10, 6) NOT NULL CHECK (cad_per_usd > 0),
  source text NOT NULL,
  entered_by bigint REFERENCES users,
  entered_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO exchange_rates (since, cad_per_usd, source) VALUES
  ('2020-01-01', 1.3415, 'Bank of Canada, average of 2020'),
  ('2021-01-01', 1.2535, 'Bank of Canada, average of 2021'),
  ('2022-01-01', 1.3013, 'Bank of Canada, average of 2022'),
  ('2023-01-01', 1.3497, 'Bank of Canada, average of 2023'),
  ('2024-01-01', 1.3698, 'Bank of Canada, average of 2024');
