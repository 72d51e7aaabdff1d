-- The list's own download was mapped with money received, its day and the days to payment as fields of the gift, and that map was
-- remembered with the upload: what is proposed now would not be asked for again.
UPDATE import_maps m SET map = m.map || told.ignored
FROM (
  SELECT i.organization_id, i.fingerprint, jsonb_object_agg(entry.key, 'ignored') AS ignored
  FROM import_maps i, jsonb_each_text(i.map) AS entry (key, target)
  WHERE i.map ?& ARRAY['match_id', 'status', 'billing_status', 'estimated_match']
    AND entry.key IN ('received', 'match_received_on', 'days_from_gift_to_payment') AND entry.target = 'custom.' || entry.key
  GROUP BY i.organization_id, i.fingerprint
) told
WHERE m.organization_id = told.organization_id AND m.fingerprint = told.fingerprint;
