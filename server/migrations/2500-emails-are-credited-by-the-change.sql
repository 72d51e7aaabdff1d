-- The change of a match credits its last email: only the change knows whether the donor, staff or a payment made it.
DROP TRIGGER credit_mail_of_submission ON donations;
DROP FUNCTION credit_mail_of_submission();
-- No email led to a submission that nobody clicked.
UPDATE notifications SET led_to_submission = false WHERE led_to_submission AND clicks = 0;
