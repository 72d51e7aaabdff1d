-- The statement that adds deltas to the kept sums writes all of them.
DROP TRIGGER sum_inserted ON donation_companies;
DROP TRIGGER sum_updated ON donation_companies;
DROP TRIGGER sum_inserted ON donation_company_months;
DROP TRIGGER sum_updated ON donation_company_months;
DROP TRIGGER count_folded_money ON donation_deltas;
DROP FUNCTION sum_inserted_companies, sum_updated_companies, sum_inserted_company_months, sum_updated_company_months, count_folded_money;
