-- In a transaction of its own: all mails are read, while others go on writing.
ALTER TABLE notifications VALIDATE CONSTRAINT notifications_held_because_check;
