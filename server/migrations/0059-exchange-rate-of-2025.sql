-- The rows of 2020 to 2024 are the annual averages that the Bank of Canada publishes (USD to CAD,
-- bankofcanada.ca/rates/exchange/annual-average-exchange-rates), and were held against the mean of its daily rates: they
-- differ by 0.0003 at most. That of 2025 is the mean of its daily rates (FXUSDCAD, 255 days).
INSERT INTO exchange_rates (since, cad_per_usd, source)
VALUES ('2025-01-01', 1.3977, 'Bank of Canada, mean of the daily rates of 2025')
ON CONFLICT (since) DO NOTHING;
