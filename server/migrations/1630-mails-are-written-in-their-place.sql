-- A mail is written four times on its way. With room in its page for that it stays there, and the indexes as they are: without, each
-- of 10,000 mails went to new pages at the end of the table twice.
ALTER TABLE notifications SET (fillfactor = 70);
