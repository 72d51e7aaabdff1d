-- What mail servers report to a mailbox is remembered beside what providers post.
ALTER TABLE mail_reports DROP CONSTRAINT mail_reports_provider_check;
ALTER TABLE mail_reports ADD CONSTRAINT mail_reports_provider_check
  CHECK (provider IN ('ses', 'postmark', 'sendgrid', 'mailgun', 'mailbox'));
