-- outside a transaction: an index of a large table that others write to meanwhile
-- The donor stands first: as the narrowest index that begins with an organization it was taken, before there are statistics,
-- to find one gift among all of them.
-- All gifts of a donor, deleted ones and parts too; in the order of their days they stand in donations_counted_by_donor.
CREATE INDEX CONCURRENTLY IF NOT EXISTS donations_of_donor ON donations (donor_id, organization_id);
