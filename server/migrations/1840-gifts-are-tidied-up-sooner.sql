-- Numbers and pages come off indexes alone only where the table was tidied up since; the usual fifth of it is 200,000 changes of a
-- million gifts, and until then a number of 15,000 gifts read 12,000 rows of the table. What is inserted counts as well.
ALTER TABLE donations SET (autovacuum_vacuum_scale_factor = 0.03, autovacuum_vacuum_insert_scale_factor = 0.03);
