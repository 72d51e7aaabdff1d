-- Whose request a one-time link opens: who asked for it is shown nothing of the gift once somebody else has it. Null: from before,
-- or of a node of the version before; such a link is over within the hour.
ALTER TABLE donor_links ADD COLUMN donor_id bigint;
