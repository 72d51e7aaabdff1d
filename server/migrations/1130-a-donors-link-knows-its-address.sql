-- The address that a one-time link was sent to, as a digest: where staff correct the address of the same donor, who had the former one
-- is shown nothing any more. Null: from before, or of a node of the version before; such a link is over within the hour.
ALTER TABLE donor_links ADD COLUMN address_digest bytea;
