-- donations_by_campaign holds all that this one holds, and what the sums of a campaign need.
DROP INDEX donations_by_match_campaign;
