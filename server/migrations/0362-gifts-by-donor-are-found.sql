-- outside a transaction: an index of a large table that others write to meanwhile
-- All gifts of a donor, deleted ones and parts too; in the order of their days they stand in donations_counted_by_donor.
CREATE INDEX CONCURRENTLY IF NOT EXISTS donations_of_donor ON donations (organization_id, donor_id);
