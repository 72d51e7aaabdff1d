-- Each index is named after its query; those of 2610 to 2617 serve the queries of the ones that go.
DROP INDEX donations_awaiting_money, donations_by_campaign, donations_by_campaign_key, donations_by_company, donations_by_deadline,
  donations_by_estimated_amount, donations_by_identifying_import, donations_by_import, donations_by_key_before, donations_by_payment,
  donations_by_policy_version, donations_by_transaction, donations_counted_by_donor, donations_external, donations_late_to_verify,
  donations_of_company, donations_of_donor, donations_overdue, donations_part_paid, donations_received, donations_received_billed,
  donations_received_by_campaign, donations_received_unestimated, donations_requested, donations_unanswered, donations_unconfirmed,
  donations_under_review, donations_unresolved, donations_without_campaign, donations_without_employer;
ALTER INDEX donations_organization_id_gift_key_key RENAME TO donations_record_by_gift_key;
ALTER INDEX donations_by_id RENAME TO donations_find_by_id;
ALTER INDEX donations_by_day RENAME TO donations_list_by_date;
ALTER INDEX donations_by_amount RENAME TO donations_list_by_amount;
ALTER INDEX donations_by_status RENAME TO donations_list_by_status;
ALTER INDEX donations_to_look_at RENAME TO donations_due_to_look_at;
ALTER INDEX donations_by_whole RENAME TO donations_find_parts;
ALTER INDEX donations_by_unresolved_words RENAME TO donations_list_by_employer_words;
ALTER INDEX donations_under_review_by_employer RENAME TO donations_review_by_employer;
