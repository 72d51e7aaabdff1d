-- What a mail provider reported and was acted on, so that the same report, sent again, changes nothing. Of no organization:
-- the provider's account is the operator's. Kept for as long as a provider may repeat itself.
CREATE TABLE mail_reports (
  provider text NOT NULL CHECK (provider IN ('ses', 'postmark', 'sendgrid', 'mailgun')),
  event_id text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (provider, event_id)
);
CREATE INDEX mail_reports_oldest ON mail_reports (at);
