-- The address that the link was mailed to, as a digest: the link ends when the donor's address changes. Null: created by the previous
-- version; such a link expires within days.
ALTER TABLE donor_data_wishes ADD COLUMN address_digest bytea;
ALTER TABLE donor_handovers ADD COLUMN address_digest bytea;
UPDATE donor_data_wishes w SET address_digest = sha256(convert_to(p.donor_key, 'UTF8'))
FROM donors p WHERE p.organization_id = w.organization_id AND p.id = w.donor_id;
UPDATE donor_handovers h SET address_digest = sha256(convert_to(p.donor_key, 'UTF8'))
FROM donors p WHERE p.organization_id = h.organization_id AND p.id = h.donor_id;
