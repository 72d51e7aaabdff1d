-- What a call with an Idempotency-Key made, kept in the transaction that made it: a repetition of a call that was cut off is answered from it.
ALTER TABLE idempotent_calls ADD COLUMN result jsonb;
