-- The keys and webhooks of somebody who leaves are revoked or taken over by a named person, so a webhook has a maker: who set its
-- present address.
ALTER TABLE webhooks ADD creator_id bigint REFERENCES users;

UPDATE webhooks w SET creator_id = (
  SELECT e.user_id FROM audit_events e
  WHERE e.organization_id = w.organization_id AND e.subject = 'webhook' AND e.subject_id = w.id::text
    AND (e.action = 'created' OR e.after ? 'url') ORDER BY e.id DESC LIMIT 1);

-- Keys of people who had left already are the oldest admin's: a key acts in the name of somebody who belongs to the organization.
UPDATE api_keys k SET creator_id = admin.user_id
FROM (
  SELECT DISTINCT ON (o.id) o.id, m.user_id
  FROM organizations o JOIN members m ON m.organization_id IN (o.id, o.parent_id) AND m.level = 'admin'
  ORDER BY o.id, m.organization_id <> o.id, m.created_at, m.user_id) admin
WHERE admin.id = k.organization_id
  AND NOT EXISTS (SELECT FROM users u WHERE u.id = k.creator_id AND u.global_permission = 'super')
  AND NOT EXISTS (
    SELECT FROM organizations o JOIN members m ON m.organization_id IN (o.id, o.parent_id)
    WHERE o.id = k.organization_id AND m.user_id = k.creator_id);
