-- What matches were before somebody of the staff changed them, for as long as that can be taken back.
CREATE TABLE match_undos (
  organization_id bigint NOT NULL,
  -- one for everything that a press changed
  undo_id uuid NOT NULL,
  donation_id bigint NOT NULL,
  user_id bigint REFERENCES users,
  at timestamptz NOT NULL,
  -- of the donation after the change: whatever happened since made it greater
  version integer NOT NULL,
  before jsonb NOT NULL,
  undone_at timestamptz,
  PRIMARY KEY (organization_id, undo_id, donation_id),
  FOREIGN KEY (organization_id, donation_id) REFERENCES donations ON DELETE CASCADE
);
CREATE INDEX match_undos_of_donation ON match_undos (organization_id, donation_id);
CREATE INDEX match_undos_by_age ON match_undos (organization_id, at);
CALL protect_organization_table('match_undos');

-- What people of the staff do is told ten seconds later (`undoSeconds` of the contract). What they took back meanwhile is not
-- told at all; what was told already is told again as it is now.
CREATE OR REPLACE FUNCTION tell_webhooks_of_statuses() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  WITH untold AS (
    DELETE FROM webhook_deliveries t USING new_events e, organizations o, webhooks w
    WHERE e.action = 'taken_back' AND o.id = e.organization_id AND w.organization_id IN (o.id, o.parent_id)
      AND t.organization_id = w.organization_id AND t.webhook_id = w.id AND t.event = 'status' AND t.state = 'queued'
      AND t.send_at > e.at AND t.happened_at > e.at - interval '30 seconds'
      AND t.gift_organization_id = e.organization_id AND t.donation_id = e.donation_id
    RETURNING t.webhook_id, t.donation_id
  )
  INSERT INTO webhook_deliveries
    (organization_id, webhook_id, event, happened_at, gift_organization_id, donation_id, status_id, send_at)
  SELECT w.organization_id, w.id, w.event, e.at, e.organization_id, e.donation_id, e.to_status_id,
    CASE WHEN e.actor = 'user' AND e.action <> 'taken_back' THEN e.at + interval '10 seconds' ELSE e.at END
  FROM new_events e
  JOIN organizations o ON o.id = e.organization_id AND NOT o.rule_deactivated AND o.cancelled_at IS NULL
  JOIN webhooks w ON w.organization_id IN (o.id, o.parent_id)
    AND w.event = 'status' AND w.url <> '' AND w.disabled_at IS NULL
  WHERE e.from_status_id IS DISTINCT FROM e.to_status_id
    AND (e.to_status_id < 12 OR e.to_status_id IN (20, 28))
    AND NOT EXISTS (SELECT FROM untold u WHERE u.webhook_id = w.id AND u.donation_id = e.donation_id)
  ORDER BY e.id;
  RETURN NULL;
END $$;
