-- outside a transaction: mails are many
-- What a donor was sent of late is asked for each mail before it goes. An index of what was sent alone looks as good by any column
-- while little was sent: a plan made then went through all mails of an organization for each mail (940 blocks, and 17 with this one).
CREATE INDEX CONCURRENTLY IF NOT EXISTS notifications_of_donor ON notifications (organization_id, donor_id);
