-- What a mail to a donor said, as it left: subject and recipient stand with the mail, the rest here, compressed by the server
-- (decision 450). Links are taken out before it is kept.
CREATE TABLE sent_mails (
  organization_id bigint NOT NULL,
  notification_id bigint NOT NULL,
  body bytea NOT NULL,
  PRIMARY KEY (organization_id, notification_id),
  FOREIGN KEY (organization_id, notification_id) REFERENCES notifications (organization_id, id) ON DELETE CASCADE
);
-- it is compressed already
ALTER TABLE sent_mails ALTER body SET STORAGE EXTERNAL;
CALL protect_organization_table('sent_mails');
