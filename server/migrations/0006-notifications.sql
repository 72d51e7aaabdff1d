-- Opens and clicks of machines (scanners, prefetching mail programs) are counted apart from those of people.
ALTER TABLE notifications
  ADD COLUMN machine_clicks integer NOT NULL DEFAULT 0,
  -- clicks on "I don't want to", which lead to the same page
  ADD COLUMN decline_clicks integer NOT NULL DEFAULT 0,
  ADD COLUMN first_machine_open timestamptz,
  -- the receiving server said that the address is bad
  ADD COLUMN bounced boolean NOT NULL DEFAULT false;

CREATE INDEX notifications_bounced ON notifications (organization_id, id) WHERE bounced;
-- how many mails an address got lately, those on their way included
CREATE INDEX notifications_to_donor ON notifications (organization_id, donor_id) WHERE state IN ('sending', 'sent');
