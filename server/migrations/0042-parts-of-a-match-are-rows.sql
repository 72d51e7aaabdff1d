-- A match that stands for several gifts: what its own gift brought. The other gifts are the rows merged into it; until now
-- all of them stood as decimals in custom.history.
ALTER TABLE donations ADD COLUMN own_cents bigint CHECK (own_cents BETWEEN 1 AND amount_cents);

UPDATE donations d SET own_cents = part.cents, custom = d.custom - 'history'
FROM (
  SELECT w.organization_id, w.id, round((entry ->> 'amount')::numeric * 100)::bigint AS cents
  FROM donations w CROSS JOIN LATERAL jsonb_array_elements(w.custom -> 'history') AS entry
  WHERE jsonb_typeof(w.custom -> 'history') = 'array' AND (entry ->> 'id')::bigint = w.id
) AS part
WHERE d.organization_id = part.organization_id AND d.id = part.id AND part.cents BETWEEN 1 AND d.amount_cents;
