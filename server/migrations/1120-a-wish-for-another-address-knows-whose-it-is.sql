-- Whose wish it was: once somebody else has the gift, the link gives nothing away. Null: of a node of the version before.
ALTER TABLE donor_handovers ADD COLUMN donor_id bigint;
UPDATE donor_handovers h SET donor_id = d.donor_id FROM donations d
WHERE d.organization_id = h.organization_id AND d.id = h.donation_id;
