-- The dashboard counts them each time that it is opened.
CREATE INDEX payouts_waiting ON payouts (organization_id) INCLUDE (waiting_lines) WHERE waiting_lines > 0;
