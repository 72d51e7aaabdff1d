-- The operation that changes a match queues the deliveries of webhooks. A webhook of the parent is not a row of the
-- chapter, so the function runs with the rights of its owner.
DROP TRIGGER tell_webhooks_of_statuses ON donation_events;
DROP FUNCTION tell_webhooks_of_statuses;

CREATE FUNCTION queue_status_deliveries(organizations bigint[], donations bigint[], former smallint[], statuses smallint[],
  undone boolean[], delay interval, at timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH moved AS MATERIALIZED (
    SELECT m.*, w.id AS webhook_id, w.organization_id AS receiver_id, NOT o.rule_deactivated AND o.cancelled_at IS NULL
      AND w.url <> '' AND w.disabled_at IS NULL AS is_open
    FROM unnest(organizations, donations, former, statuses, undone) WITH ORDINALITY
      AS m (organization_id, donation_id, from_status_id, to_status_id, is_undo, place)
    JOIN organizations o ON o.id = m.organization_id
    JOIN webhooks w ON w.organization_id IN (o.id, o.parent_id) AND w.event = 'status'
    WHERE o.id = ANY (tenant_organizations()) OR crosses_organizations()
  ), withdrawn AS (
    DELETE FROM webhook_deliveries d USING moved m
    WHERE m.is_undo AND d.organization_id = m.receiver_id AND d.webhook_id = m.webhook_id AND d.event = 'status'
      AND d.state = 'queued' AND d.send_at > at AND d.happened_at > at - interval '30 seconds'
      AND d.gift_organization_id = m.organization_id AND d.donation_id = m.donation_id
    RETURNING d.webhook_id, d.donation_id
  )
  INSERT INTO webhook_deliveries
    (organization_id, webhook_id, event, happened_at, gift_organization_id, donation_id, status_id, send_at)
  SELECT m.receiver_id, m.webhook_id, 'status', at, m.organization_id, m.donation_id, m.to_status_id,
    CASE WHEN m.is_undo THEN at ELSE at + delay END
  FROM moved m
  WHERE m.is_open AND m.from_status_id IS DISTINCT FROM m.to_status_id
    AND (m.to_status_id < 12 OR m.to_status_id IN (20, 28))
    AND NOT EXISTS (SELECT FROM withdrawn w WHERE w.webhook_id = m.webhook_id AND w.donation_id = m.donation_id)
  ORDER BY m.place
$$;
