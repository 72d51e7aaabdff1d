-- Of mails to donors: the name before the product's own address, and who gets the answers. '' is what a parent says, else the
-- organization's name and its primary contact.
ALTER TABLE organizations
  ADD COLUMN mail_sender_name text NOT NULL DEFAULT '' CHECK (length(mail_sender_name) <= 100),
  ADD COLUMN mail_reply_to text NOT NULL DEFAULT '' CHECK (length(mail_reply_to) <= 255);
